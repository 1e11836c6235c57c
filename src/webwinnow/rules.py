"""Rules: what to do with the pages of some sites, as data.

    ["example.org"]
    extractor = "lqf >> bte"
    keep = ["main .intro", "figcaption"]
    drop = ".share, .newsletter"
    comments = "drop"

A table is a rule, named by a host; it holds for its subdomains, too, unless these have rules of their own, and `"*"`
for all other hosts. Every key may be left out. A rule becomes stages behind the extractor, so that whatever explains
stages explains rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from webwinnow.catalogue import DEFAULT
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.recipes import Recipes
from webwinnow.refiners.comments import POLICIES, CommentPolicy, Comments
from webwinnow.stages import Extractor, Serial

__all__ = ["Choices", "Rule", "Rules", "by_hand", "read_rules"]

if TYPE_CHECKING:  # few ask for it, and it brings the parser of selectors
    from webwinnow.refiners.by_hand import ByHand

_KEYS: Final = ("extractor", "keep", "drop", "comments")
_HOST: Final = re.compile(r"\*|[^\s/:@*]+(?:\.[^\s/:@*]+)*")
Selectors = str | Sequence[str]
"""One CSS selector, or several."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What to do with the pages of one host."""

    host: str
    extractor: Extractor | None = None
    keep: str = ""
    drop: str = ""
    comments: CommentPolicy = "auto"

    def applied(self, extractor: Extractor) -> Extractor:
        """Put the rule behind an extractor; an extractor that the rule names replaces the default one."""
        own = self.extractor if self.extractor and str(extractor) == DEFAULT else extractor
        return by_hand(own, self.keep, self.drop, self.comments)


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules by host."""

    every: tuple[Rule, ...] = ()

    def of(self, url: str | None) -> Rule | None:
        """Return the rule for a page by its address: that of its host, of the nearest domain above it, or of all."""
        known = {rule.host: rule for rule in self.every}
        return next((known[host] for host in _hosts(url) if host in known), None)


@dataclass(frozen=True, slots=True)
class Choices:
    """What people decide about pages: selectors, comments, and rules for whole sites."""

    keep: Selectors = ""
    drop: Selectors = ""
    comments: CommentPolicy = "auto"
    rules: Rules = Rules()

    def applied(self, extractor: Extractor, url: str | None) -> Extractor:
        """Put the choices behind an extractor: first the rule for the page, if there is one, then the others."""
        rule = self.rules.of(url)
        return by_hand(rule.applied(extractor) if rule else extractor, self.keep, self.drop, self.comments)


def by_hand(extractor: Extractor, keep: Selectors = "", drop: Selectors = "", comments: str = "auto") -> Extractor:
    """Put behind an extractor what people decide: comments first, then selectors, which win."""
    stages: list[Extractor | Comments | ByHand] = [extractor]
    if comments != "auto":
        stages.append(Comments(policy=comments))  # type: ignore[arg-type]  # the stage checks it
    if keep or drop:
        from webwinnow.refiners.by_hand import ByHand

        stages.append(ByHand(joined("keep", keep), joined("drop", drop)))
    made = Serial.of(*stages) if len(stages) > 1 else extractor
    return made if isinstance(made, Extractor) else extractor


def joined(name: str, selectors: Selectors) -> str:
    """Make one selector of several, each of which must be one."""
    each = [selectors] if isinstance(selectors, str) else list(selectors)
    for css in each:
        if not isinstance(css, str):
            raise TypeError(f"{name} is a CSS selector or several, not {type(css).__name__}")
        if css or len(each) > 1:
            from webwinnow.selectors import Selector

            Selector(css)
    return ", ".join(each)


def read_rules(path: Path, recipes: Recipes | None = None) -> Rules:
    """Read a file of rules; raises UsageError that names file, host and key."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: broken TOML ({error}): correct the file") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 (byte {error.start}): save the rules as UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror or error}): name a file of rules") from None
    return Rules(tuple(_rules(tables, str(path), recipes)))


def _rules(tables: dict[str, object], where: str, recipes: Recipes | None) -> Iterator[Rule]:
    for host, table in _by_host(tables):
        if not host:
            raise UsageError(
                f'{where}: {next(iter(table))!r} stands outside of a table: write ["example.org"] above it'
            )
        if not _HOST.fullmatch(host):
            raise UsageError(f'{where}: {host!r} is no host: write ["example.org"], without http:// and path')
        yield _rule(host, table, f"{where}: [{host!r}]", recipes)


def _by_host(tables: dict[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Return each table with its host: [example.org] without quotes is a table in a table."""
    waiting = [("", tables)]
    while waiting:
        host, table = waiting.pop(0)
        inner = {key: value for key, value in table.items() if isinstance(value, dict)}
        own = {key: value for key, value in table.items() if key not in inner}
        if own or (host and not inner):
            yield host, own
        waiting += [(f"{host}.{key}" if host else key, value) for key, value in inner.items()]


def _rule(host: str, table: dict[str, object], where: str, recipes: Recipes | None) -> Rule:
    for key in table:
        if key not in _KEYS:
            raise UsageError(f"{where} has the key {key!r}, which is not known: use {', '.join(_KEYS)}")
    expression, comments = table.get("extractor"), table.get("comments", "auto")
    if comments not in POLICIES:
        raise UsageError(f"{where} comments: {comments!r} is not possible: use {', '.join(POLICIES)}")
    if not isinstance(expression, str | None):
        raise UsageError(f'{where} extractor: {expression!r} is no expression: write it in quotes, "lqf >> bte"')
    try:
        extractor = None if expression is None else parse_extractor(expression, recipes)
    except UsageError as error:
        raise UsageError(f"{where} extractor: {error}") from None
    keep, drop = (_selectors(table.get(key, ""), f"{where} {key}") for key in ("keep", "drop"))
    return Rule(host.lower().strip("."), extractor, keep, drop, comments)


def _selectors(given: object, where: str) -> str:
    every = given if isinstance(given, list) else [given]
    texts = [text for text in every if isinstance(text, str)]
    if len(texts) < len(every):
        raise UsageError(f'{where}: {given!r} is no selector: write "main .intro", or a list of such')
    try:
        return joined(where, [text for text in texts if text])
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def _hosts(url: str | None) -> Iterable[str]:
    """List the hosts whose rules fit an address, the nearest first."""
    try:
        host = (urlsplit(url or "").hostname or "").rstrip(".")
    except ValueError:  # an address that is none
        host = ""
    parts = host.split(".")
    return [*(".".join(parts[at:]) for at in range(len(parts)) if host), "*"]
