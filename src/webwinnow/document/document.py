"""Document: one decoded page, as flat columns that all speak of offsets in its source.

A Document never changes. `within` and `without` give another view of the same page in which some text is hidden, and
`with_code` one in which tags count for other lengths; offsets never move and what was read once is shared.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.attributes import Names, read_attributes
from webwinnow.document.charset.decode import decode, without_surrogates
from webwinnow.document.geometry import Geometry
from webwinnow.document.letters import Letters
from webwinnow.document.lines import WIDTH, Lines, Stream, WordsAndTags, code_lengths, in_one_sequence, physical_lines
from webwinnow.document.markup import Blocks, Markup, Words
from webwinnow.document.reading import Column, Runs, Seen
from webwinnow.document.references import decode_references
from webwinnow.document.shortening import shorten, shorten_bytes
from webwinnow.document.shown import seen_in_view, taking_away, without_emptied
from webwinnow.document.texts import Texts
from webwinnow.document.tokens import Tokens
from webwinnow.document.tree.elements import Elements, before, extent
from webwinnow.document.visibility import seen
from webwinnow.kernels import LIBRARY
from webwinnow.language.terms import Terms, numbered
from webwinnow.lazy_values import Remembering, cached_property
from webwinnow.limits import Limits
from webwinnow.spans import Pairs, Spans

_OF_TEXT: Final = "_seen visible starts_shown _touched_runs words letters terms characters_before blocks texts".split()
"""Columns that depend on what is visible and on nothing else."""
USUAL: Final = Limits()
_SENT: Final = tuple("source url encoding data _shown _code _present repeated geometry limits cut".split())
"""What makes a page or a view of one; all else follows."""


class Document(Remembering):
    """A decoded page and its columns, each computed when it is first asked for."""

    def __init__(
        self,
        source: str,
        *,
        url: str | None = None,
        encoding: str | None = None,
        data: bytes | None = None,
        limits: Limits = USUAL,
    ) -> None:
        """Take the page's source, as far as its limits go; lone surrogates, which no page can hold, become U+FFFD."""
        source, self.cut = shorten(source, limits)
        """What of the page was not read, said for its readers."""
        self.limits = limits
        self.source = source if data is not None or source.isascii() else without_surrogates(source)
        self.url, self.encoding = url, encoding
        self.data = data
        """The bytes that the source was decoded from, if it was."""
        self._shown: Spans | None = None
        self._code: Column | None = None
        self._present: npt.NDArray[np.bool_] | None = None
        self.repeated: Spans | None = None
        """The text that repeats over the pages of its site, where somebody found out."""
        self.geometry: Geometry | None = None
        """What a browser showed of the page, where one did (see geometry.py)."""

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        url: str | None = None,
        encoding: str | None = None,
        transport: str | None = None,
        limits: Limits = USUAL,
    ) -> Document:
        """Decode a page: `encoding` is what the user says, `transport` what the server said."""
        data, cut = shorten_bytes(data, limits)
        decoded = decode(data, encoding=encoding, transport=transport, url=url)
        page = cls(decoded.text, url=url, encoding=decoded.encoding, data=data, limits=limits)
        page.cut = cut + page.cut
        return page

    def __getstate__(self) -> dict[str, Any]:
        """Send what the page is, not what was found out about it: that is computed again where it is asked for."""
        kept = {name: self.__dict__[name] for name in _SENT}
        if self.data is not None and self.encoding == "utf-8" and self.source.encode(errors="replace") == self.data:
            kept["source"] = None  # the bytes say it
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take what was sent."""
        self.__dict__.update(kept)
        if self.source is None:
            self.source = self.data.decode()

    def __repr__(self) -> str:
        """Show the size and the beginning."""
        return f"Document({self.source[:40]!r}..., {len(self.source)} characters)"

    def _view(self, *, shown: Spans | None = None, code: Column | None = None) -> Document:
        view = Document.__new__(Document)
        view.__dict__.update((name, self.__dict__[name]) for name in _SENT)
        view.__dict__.update(markup=self.markup, marks=self.marks)
        if shown is None:  # what was found out about the text holds for this view, too
            view.__dict__.update((name, self.__dict__[name]) for name in _OF_TEXT if name in self.__dict__)
        view._shown = self._shown if shown is None else shown
        view._code = self._code if code is None else code
        return view

    def with_repeated(self, spans: Spans) -> Document:
        """Return a view that knows which text repeats over the pages of its site."""
        view = self._view()
        view.repeated = spans
        return view

    def with_geometry(self, geometry: Geometry | str | bytes | None) -> Document:
        """Return a view that knows what a browser showed of the page: as `geometry` or as the text of a sidecar.

        Stages that use it say so (`uses_geometry`); to all others it makes no difference.
        """
        view = self._view()
        view.geometry = Geometry.read(geometry, self.markup) if isinstance(geometry, str | bytes) else geometry
        return view

    def within(self, spans: Spans) -> Document:
        """Return a view in which only the given text is visible."""
        own = self._shown is None and len(self.runs) > 0 and spans.size == len(self.source)
        run = self.runs.that_make(spans.starts, spans.ends) if own else None
        whole = run is not None and self.starts_shown[run].all()  # as most stages find it
        return self._view(shown=spans if whole else self.visible & spans)

    def without(self, spans: Spans) -> Document:
        """Return a view in which the given text is hidden."""
        return self._view(shown=self.visible - spans)

    def reduced(self, spans: Spans) -> Document:
        """Return the view that a stage leaves for the next: only this text, and no tags of what lost all of its text.

        It is the page that `render.html` writes with `remove`. Elements that never had any text stay where the element
        around them stays.
        """
        return without_emptied(self, self.within(spans))

    def without_elements(self, marked: npt.NDArray[np.bool_]) -> Document:
        """Return a view without the marked elements and all they hold: text is hidden, tags count as nothing."""
        if not marked.any():
            return self
        return taking_away(self, marked, self.without(self.select_elements(self.inside(marked))))

    def with_code(self, lengths: npt.NDArray[np.integer]) -> Document:
        """Return a view in which each tag counts as that many characters of code; 0 makes it vanish."""
        return self._view(code=lengths.astype(np.int32))

    def select(self, pairs: Pairs) -> Spans:
        """Make an extractor's result: sorted, merged, and clipped to the visible text."""
        if not isinstance(pairs, Spans) or pairs.size != len(self.source):
            pairs = Spans(pairs, size=len(self.source))
        return pairs & self.visible

    def select_runs(self, chosen: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Spans:
        """Return the visible text of some runs, which are marked or listed."""
        if (self._shown is None or self._seen) and chosen.dtype == np.bool_:  # whole runs, in order, a tag between two
            seen = np.flatnonzero(chosen & self.starts_shown)
            return self.runs.spans(seen, len(self.source))
        return self.select(np.column_stack([self.runs.start[chosen], self.runs.end[chosen]]))

    def select_blocks(self, keep: npt.NDArray[np.bool_], blocks: Blocks | None = None) -> Spans:
        """Return the text of the marked blocks: of those of the page, or of others such as `blocks.atoms`."""
        kept = (self.blocks if blocks is None else blocks).kept_runs(keep)
        if self._shown is None:
            return self.runs.spans(kept, len(self.source))
        return self.select_runs(kept)

    def select_elements(self, marked: npt.NDArray[np.bool_]) -> Spans:
        """Return the visible text that stands directly in one of the marked elements."""
        return self.select_runs(marked[self.runs.home])

    # What the source holds, shared by all views

    @cached_property
    def markup(self) -> Markup:
        """Everything that is read from the source once."""
        return Markup(self.source, self.limits.depth)

    @property
    def tokens(self) -> Tokens:
        """Tags and gaps."""
        return self.markup.tokens

    @property
    def elements(self) -> Elements:
        """The element tree."""
        return self.markup.elements

    @property
    def runs(self) -> Runs:
        """All stretches of text, also those that nobody sees."""
        return self.markup.runs

    @cached_property
    def marks(self) -> npt.NDArray[np.uint8]:
        """Per run: why it may not be seen (see visibility.Mark)."""
        return self.markup.seen.marks if self.markup.seen else self.markup.marks[self.runs.home]

    def name(self, element: int) -> str:
        """Return an element's name."""
        return self.tokens.name(int(self.elements.tag[element]))

    def start_tag(self, element: int) -> str:
        """Return an element's start tag as it is written; nothing where it has none."""
        tag, edge = self.elements.start_tag(element), self.tokens.edge
        return self.source[edge[2 * tag + 1] : edge[2 * tag + 2]] if tag >= 0 else ""

    def attributes(self, element: int) -> dict[str, str]:
        """Read an element's attributes."""
        return read_attributes(self.start_tag(element))

    @property
    def names(self) -> Names:
        """The class, id, role and itemprop names of elements (see attributes.py)."""
        return self.markup.names

    def extent(self, element: int) -> tuple[int, int]:
        """Return where an element starts and ends in the source, with its tags, as far as it has any of its own."""
        return extent(self.tokens, self.elements, element)

    def extents(self, marked: npt.NDArray[np.bool_]) -> Spans:
        """Return where the marked elements stand, each with all it holds."""
        outermost = marked & ~np.append(marked, False)[self.elements.parent]
        return Spans([self.extent(element) for element in np.flatnonzero(outermost).tolist()], size=len(self.source))

    def text(self, start: int, end: int) -> str:
        """Read a stretch of text with its character references resolved; markup is not removed."""
        return decode_references(self.source[start:end])

    @property
    def title(self) -> str | None:
        """The text of the title element, white space folded; None if there is none."""
        return self.markup.title

    def byte_spans(self, spans: Spans) -> Spans:
        """Convert to offsets in the bytes that the page was decoded from (or in its UTF-8 form)."""
        from webwinnow.document.charset.byte_offsets import byte_spans, utf_8_spans  # few ask

        if self.data is None:
            return utf_8_spans(self.source, spans)
        return byte_spans(self.data, self.encoding or "utf-8", spans, self.source)

    # What this view shows

    @cached_property
    def _seen(self) -> Seen | None:
        """What readers see, found at once; None where numpy does it, or where a prefilter has hidden parts of runs."""
        if self._shown is None:
            return self.markup.seen
        return seen_in_view(LIBRARY, self.markup, self._shown) if LIBRARY else None

    @cached_property
    def visible(self) -> Spans:
        """The text that readers see and that no prefilter has hidden."""
        if self._shown is not None:
            return self._shown
        seen = self._touched_runs
        return self.runs.spans(seen, len(self.source))

    @property
    def shows_whole_runs(self) -> bool:
        """Whether each run is seen as a whole or not at all; where a prefilter hid text, that is not known."""
        return self._shown is None

    @cached_property
    def starts_shown(self) -> npt.NDArray[np.bool_]:
        """Per run: whether its first character is visible; without a prefilter, the whole run is."""
        if self._seen:
            return self._seen.shown
        if self._shown is not None:
            return self._shown.contains(self.runs.start)
        return seen(self.marks, np.diff(self.markup.characters_before)[self.runs.gap])

    @cached_property
    def _touched_runs(self) -> npt.NDArray[np.integer]:
        """The runs of which something is visible."""
        if self._seen:
            return self._seen.runs
        if self._shown is None:
            return np.flatnonzero(self.starts_shown)
        return self.runs.touched_by(self._shown)

    @property
    def present(self) -> npt.NDArray[np.bool_]:
        """Per element: whether it is still there; a stage may have taken it away with all of its text."""
        return np.ones(len(self.elements), dtype=np.bool_) if self._present is None else self._present

    @cached_property
    def code(self) -> Column:
        """Per tag: how many characters of code it counts as. Comments, scripts and styles count nothing."""
        return code_lengths(self.markup) if self._code is None else self._code

    @cached_property
    def words(self) -> Words:
        """The words of the visible text."""
        if self._shown is None and self._seen:
            return self.markup.words_seen
        return self.markup.words_of(self._touched_runs, None if self._seen else self._shown)

    @cached_property
    def letters(self) -> Letters:
        """The text as one column of code points, with the place of each word (see letters.py)."""
        return Letters(self.markup, self._touched_runs, self.words)

    @cached_property
    def terms(self) -> Terms:
        """The words as terms: which of them are the same."""
        return numbered(Letters(self.markup, self._touched_runs, self.words).words(), decode_references)

    @property
    def words_and_tags(self) -> WordsAndTags:
        """Words and tags in one sequence; tags that count as nothing are left out. Made anew: large, but quick."""
        return in_one_sequence(self.words, self.runs, self.tokens, self.code)

    @cached_property
    def characters_before(self) -> Column:
        """Per gap: how many characters that readers see stand before it; one more entry closes the page."""
        if self._seen:
            return self._seen.characters_before
        return self.markup.seen_before(self._shown, self.starts_shown)

    def characters_inside(self, elements: npt.NDArray[np.bool_]) -> Column:
        """Count as `characters_before` does, but only text inside one of the marked elements, such as all links."""
        counted = self.characters_before
        inside = self.elements.gaps_inside(elements, len(counted) - 1)
        return before(np.where(inside, np.diff(counted), 0), np.int32)

    def inside(self, elements: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Tell for each element whether it is marked or stands inside one that is."""
        return self.elements.inside(elements)

    def nearest(self, elements: npt.NDArray[np.bool_]) -> Column:
        """Return for each element the nearest marked one: itself or the closest around it (the root if none is)."""
        return self.elements.nearest(elements)

    def in_subtrees(self, before: Column, chosen: npt.NDArray[np.integer] | None = None) -> Column:
        """Sum a count per gap, such as `characters_before`, over each element's subtree, or those of some."""
        ends = self.elements.close, self.elements.first
        close, first = ends if chosen is None else (each[chosen] for each in ends)
        return before[close + 1] - before[first + 1]

    @cached_property
    def blocks(self) -> Blocks:
        """The visible runs, grouped as readers see them."""
        return Blocks(self._seen.first, self._seen.runs) if self._seen else self.markup.blocks_of(self._touched_runs)

    @cached_property
    def texts(self) -> Texts:
        """Reads the text of elements, as far as it is visible (see texts.py)."""
        return Texts(self.markup, self.blocks.runs)

    @cached_property
    def all_texts(self) -> Texts:
        """Reads what nobody sees, too: names and dates for programs often stand in hidden elements."""
        return Texts(self.markup, np.arange(len(self.runs)))

    def text_of(self, element: int, limit: int | None = None, *, hidden: bool = False) -> str:
        """Read an element's visible text, or all of it, in one line (see texts.py); with a limit, its beginning."""
        return (self.all_texts if hidden else self.texts).of_one(element, limit)

    @cached_property
    def lines(self) -> Lines:
        """The lines as they stand in the source."""
        return physical_lines(self.source, self.visible, self.tokens, self.code)

    def normalised_lines(self, width: int = WIDTH) -> Lines:
        """Return lines that do not depend on how the source was formatted: text and markup apart (see lines.py)."""
        return self._stream.normalised(width)

    def wrapped_lines(self, width: int) -> Lines:
        """Return lines of equal length that do not depend on how the source was formatted: text and tags alike."""
        return self._stream.wrapped(width)

    @property
    def _stream(self) -> Stream:
        return Stream(self.words_and_tags, self.visible, self.tokens, self.code)


def read(
    page: str | bytes | Document, *, url: str | None = None, encoding: str | None = None, limits: Limits | None = None
) -> Document:
    """Make a Document of whatever holds a page; one that is read already has its limits."""
    if isinstance(page, Document):
        return page
    if isinstance(page, str):
        return Document(page, url=url, limits=limits or USUAL)
    if isinstance(page, bytes | bytearray | memoryview):
        return Document.from_bytes(bytes(page), url=url, encoding=encoding, limits=limits or USUAL)
    raise TypeError(f"a page is its text, its bytes or a Document, not {type(page).__name__}: read it first")
