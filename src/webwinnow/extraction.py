"""`extract`: from a page to its main content, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from webwinnow.catalogue import DEFAULT, stage_class
from webwinnow.document import Document, read
from webwinnow.errors import UsageError
from webwinnow.kernels import TURNS
from webwinnow.render.formats import RenderOptions
from webwinnow.result import Result
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Stage

if TYPE_CHECKING:  # few ask for these
    from webwinnow.expression import Favour
    from webwinnow.limits import Limits
    from webwinnow.refiners.comments import CommentPolicy
    from webwinnow.render.formats import HiddenPolicy
    from webwinnow.rules import Rules


def extract(
    page: str | bytes | Document,
    extractor: str | Stage = DEFAULT,
    *,
    favour: Favour | None = None,
    favor: Favour | None = None,
    url: str | None = None,
    encoding: str | None = None,
    links: bool = True,
    keep_formatting: bool = False,
    normalise: bool = False,
    normalize: bool = False,
    hidden: HiddenPolicy | None = None,
    headline: bool = True,
    keep: str | Sequence[str] = "",
    drop: str | Sequence[str] = "",
    comments: CommentPolicy = "auto",
    rules: Rules | None = None,
    min_confidence: float = 0.0,
    limits: Limits | None = None,
) -> Result:
    """Find the main content of a page.

    `favour` lets the default extractor keep less and cleaner text ("precision") or lose less ("recall"); `url` is the
    address of the page, `encoding` that of its bytes. The others shape what is rendered (see `RenderOptions`).
    `keep` and `drop` are CSS selectors of elements whose text is kept or dropped, whatever the extractor decides;
    `comments` are kept, dropped, or left to it; `rules` say all that for whole sites (see docs/by-hand.md). `favor` and
    `normalize` are `favour` and `normalise` as spelt in America. A result less sure than `min_confidence` is empty, and
    `refusal` says why. `limits` say how much of a page is read and written (see docs/limits.md).

    >>> extract("<nav><a href=/>Home</a></nav><p>Winnow the grain, drop the chaff.</p>").text
    'Winnow the grain, drop the chaff.\\n'
    """
    favour = favour or favor
    chosen = _parsed(extractor, favour) if isinstance(extractor, str) else _checked(extractor, favour)
    normalise = normalise or normalize
    options = _options(
        links=links, keep_formatting=keep_formatting, normalise=normalise, hidden=hidden, headline=headline
    )
    with TURNS:
        document = read(page, url=url, encoding=encoding, limits=limits)
        if keep or drop or comments != "auto" or rules:
            chosen = _by_hand(chosen, document.url, keep=keep, drop=drop, comments=comments, rules=rules)
        return confident(Result(document, chosen(document), chosen, options), min_confidence)


def confident(result: Result, least: float) -> Result:
    """Return the result, or an empty one if its confidence is below `least`."""
    if not 0 <= least <= 1:
        raise UsageError(f"a confidence is a number from 0 to 1, not {least:g}")
    if not least or not len(result.page.blocks):
        return result
    if result.confidence is None:
        raise UsageError(f"{result.extractor} does not say how sure it is: ask {DEFAULT}, or for no confidence")
    asked = replace(result, min_confidence=least)
    return replace(asked, spans=Spans(size=len(result.page.source))) if asked.refusal else asked


def _by_hand(chosen: Extractor, url: str | None, *, rules: Rules | None, **choices: Any) -> Extractor:
    from webwinnow.rules import Choices, Rules  # few ask for it, and it brings the parser of selectors

    return Choices(rules=rules or Rules(), **choices).applied(chosen, url)


@lru_cache(maxsize=64, typed=True)
def _options(**asked: Any) -> RenderOptions:
    return RenderOptions(**asked)


@lru_cache(maxsize=64)
def _parsed(expression: str, favour: Favour | None = None) -> Extractor:
    if expression == DEFAULT:  # no reader of expressions is needed for what most callers ask
        return stage_class(DEFAULT)(**{"favour": favour} if favour else {})  # type: ignore[return-value]
    from webwinnow.expression import parse_extractor

    return parse_extractor(expression, favour=favour)


def _checked(stage: Stage, favour: Favour | None) -> Extractor:
    from webwinnow.expression import as_extractor

    return as_extractor(stage, favour)
