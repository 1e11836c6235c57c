"""A stand-in for jusText: `justext`, its paragraphs and its stop lists, with its argument names."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.compat import read_any, without_effect
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.extraction import extract
from webwinnow.language.terms import stop_words
from webwinnow.language.words import words
from webwinnow.render.structure.block import Block, Kind
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.places import Pairs
from webwinnow.spans import Spans

_IDLE: Final[dict[str, object]] = {
    "length_low": 70,
    "length_high": 200,
    "stopwords_low": 0.30,
    "stopwords_high": 0.32,
    "max_link_density": 0.2,
    "max_heading_distance": 200,
    "no_headings": False,
    "default_encoding": "utf8",
    "enc_errors": "replace",
    "preprocessor": None,
}
_MOSTLY: Final = 0.5
_LONGEST: Final = 32
"""Names in a path, so that deep pages stay small."""
_LANGUAGES: Final = dict(
    pair.split("=")
    for pair in (
        "Arabic=ar Chinese=zh Czech=cs Danish=da Dutch=nl English=en Finnish=fi French=fr German=de Greek=el Hebrew=he "
        "Hindi=hi Hungarian=hu Indonesian=id Italian=it Japanese=ja Norwegian=no Persian=fa Polish=pl Portuguese=pt "
        "Romanian=ro Russian=ru Spanish=es Swedish=sv Turkish=tr Ukrainian=uk Urdu=ur Vietnamese=vi"
    ).split()
)
"""Languages by the names that jusText gives them."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block of the page and whether it is content."""

    text: str
    is_boilerplate: bool
    is_heading: bool
    dom_path: str
    """The names of the elements around it, with dots between them."""
    chars_count_in_links: int
    spans: Pairs
    """Where it stands in the page's source; jusText has no such thing."""

    @property
    def class_type(self) -> str:
        """`good` or `bad`."""
        return "bad" if self.is_boilerplate else "good"

    @property
    def heading(self) -> bool:
        """The same as `is_heading`."""
        return self.is_heading

    @property
    def words_count(self) -> int:
        """How many words it has."""
        return len(words(self.text))

    def stopwords_count(self, stopwords: Collection[str]) -> int:
        """Count the words that are in a list, whatever their case."""
        return sum(word.lower() in stopwords for word in words(self.text))

    def stopwords_density(self, stopwords: Collection[str]) -> float:
        """Return the share of such words."""
        return self.stopwords_count(stopwords) / self.words_count if self.words_count else 0.0

    def links_density(self) -> float:
        """Return the share of the text that is linked."""
        return min(self.chars_count_in_links / len(self.text), 1.0) if self.text else 0.0


def justext(
    html_text: str | bytes,
    stoplist: Collection[str] = frozenset(),  # noqa: ARG001  (no extractor here needs to know the language)
    length_low: int = 70,
    length_high: int = 200,
    stopwords_low: float = 0.30,
    stopwords_high: float = 0.32,
    max_link_density: float = 0.2,
    max_heading_distance: int = 200,
    no_headings: bool = False,
    encoding: str | None = None,
    default_encoding: str = "utf8",
    enc_errors: str = "replace",
    preprocessor: Callable[..., Any] | None = None,
) -> list[Paragraph]:
    """Return all blocks of a page in their order, each marked as content or not."""
    given = (
        length_low, length_high, stopwords_low, stopwords_high, max_link_density, max_heading_distance, no_headings,
        default_encoding, enc_errors, preprocessor,
    )  # fmt: skip
    without_effect(dict(zip(_IDLE, given, strict=True)), _IDLE)
    page = read_any(html_text, encoding=encoding)
    return _paragraphs(page, extract(page).spans)


def get_stoplists() -> frozenset[str]:
    """Name the languages that there are stop lists for."""
    return frozenset(_LANGUAGES)


def get_stoplist(language: str) -> frozenset[str]:
    """Return the stop list of a language, named in English or by its two letters."""
    known = stop_words()
    code = _LANGUAGES.get(language.capitalize(), language)
    if code not in known:
        raise UsageError(f"there is no stop list for {language!r}: choose of {', '.join(sorted(_LANGUAGES))}")
    return known[code]


def _paragraphs(page: Document, kept: Spans) -> list[Paragraph]:
    """Make paragraphs of all blocks of text."""
    tree = build_tree(page, page.visible)
    return [_paragraph(page, block, kept) for block in tree if block.spans and block.text.strip()]


def _paragraph(page: Document, block: Block, kept: Spans) -> Paragraph:
    starts, ends = np.array(block.spans).T
    inside = int((kept.characters_before(ends) - kept.characters_before(starts)).sum())
    linked = sum(len(inline.text) for inline in block.inlines if inline.address)
    text, is_heading = " ".join(block.text.split()), block.kind is Kind.HEADING
    is_boilerplate = inside < _MOSTLY * int((ends - starts).sum())
    return Paragraph(text, is_boilerplate, is_heading, _dom_path(page, block.element), linked, block.spans)


def _dom_path(page: Document, element: int) -> str:
    names: list[str] = []
    while element >= 0 and len(names) < _LONGEST:
        names.append(page.name(element))
        element = int(page.elements.parent[element])
    return ".".join(reversed(names))
