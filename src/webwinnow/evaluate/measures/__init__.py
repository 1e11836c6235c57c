"""The measures: what a page's gold and what was found are compared by.

    characters, word-sequence   longest common subsequence       precision, recall, f1
    word-bag, word-set          words in any order               precision, recall, f1
    blocks                      paragraphs found whole           precision, recall, f1
    headline                    exact match                      precision, recall, f1
    snippets                    strings found, strings absent    with, without
    tables, lists, code,        structures that stay whole       whole, cut, missing, extra
    formulas, figures, headings
    order                       the order of blocks              order
    markdown                    Markdown, part by part           overall, text, headings, lists, tables, ...

A measure is a value. Its printed form is its specification, also on the command line and in result files:
`word-bag(rule=plain)` is `WordBag(rule="plain")`. Parameters: `rule=unicode|plain` (how words are split),
`headline=as-is|optional` (see `words.py`), `limit=N` (up to which length the sequence is exact).
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from webwinnow.errors import ParameterError, UsageError
from webwinnow.evaluate.measures.markdown import MarkdownLikeness
from webwinnow.evaluate.measures.measure import FoundText, Gold, Measure, Outcome, parameters
from webwinnow.evaluate.measures.strings import (
    BlockOrder,
    Characters,
    HeadlineCounts,
    HeadlineMatch,
    SnippetRates,
    Snippets,
    WholeBlocks,
)
from webwinnow.evaluate.measures.structures import STRUCTURE_MEASURES
from webwinnow.evaluate.measures.words import WordBag, WordSequence, WordSet

__all__ = [
    "MEASURES",
    "BlockOrder",
    "Characters",
    "FoundText",
    "Gold",
    "HeadlineCounts",
    "HeadlineMatch",
    "MarkdownLikeness",
    "Measure",
    "Outcome",
    "SnippetRates",
    "Snippets",
    "WholeBlocks",
    "WordBag",
    "WordSequence",
    "WordSet",
    "parse_measure",
]

MEASURES: Final[dict[str, type[Measure]]] = {
    kind.name: kind
    for kind in (
        *(Characters, WordSequence, WordBag, WordSet, Snippets, WholeBlocks, HeadlineMatch),
        *STRUCTURE_MEASURES,
        *(BlockOrder, MarkdownLikeness),
    )
}
"""All kinds of measures by name."""

_SPECIFICATION: Final = re.compile(r"\s*([\w-]+)\s*(?:\(([^()]*)\))?\s*")


@lru_cache(maxsize=256)
def parse_measure(specification: str) -> Measure:
    """Read a measure: `word-bag`, `word-bag(rule=plain)`, `characters(limit=50000, headline=optional)`.

    Raises UsageError for an unknown name, ParameterError for an unknown parameter or an impossible value.
    """
    match = _SPECIFICATION.fullmatch(specification)
    if match is None:
        raise UsageError(f"{specification!r} is not a measure: write it as word-bag or word-bag(rule=plain)")
    kind = MEASURES.get(match[1])
    if kind is None:
        near = get_close_matches(match[1], MEASURES) or list(MEASURES)
        raise UsageError(f"unknown measure {match[1]!r}: choose {', '.join(near)}")
    return kind(**_arguments(kind, match[2] or ""))


def _arguments(kind: type[Measure], written: str) -> dict[str, Any]:
    """Read `name=value, name=value`; a value has the type of the parameter's default."""
    known = parameters(kind)
    arguments: dict[str, Any] = {}
    for argument in filter(None, map(str.strip, written.split(","))):
        name, _, value = (part.strip() for part in argument.partition("="))
        if name not in known or name in arguments:
            choices = f"choose of {', '.join(known)}, each once" if known else "it has none"
            raise ParameterError(f"{kind.name} cannot take {argument!r}: {choices}")
        arguments[name] = _value(name, value, type(known[name]))
    return arguments


def _value(name: str, written: str, kind: type[Any]) -> Any:
    try:
        return kind(written)
    except ValueError:
        raise ParameterError(f"{name}={written} is not possible: give a whole number") from None
