"""What a result may be rendered as, and what may be asked of it; renderers are imported when they are first used."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, get_args

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.headline import Headline
    from webwinnow.metadata import Metadata

Format = Literal["text", "markdown", "clean-html", "reader", "speech", "tei", "xml", "csv", "html", "json", "spans"]
"""What a result can be written as."""
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
Nickname = Literal["md", "txt"]
NICKNAMES: Final[dict[str, Format]] = {"md": "markdown", "txt": "text"}
"""What formats are called, too."""
STRUCTURED: Final[tuple[Format, ...]] = ("markdown", "clean-html", "reader", "speech", "tei", "xml", "csv")
"""The formats that are written from the tree of blocks."""

Outline = Literal["remove", "comment", "blank", "mark"]
"""What becomes of the rest of a page that is written as its own HTML."""
OUTLINES: Final[tuple[Outline, ...]] = get_args(Outline)

HiddenPolicy = Literal["strip", "keep", "flag"]
"""What becomes of text that readers do not see."""
POLICIES: Final[tuple[HiddenPolicy, ...]] = get_args(HiddenPolicy)
FLAGGING: Final[tuple[Format, ...]] = ("json", "xml")
"""Formats that have a place for the reason why text is hidden."""

_UNSEEN: Final = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
"""Soft hyphen, zero-width space, word joiner, byte order mark, and all marks of direction."""
_AT_ONCE: Final = 1_000
"""Parts of a rendering that are joined at once,"""
_GROWING: Final = 1_000
"""or more, as it grows: one for each so many characters, of which a part has some ten."""
_PLACES: Final = {
    "markdown": "webwinnow.render.markdown:render",
    "clean-html": "webwinnow.render.clean_html:render",
    "reader": "webwinnow.render.reader:render",
    "speech": "webwinnow.render.speech:render",
    "tei": "webwinnow.render.tei:render",
    "xml": "webwinnow.render.xml:render",
    "csv": "webwinnow.render.csv:render",
    "formatted-text": "webwinnow.render.layout:render",
}
"""Formatted text is text with an option."""


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What may be asked of a rendering besides its format; the command line fills the same value."""

    links: bool = True
    """Whether links stay links; without, only their text stays."""
    keep_formatting: bool = False
    """Whether plain text shows headings, lists, quotes, tables and emphasis by signs."""
    normalise: bool = False
    """Whether marks that nobody sees are removed and letters are composed (see `normalised`)."""
    header: bool = False
    """Whether a row of csv has the names of the columns above it."""
    hidden: HiddenPolicy | None = None
    """What becomes of text that readers do not see; None is `flag` for json and `strip` for the others."""
    outline: Outline = "remove"
    """How html shows what is main content (see html.py)."""
    headline: bool = True
    """Whether a rendering opens with the headline; without, it is also left out of the content (see opening.py)."""
    speakers: bool = True
    """Whether a line with author and time stands above each post of a thread (see speakers.py)."""
    front_matter: bool = False
    """Whether Markdown begins with what is known about the page, as YAML (see front_matter.py)."""
    markdown: bool = False
    """Whether json holds the Markdown, too."""
    blocks: bool = False
    """Whether json lists the blocks, each with its places, CSS path and link."""

    def __post_init__(self) -> None:
        """Refuse choices that do not exist."""
        if self.hidden is not None and self.hidden not in POLICIES:
            raise UsageError(f"unknown policy for hidden text {self.hidden!r}: one of {', '.join(POLICIES)}")
        if self.outline not in OUTLINES:
            raise UsageError(f"unknown outline {self.outline!r}: one of {', '.join(OUTLINES)}")

    @property
    def clean(self) -> Callable[[str], str] | None:
        """What is done with each piece of text, if anything."""
        return normalised if self.normalise else None


class Facts(Protocol):
    """What a renderer may ask about the page besides its text: a `Result` answers."""

    @property
    def page(self) -> Document:
        """The page."""

    @property
    def headline(self) -> Headline | None:
        """Its headline."""

    @property
    def spans(self) -> Spans:
        """Its main content."""

    @property
    def extractor(self) -> object:
        """What found it, which may choose media itself."""

    @property
    def metadata(self) -> Metadata:
        """What it says about itself."""


Renderer: TypeAlias = Callable[[Facts, Spans, RenderOptions], str]


def render_structured(form: str, facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render what the spans cover in one of the formats above."""
    return _renderer(form)(facts, spans, options)


@cache
def _renderer(form: str) -> Renderer:
    module, name = _PLACES[form].split(":")
    found: Renderer = getattr(import_module(module), name)
    return found


def joined(parts: Iterable[str], between: str = "") -> str:
    """Join the parts of a rendering, some at a time: single ones take many times the room of what they hold."""
    left = iter(parts)
    few = list(islice(left, _AT_ONCE))
    written, all_read = between.join(few), len(few) < _AT_ONCE
    while not all_read and (few := list(islice(left, max(_AT_ONCE, len(written) // _GROWING)))):
        written += between + between.join(few)  # a text of one's own grows where it stands
    return written


def normalised(text: str) -> str:
    """Compose letters (NFC) and remove marks that nobody sees, for programs that compare texts.

    Without being asked, no rendering does this: soft hyphens, marks of direction and the way letters are composed are
    part of how a page is written. ZWNJ, ZWJ and variation selectors stay even here, because they change what is read:
    Farsi words, Indic ligatures, emoji.

    >>> normalised("cafe\\u0301 co\\u00adop\\u200b")
    'café coop'
    """
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text))
