"""What an adapter is: a value that asks one candidate for the main content of one page; and what it answers, as text.

Paper: gottron2007, section 4.2: of answers that are HTML, tags, comments, styles and scripts are removed, entities
resolved, white space folded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar, Final, Protocol

from webwinnow.document import Document
from webwinnow.document.html_names import BLOCK, NUMBER
from webwinnow.document.references import decode_references
from webwinnow.render.text import render_text

_STRIPPED: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)\b.*?(?:</(?P=raw)[^>]*+>|\Z)|<[!?][^>]*+>?|</?(?P<name>[a-z][^\s/>]*+)[^>]*+>?",
    re.DOTALL | re.IGNORECASE,
)
_BREAK: Final = NUMBER["br"]
_HTML: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:[a-z]|!|\?xml)", re.IGNORECASE)


def looks_like_html(data: bytes) -> bool:
    """Return whether this is HTML and not text: HTML begins with a tag, a comment or a declaration.

    A text with tags further down stays a text: it may speak of HTML.
    """
    return _HTML.match(data) is not None


def visible_text(page: Document) -> str:
    """Return the text that readers of a page see."""
    return render_text(page, page.visible)


def stripped_text(page: Document) -> str:
    """Strip a page of tags, comments, style and script elements, resolve references and fold white space, as the paper.

    So titles, text areas and text that nobody sees count. UNSPECIFIED: what stands between the words of two paragraphs
    when their tags are gone. Ours: a blank for block-level tags and line breaks, nothing for others.
    """
    return " ".join(decode_references(_STRIPPED.sub(_left, page.source)).split())


def _left(stripped: re.Match[str]) -> str:
    number = NUMBER.get((stripped["name"] or "").lower(), 0)
    return " " if BLOCK[number] or number == _BREAK else ""


def answer_text(
    data: bytes,
    *,
    charset: str | None = None,
    html: bool | None = None,
    read: Callable[[Document], str] = visible_text,
) -> str:
    """Read an answer that is text or HTML; by its looks, if nobody says which."""
    if looks_like_html(data) if html is None else html:
        return read(Document.from_bytes(data, transport=charset))
    try:
        return data.decode(charset or "utf-8", "replace").removeprefix("\ufeff")
    except LookupError:  # a charset that Python does not know
        return data.decode("utf-8", "replace")


TIMEOUT = 60.0
"""Seconds that a candidate has for a page unless the user says otherwise."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A page as candidates get it: bytes as they came, and its address if that is known."""

    id: str
    html: bytes
    url: str | None = None
    markdown: bool = False
    """Whether Markdown is wanted, too; the time for it does not count."""
    geometry: bytes | None = None
    """The sidecar of the page: what a browser showed of it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The text found, the seconds it took from the bytes to the text, and the headline if the candidate finds one.

    `seconds` is None where they were not counted.
    """

    text: str
    seconds: float | None
    headline: str | None = None
    markdown: str | None = None
    media: tuple[str, ...] = ()
    """The media that the candidate chooses, if it does: absolute addresses, or the kind where there is none."""


@dataclass(frozen=True, slots=True)
class SpecifiedAdapter:
    """What adapters have in common that users name by what is run: a command, a function, an address."""

    specification: str
    _: KW_ONLY
    headlines: bool = False
    writes_markdown: bool = False

    @property
    def name(self) -> str:
        """The same as the specification."""
        return self.specification


class NoAnswerError(Exception):
    """There is no answer; `kind` and the message become the cell's failure."""

    def __init__(self, kind: str, reason: str) -> None:
        """Take what failures are counted by, and the whole reason; errors are sent as their arguments."""
        super().__init__(kind, reason)
        self.kind = kind

    def __str__(self) -> str:
        """Return the reason."""
        return str(self.args[1])


class Adapter(Protocol):
    """A frozen value that can be sent to another process; what it needs is loaded where it is called."""

    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """What tables show."""

    @property
    def specification(self) -> str:
        """What is run, in full."""

    @property
    def headlines(self) -> bool:
        """Whether answers have a headline; if not, the measure of headlines says nothing about the candidate."""

    @property
    def writes_markdown(self) -> bool:
        """Whether answers have Markdown where it is asked for; if not, measures of Markdown say nothing about it."""

    def version(self) -> str:
        """Return what answers depend on besides the specification; raises UsageError if the candidate cannot be run."""

    def prepare(self) -> None:
        """Load what is needed, so that the first page is not slower than the others."""

    def __call__(self, page: Asked) -> Answer:
        """Ask; whatever is raised becomes a failure."""
