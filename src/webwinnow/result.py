"""`Result`: the main content of a page, what is known about the page, and renderings of both."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.kernels import IMPLEMENTATION, TURNS
from webwinnow.lazy_values import cached_property
from webwinnow.posts.signs import may_speak
from webwinnow.render.formats import FORMATS, NICKNAMES, RenderOptions, normalised, render_structured
from webwinnow.render.hidden import Hidden, HiddenPart, find_hidden, hidden_parts, shown_of, shown_text
from webwinnow.render.text import readable_text
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

if TYPE_CHECKING:  # facts are imported when they are first asked for: most callers want the text
    from webwinnow.headline import Headline, Subtitle
    from webwinnow.items import ListedItem
    from webwinnow.kind import PageType, PageTypeMethod
    from webwinnow.losses import Dropped, Embedded
    from webwinnow.media import Medium
    from webwinnow.metadata import Metadata
    from webwinnow.posts import Posts
    from webwinnow.render.chunk import Chunk
    from webwinnow.render.formats import Format, HiddenPolicy, Nickname, Outline
    from webwinnow.render.json import Records
    from webwinnow.render.lengths import Unit
    from webwinnow.render.structure.block import Tree

Written = TypeVar("Written", bound=Sized)
"""A rendering, in whatever form it waits to be read."""
_AS_IT_IS: Final = RenderOptions()
_MANY: Final = 5_000
"""Blocks that are let go of as soon as they are written."""
_SPARE: Final = 0.9
"""The share of the room for output that is aimed at when content is left out: some blocks write more than others."""


@dataclass(frozen=True)
class Result:
    """The main content of a page: where it is, what is known about the page, and renderings of both.

    Each fact is found when it is first asked for, and kept.
    """

    page: Document
    spans: Spans
    """The main content, as offsets in `page.source`."""
    extractor: Extractor
    options: RenderOptions = _AS_IT_IS
    """What is asked of every rendering, unless one is asked for otherwise."""
    min_confidence: float = 0.0
    """The confidence below which the spans are empty (see `refusal`)."""

    def __getstate__(self) -> dict[str, Any]:
        """Send page, spans, extractor and options; facts are found again where they are asked for."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take what was sent."""
        self.__dict__.update(kept)

    @cached_property
    def text(self) -> str:
        """The main content as readable text, the same as `render("text")`."""
        return self.render("text")

    @cached_property
    def markdown(self) -> str:
        """The main content as Markdown, the same as `render("markdown")`."""
        return self.render("markdown")

    @property
    def title(self) -> str | None:
        """The text of the page's title element."""
        return self.page.title

    @property
    def with_headline(self) -> Spans:
        """The spans, and where the headline stands, as far as readers see it and renderings put it on top."""
        above = self._headline_on_top(self.options)
        return self.spans | self.page.select(above.spans) if above else self.spans

    @cached_property
    def share(self) -> float:
        """The share of the visible text that was kept."""
        return self.spans.share_of(self.page.visible)

    @cached_property
    def blocks(self) -> Tree:
        """The same content as blocks: kind, level, text, spans, language, direction (see docs/output.md)."""
        from webwinnow.render.content import spoken_tree

        return spoken_tree(self, self._shown(self.options.hidden or "strip"), self.options)

    @cached_property
    def hidden(self) -> tuple[HiddenPart, ...]:
        """What of the spans readers do not see, each part with the reason (see docs/output.md)."""
        return tuple(hidden_parts(self.page, self.spans))

    @cached_property
    def media(self) -> tuple[Medium, ...]:
        """The media that belong to the main content: images, video, sound, drawings (see docs/media.md)."""
        from webwinnow.media.main_media import main_media

        return main_media(self.page, self.spans, self.extractor)

    @cached_property
    def headline(self) -> Headline | None:
        """The page's headline, with where it stands (see docs/headlines.md)."""
        from webwinnow.headline.ranking import find_headline

        return find_headline(self.page, content=self.spans)

    @cached_property
    def outline(self) -> tuple[Subtitle, ...]:
        """The headings inside the main content, without the headline: level, text and spans."""
        from webwinnow.headline.outline import find_outline

        return find_outline(self.page, self.spans, self.headline.spans if self.headline else None)

    @cached_property
    def metadata(self) -> Metadata:
        """Authors, dates, site, language and more, each with where it stands (see docs/metadata.md)."""
        from webwinnow.metadata.finding import find_metadata

        return find_metadata(self.page, self.spans)

    @cached_property
    def posts(self) -> Posts:
        """Article, posts and comments of the page (see docs/posts.md)."""
        from webwinnow.posts import find_posts

        return find_posts(self.page)

    @cached_property
    def items(self) -> tuple[ListedItem, ...]:
        """What an overview page lists: title, link, date, price, teaser of each (docs/discovering.md); else nothing."""
        from webwinnow.items.finding import find_items

        return find_items(self.page) if self.page_type.type == "overview" else ()

    @cached_property
    def page_type(self) -> PageType:
        """Article, overview, media or empty, and the finer kind, with the figures behind it (docs/page-types.md)."""
        return find_page_type(self.page)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before trusting the result, if anything; also which renderings so far were cut short."""
        return (*self._doubts, *self._shortened.values())

    @cached_property
    def _shortened(self) -> dict[str, str]:
        """What to say about each rendering that was longer than the limit of output."""
        return {}

    @cached_property
    def _doubts(self) -> tuple[str, ...]:
        from webwinnow.losses.warnings import find_warnings

        found = (*self.extractor.warnings(self.page), *find_warnings(self.page, self.spans))
        nothing = len(self.page.visible) > 0 and not len(self.spans)
        return (*found, *([self.refusal or "no main content was found"] if nothing else []))

    @property
    def refusal(self) -> str:
        """Why nothing is given, if the confidence is below what was asked for; else no text."""
        known = 1.0 if self.confidence is None else self.confidence
        return f"confidence {known:.2f} is below {self.min_confidence:g}" if known < self.min_confidence else ""

    @cached_property
    def dropped(self) -> tuple[Dropped, ...]:
        """What is not in the result, by kind: navigation, link lists, footers, comments, hidden text and more."""
        from webwinnow.losses.dropped import find_dropped

        return find_dropped(self.page, self.spans)

    @cached_property
    def embedded(self) -> Embedded | None:
        """Text that stands in the page only for programs, where it is much longer than what was found."""
        from webwinnow.losses.embedded import find_embedded

        return find_embedded(self.page, self.spans.characters)

    @cached_property
    def confidence(self) -> float | None:
        """How good the result is expected to be, from 0 to 1; None where the extractor does not tell."""
        return self.extractor.confidence(self.page)

    def chunks(
        self, size: int, unit: Unit = "characters", overlap: int = 0, tokens: Callable[[str], int] | None = None
    ) -> tuple[Chunk, ...]:
        """Cut the result into Markdown of at most `size` characters, words or tokens (see docs/output.md).

        `tokens` counts the tokens of a text; without it, tiktoken does if it is installed, else they are estimated.
        """
        from webwinnow.render.chunks import cut

        return cut(self.page, self.blocks, size, unit, overlap, tokens)

    def html(self, outline: Outline | None = None) -> str:
        """Return the page with its main content outlined (see render/html.py for the four ways)."""
        from webwinnow.render.html import render_html

        taken_out = self.extractor.taken_out(self.page)
        return render_html(self.page, self.with_headline, outline or self.options.outline, self.media, taken_out)

    def json(self, hidden: HiddenPolicy | None = None, *, blocks: bool | None = None) -> str:
        """Return `to_dict` as one line of JSON, so that many make a jsonl file."""
        chosen = self.options.blocks if blocks is None else blocks
        return self.render("json", hidden=hidden or self.options.hidden, blocks=chosen)

    def json_pieces(self, hidden: HiddenPolicy | None = None, *, blocks: bool | None = None) -> Iterator[str]:
        """Return the same line piece by piece: with blocks, it may be many times as long as the page."""
        from webwinnow.render.json import Spool

        chosen = self.options.blocks if blocks is None else blocks
        asked = replace(self, options=replace(self.options, hidden=hidden or self.options.hidden, blocks=chosen))
        spool = asked._fitting("json", lambda result: Spool.of(*result._line()))
        self._shortened.update(asked._shortened)
        return iter(spool or ())

    def to_dict(self, hidden: HiddenPolicy | None = None, *, blocks: bool | None = None) -> dict[str, Any]:
        """Return all that is known as plain data; `blocks` adds the blocks with their origins.

        Hidden text is left out of `text`; unless it is to be stripped or kept, `spans` has it and `hidden` says why.
        """
        from webwinnow.render.json import listed

        with_blocks = self.options.blocks if blocks is None else blocks
        return listed(self._fields(hidden or self.options.hidden or "flag", with_blocks=with_blocks))

    def _fields(self, policy: HiddenPolicy, *, with_blocks: bool) -> dict[str, Any]:
        """Return all that is known: spans as they are, and records of headings and blocks to be made one by one."""
        from webwinnow.render.json import as_data

        spans = self.spans if policy == "flag" else shown_of(self.page, self.spans, policy)
        plain: HiddenPolicy = "strip" if policy == "flag" else policy
        return {
            "url": self.page.url,
            "title": self.title,
            "encoding": self.page.encoding,
            "text": self._text(self._with_policy(plain)),
            **({"markdown": self.render("markdown", hidden=plain)} if self.options.markdown else {}),
            "share": round(spans.share_of(self.page.visible), 6),
            "spans": spans,
            "byte_spans": self.page.byte_spans(spans),
            "hidden": as_data(self.hidden, HiddenPart._asdict) if policy == "flag" else [],
            **self._facts(),
            **({"blocks": self._origins(policy)} if with_blocks else {}),
        }

    def _with_policy(self, policy: HiddenPolicy) -> RenderOptions:
        return self.options if (self.options.hidden or "strip") == policy else replace(self.options, hidden=policy)

    def _facts(self) -> dict[str, Any]:
        from webwinnow.headline.outline import each_record
        from webwinnow.losses.dropped import dropped_records
        from webwinnow.render.json import as_data

        headline, embedded = self.headline, self.embedded
        return {
            "headline": headline and headline.to_json() | {"on_top": bool(self._headline_on_top(self.options))},
            "outline": each_record(self.page, self.spans, headline.spans if headline else None),
            "extractor": str(self.extractor),
            "kernels": IMPLEMENTATION,
            "confidence": self.confidence,
            "page_type": self.page_type.summary(),
            "dropped": dropped_records(self.page, self.spans),
            "warnings": list(self.warnings),
            "embedded": embedded.to_json() if embedded else None,
            "items": as_data(self.items, lambda item: item.to_json()),
            "media": as_data(self.media, lambda medium: medium.to_json()),
            "metadata": self.metadata.to_json(),
        }

    def _origins(self, policy: HiddenPolicy) -> Records:
        from webwinnow.render.content import spoken_tree
        from webwinnow.render.origins import block_origins

        named = find_hidden(self.page) if policy == "flag" else Hidden.nothing(self.page)
        tree = spoken_tree(self, self._shown(policy), self.options)
        if len(tree) > _MANY:
            self._forget_blocks()
        return block_origins(self.page, tree, named)

    def render(self, form: Format | Nickname = "text", options: RenderOptions | None = None, **changes: Any) -> str:
        """Render in a form given by name, one of FORMATS; options may be given whole or one by one.

        >>> result = extract('<p>Winnow <a href="/grain">the grain</a>, drop the chaff.</p>')
        >>> result.render("markdown", links=False)
        'Winnow the grain, drop the chaff.\\n'
        """
        form = NICKNAMES.get(form, form)
        if form not in FORMATS:
            raise UsageError(f"unknown format {form!r}: one of {', '.join(FORMATS)}")
        chosen = replace(options or self.options, **changes) if options or changes else self.options
        asked = self if chosen is self.options or chosen == self.options else replace(self, options=chosen)
        rendered = asked.fitted(form, lambda result: result._rendered(form))
        self._shortened.update(asked._shortened)
        return rendered

    def fitted(self, form: str, write: Callable[[Result], str | None]) -> str:
        """Write with as much of the content as the limit of output has room for; None says that there is none."""
        return self._fitting(form, write) or ""

    def _fitting(self, form: str, write: Callable[[Result], Written | None]) -> Written | None:
        with TURNS:
            written, shorter, room = write(self), self, self._room(form)
            while (written is None or len(written) > room) and len(shorter.spans):
                share = 0.5 if written is None else min(_SPARE * room / len(written), 0.5)
                shorter = replace(shorter, spans=shorter.spans.first(int(shorter.spans.characters * share)))
                written = None  # it may be many times the page, and so may its blocks
                self._forget_blocks()
                said = f"as {form} the content has more than {room:,} characters: its end was left out (limit output)"
                self._shortened[form] = shorter._shortened[form] = said
                written = write(shorter)
            return written

    def _forget_blocks(self) -> None:
        """Let go of all blocks: of a large page, they take many times its size; who asks again waits again."""
        from webwinnow.render.structure.building import forget_trees

        forget_trees(self.page)

    def _room(self, form: str) -> int:
        return self.page.limits.room(len(self.page.source), records=form == "json" and self.options.blocks)

    def _rendered(self, form: Format) -> str | None:
        options = self.options
        if form == "html":
            return self.html()
        if form == "json":
            from webwinnow.render.json import write_line

            return write_line(*self._line())
        if form == "spans":
            shown = shown_of(self.page, self.spans, options.hidden) if options.hidden else self.spans
            return "".join(f"{start}\t{end}\n" for start, end in shown)
        if form == "text" and not options.keep_formatting:
            return self._text(options)
        shown = self._shown(options.hidden or "strip")
        return render_structured("formatted-text" if form == "text" else form, self, shown, options)

    def _line(self) -> tuple[dict[str, Any], float]:
        """Return what a line of json tells, and how long its lists may be."""
        fields = self._fields(self.options.hidden or "flag", with_blocks=self.options.blocks)
        return fields, self._room("json") if len(self.spans) else math.inf

    def _text(self, options: RenderOptions) -> str:
        shown = self._shown(options.hidden or "strip")
        above = self._headline_on_top(options)
        below = shown - above.spans if above else shown
        text = self.page.once(("text", below, options.speakers), lambda: self._readable(below, options))
        text = f"{above.text}\n\n{text}" if above else text
        return normalised(text) if options.normalise else text

    def _readable(self, spans: Spans, options: RenderOptions) -> str:
        if not options.speakers or not may_speak(self.page, spans):
            return readable_text(self.page, spans)
        from webwinnow.render.speakers import find_lines

        lines, shown = find_lines(self.page, spans)
        return readable_text(self.page, shown, lines)

    def _headline_on_top(self, options: RenderOptions) -> Headline | None:
        """Return the headline if renderings put it above the content."""
        if not options.headline:
            return None
        from webwinnow.render.opening import headline_above

        return headline_above(self.page, self._shown(options.hidden or "strip"), self.headline)

    def _shown(self, policy: HiddenPolicy) -> Spans:
        shown = shown_text(self.page, self.spans, policy)
        if self.options.headline:
            return shown
        from webwinnow.render.opening import without_headline

        return without_headline(self.page, shown, self.headline)


def find_page_type(page: Document, method: PageTypeMethod = "learned") -> PageType:
    """Tell the type of a page, and its kind as consensus sees it.

    The net text length among its figures is that of TextSweeper's content, as in lang2012; with the method
    `textsweeper` it alone decides, as it does there.
    """
    from webwinnow.extractors.consensus.consensus import page_kind
    from webwinnow.extractors.textsweeper import TextSweeper
    from webwinnow.kind.page_type import page_type

    return page_type(page, lambda: TextSweeper()(page), page_kind(page), method)
