"""`extract`: from a page to its main content, in one call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webwinnow.catalogue import DEFAULT
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.expression import parse
from webwinnow.extractors.consensus.page_kind import page_kind
from webwinnow.headline import Headline, Subtitle, find_headline, find_outline
from webwinnow.kind import PageType, page_type
from webwinnow.losses import Dropped, Embedded, find_dropped, find_embedded, find_warnings
from webwinnow.media import Medium, main_media
from webwinnow.metadata import Metadata, find_metadata
from webwinnow.posts import Posts, find_posts
from webwinnow.render.hidden import Hidden, Policy, apply_policy, apply_to, find_hidden
from webwinnow.render.html import Outline, render_html
from webwinnow.render.json import render_json
from webwinnow.render.normalising import normalised
from webwinnow.render.origins import block_origins
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structured import STRUCTURED, RenderOptions, render_structured
from webwinnow.render.table import render_spans
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Stage

FORMATS: Final = ("text", *STRUCTURED, "html", "json", "spans")
_AS_IT_IS: Final = RenderOptions()


@dataclass(frozen=True, slots=True)
class Result:
    """The main content of a page: where it is, and renderings of it."""

    page: Document
    spans: Spans
    """The main content, as offsets in `page.source`."""
    extractor: Extractor

    @property
    def text(self) -> str:
        """The main content as readable text: all that the spans cover; `render` can leave hidden text out."""
        return render_text(self.page, self.spans)

    @property
    def title(self) -> str | None:
        """The text of the page's title element."""
        return self.page.title

    @property
    def share(self) -> float:
        """The share of the visible text that was kept."""
        return self.spans.share_of(self.page.visible)

    @property
    def media(self) -> tuple[Medium, ...]:
        """The media that belong to the main content: images, video, sound, drawings (see docs/media.md)."""
        return main_media(self.page, self.spans, self.extractor)

    @property
    def blocks(self) -> Tree:
        """The main content as blocks in their order: kind, level, text, spans, language, direction (docs/output.md)."""
        return build_tree(self.page, self.spans)

    @property
    def headline(self) -> Headline | None:
        """The page's headline, with where it stands (see docs/headlines.md); found anew each time it is asked for."""
        return find_headline(self.page, content=self.spans)

    @property
    def outline(self) -> tuple[Subtitle, ...]:
        """The headings inside the main content, without the headline: level, text and spans."""
        return self._outline(self.headline)

    def _outline(self, headline: Headline | None) -> tuple[Subtitle, ...]:
        return find_outline(self.page, self.spans, headline.spans if headline else None)

    @property
    def metadata(self) -> Metadata:
        """Authors, dates, site, language and more, each with where it stands (see docs/metadata.md); found anew."""
        return find_metadata(self.page, self.spans)

    @property
    def posts(self) -> Posts:
        """Article, posts and comments of the page (see docs/posts.md); found anew each time it is asked for."""
        return find_posts(self.page)

    @property
    def page_type(self) -> PageType:
        """Article, overview, media or empty, and the finer kind, with the figures behind it (docs/page-types.md)."""
        return find_page_type(self.page)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before trusting the result, if anything."""
        found = (*self.extractor.warnings(self.page), *find_warnings(self.page, self.spans))
        nothing = len(self.page.visible) > 0 and not len(self.spans)
        return (*found, *(["no main content was found"] if nothing else []))

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """What is not in the result, by kind: navigation, link lists, footers, comments, hidden text and more."""
        return find_dropped(self.page, self.spans)

    @property
    def embedded(self) -> Embedded | None:
        """Text that stands in the page only for programs, where it is much longer than what was found."""
        return find_embedded(self.page, int((self.spans.ends - self.spans.starts).sum()))

    @property
    def confidence(self) -> float | None:
        """How good the result is expected to be, from 0 to 1; None where the extractor does not tell."""
        return self.extractor.confidence(self.page)

    def html(self, outline: Outline = "remove") -> str:
        """The page with its main content outlined (see render/html.py for the four ways)."""
        return render_html(self.page, self.spans, outline, self.media)

    def json(self, hidden: Policy = "flag") -> str:
        """The result as one line of JSON; `hidden` says what becomes of text that readers do not see."""
        unseen = find_hidden(self.page)
        shown = apply_policy(self.page, self.spans, unseen, hidden)
        named = unseen if hidden == "flag" else Hidden.nothing(self.page)
        blocks = block_origins(self.page, build_tree(self.page, shown), named)
        return render_json(self.page, self.spans if hidden == "flag" else shown, self.facts() | {"blocks": blocks})

    def facts(self) -> dict[str, object]:
        """What is known about the result beside its text and spans, as JSON has it."""
        headline, embedded = self.headline, self.embedded
        return {
            "headline": headline.to_json() if headline else None,
            "outline": [subtitle.to_json() for subtitle in self._outline(headline)],
            "extractor": str(self.extractor),
            "confidence": self.confidence,
            "page_type": self.page_type.summary(),
            "dropped": [each.to_json() for each in self.dropped],
            "warnings": list(self.warnings),
            "embedded": embedded.to_json() if embedded else None,
            "media": [medium.to_json() for medium in self.media],
            "metadata": self.metadata.to_json(),
        }

    def render(self, form: str = "text", outline: Outline = "remove", options: RenderOptions = _AS_IT_IS) -> str:
        """Render in a form given by name, one of FORMATS; `outline` shapes html, `options` most others."""
        if form not in FORMATS:
            raise UsageError(f"unknown format {form!r}: one of {', '.join(FORMATS)}")
        if form == "html":
            return self.html(outline)
        if form == "json":
            return self.json(options.hidden or "flag")
        if form == "spans":
            return render_spans(apply_to(self.page, self.spans, options.hidden) if options.hidden else self.spans)
        shown = apply_to(self.page, self.spans, options.hidden or "strip")
        if form == "text" and not options.keep_formatting:
            text = render_text(self.page, shown)
            return normalised(text) if options.normalise else text
        return render_structured("formatted-text" if form == "text" else form, self.page, shown, options)


def extract(
    page: str | bytes | Document,
    extractor: str | Stage = DEFAULT,
    *,
    url: str | None = None,
    encoding: str | None = None,
) -> Result:
    """Find the main content of a page.

    >>> extract("<nav><a href=/>Home</a></nav><p>Winnow the grain, drop the chaff.</p>").text
    'Winnow the grain, drop the chaff.\\n'
    """
    chosen = _parsed(extractor) if isinstance(extractor, str) else extractor
    if not isinstance(chosen, Extractor):
        raise UsageError(f"{chosen} is a {chosen.kind} and does not decide what is content: add an extractor")
    document = read(page, url=url, encoding=encoding)
    return Result(document, chosen(document), chosen)


def find_page_type(page: Document) -> PageType:
    """Tell the type of a page, and its kind as consensus sees it.

    The net text length among its figures is that of TextSweeper's content, as in lang2012.
    """
    sweep = _parsed("textsweeper")
    return page_type(page, sweep(page) if isinstance(sweep, Extractor) else None, page_kind(page))


def read(page: str | bytes | Document, *, url: str | None = None, encoding: str | None = None) -> Document:
    """Make a Document of whatever holds a page."""
    if isinstance(page, Document):
        return page
    if isinstance(page, str):
        return Document(page, url=url)
    return Document.from_bytes(bytes(page), url=url, encoding=encoding)


_parsed = lru_cache(maxsize=64)(parse)
