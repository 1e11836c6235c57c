"""Share of right answers for each field of metadata, ours beside other libraries (`webwinnow evaluate --metadata`).

The json of a page has `title`, `author`, `date`, `site`, `language`, `tags` or `topics`, and `categories`. Title and
site must be the same but for case, blanks and punctuation, authors the same words in any order, the date the same day
as written or in UTC, the language the same without its country, the section one of the categories; tags count as F1.
Only pages whose gold has a value count. Failures of another library count as no answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, Final

from webwinnow.document import Document
from webwinnow.errors import PackageError, UsageError
from webwinnow.evaluate.package import GoldPage, Package
from webwinnow.evaluate.run import sample
from webwinnow.metadata import find_metadata

FIELDS: Final = ("title", "authors", "date", "site", "language", "tags", "section")
Values = dict[str, tuple[str, ...]]
"""Field to what was found, or is right; empty where there is nothing."""
Finder = Callable[[bytes, str | None], Values]
_BETWEEN: Final = re.compile(r"[\s,;|&/]+")
_NO_NAMES: Final = frozenset({"by", "and", ""})


def ours(data: bytes, url: str | None) -> Values:
    """Find with webwinnow."""
    found = find_metadata(Document.from_bytes(data, url=url))
    single = {
        "title": found.title, "date": found.published, "site": found.site_name, "language": found.language,
        "section": found.section,
    }  # fmt: skip
    several = {"authors": found.authors, "tags": found.tags}
    return {name: (each.value,) if each else () for name, each in single.items()} | {
        name: tuple(each.value for each in values) for name, values in several.items()
    }


def trafilatura(data: bytes, url: str | None) -> Values:
    """Find with trafilatura; the language only where it tells one."""
    found = import_module("trafilatura").bare_extraction(data, url=url, with_metadata=True)
    found = found or import_module("trafilatura.metadata").extract_metadata(data, default_url=url)
    names = {"title": "title", "authors": "author", "date": "date", "site": "sitename", "language": "language"}
    single = {field: _texts(getattr(found, name, None)) for field, name in names.items()}
    return single | {
        "tags": _texts(getattr(found, "tags", ())),
        "section": _texts(getattr(found, "categories", ()))[:1],
    }


def newspaper4k(data: bytes, url: str | None) -> Values:
    """Find with newspaper4k."""
    article = import_module("newspaper").Article(url or "http://localhost/", fetch_images=False)
    article.download(input_html=data.decode("utf-8", "replace"))
    article.parse()
    return {
        "title": _texts(article.title), "authors": _texts(article.authors), "date": _texts(article.publish_date),
        "language": _texts(article.meta_lang), "tags": _texts(article.tags or article.meta_keywords),
    }  # fmt: skip


def htmldate(data: bytes, url: str | None) -> Values:
    """Find the date with htmldate, as trafilatura does: the original date, by all its means."""
    return {"date": _texts(import_module("htmldate").find_date(data, original_date=True, url=url))}


OURS: Final = "webwinnow"
PEERS: Final[dict[str, tuple[str, Finder]]] = {
    "trafilatura": ("trafilatura", trafilatura),
    "newspaper4k": ("newspaper", newspaper4k),
    "htmldate": ("htmldate", htmldate),
}
"""Libraries that find metadata, too: the module to import, and how they are asked."""


def finders(peers: Sequence[str]) -> dict[str, Finder]:
    """Return ours and those of the named libraries; raises UsageError for one that is unknown or not installed."""
    chosen: dict[str, Finder] = {OURS: ours}
    for name in peers:
        if name not in PEERS:
            raise UsageError(f"--metadata cannot ask {name}: one of {', '.join(PEERS)}")
        module, find = PEERS[name]
        try:
            import_module(module)
        except ImportError:
            raise UsageError(f"{name} is not installed here: pip install {name}") from None
        chosen[name] = find
    return chosen


def gold(meta: Mapping[str, Any]) -> Values:
    """Return what the package says."""
    names = {"title": "title", "authors": "author", "date": "date", "site": "site", "language": "language"}
    known = {field: _texts(meta.get(name)) for field, name in names.items()}
    return known | {"tags": _texts(meta.get("tags") or meta.get("topics")), "section": _texts(meta.get("categories"))}


def score(field: str, right: Sequence[str], found: Sequence[str]) -> float:
    """Score one field of one page, from 0 to 1."""
    if not found:
        return 0.0
    if field == "date":
        return float(same_day(right[0], found[0]))
    if field == "language":
        return float(right[0][:2].lower() == found[0][:2].lower())
    if field == "authors":
        return float(_words(right) == _words(found))
    wanted, answers = {_folded(each) for each in right}, {_folded(each) for each in found}
    if field == "tags":
        return 2 * len(wanted & answers) / (len(wanted) + len(answers))
    return float(bool(wanted & answers))


def _texts(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple | set) else [value]
    return tuple(text for each in listed if each and (text := str(each).strip()))


def _folded(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text.casefold()) if letter.isalnum())


def _words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_folded(word) for name in names for word in _BETWEEN.split(name)) - _NO_NAMES


def same_day(right: str, found: str) -> bool:
    """Tell whether two dates are the same day: the gold's as written, or in UTC."""
    return found[:10] in {right[:10], _in_utc(right)}


def _in_utc(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text[:10]
    return moment.astimezone(UTC).date().isoformat() if moment.tzinfo else text[:10]


@dataclass(slots=True)
class FieldScores:
    """The scores of each finder on the pages of one package, added up field by field."""

    package: str
    right: dict[str, Any]
    """By finder, counters: scores between 0 and 1 add up as counts do."""
    of: Counter[str] = field(default_factory=Counter)
    """Pages whose gold has a value."""

    def share(self, finder: str, name: str) -> float | None:
        """Return the share of right answers; None where no page tells what is right."""
        return float(self.right[finder][name]) / self.of[name] if self.of[name] else None

    def rows(self) -> Iterator[list[str]]:
        """Yield a table: a line of fields with their pages, then one of each finder."""
        known = [name for name in FIELDS if self.of[name]]
        yield ["", *(f"{name} of {self.of[name]}" for name in known)]
        for finder in self.right:
            yield [finder, *(f"{self.share(finder, name):.3f}" for name in known)]

    def add(self, page: GoldPage, asked: Mapping[str, Finder]) -> None:
        """Ask all finders about a page."""
        known, data = gold(page.meta.to_json()), page.html()
        self.of.update(name for name in FIELDS if known[name])
        for finder, find in asked.items():
            try:
                found = find(data, page.meta.url)
            except Exception:  # a fence: another program's failure is a wrong answer, not the end
                found = {}
            scores = {name: score(name, known[name], found.get(name, ())) for name in FIELDS if known[name]}
            self.right[finder].update(scores)


def field_scores(
    package: Package, asked: Mapping[str, Finder], limit: int | None, tell: Callable[[int, int], None]
) -> FieldScores:
    """Score all finders on a package, or on a sample of it; pages that cannot be read are left out."""
    scores = FieldScores(package.name, {name: Counter() for name in asked})
    pages = sample(package, limit)
    for number, files in enumerate(pages, start=1):
        try:
            scores.add(files.read(), asked)
        except PackageError:
            continue
        tell(number, len(pages))
    return scores
