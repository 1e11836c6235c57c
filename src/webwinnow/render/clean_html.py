"""Clean HTML: the kept elements with those around them, and nothing that could do harm.

The page's own elements are written anew around the kept text: without what was dropped, with absolute addresses, with
the attributes that carry meaning, `lang` and `dir` among them. nh3 (ammonia), a maintained sanitiser, then decides what
may stay: scripts, styles, event handlers, frames and addresses that do more than lead somewhere go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from types import ModuleType
from typing import TYPE_CHECKING, Final

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import column
from webwinnow.document.links import base_address
from webwinnow.document.references import decode_references
from webwinnow.errors import MissingExtraError
from webwinnow.render.addresses import REPEATED, Addresses, is_safe
from webwinnow.render.content import shown_images
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.languages import page_direction, page_language
from webwinnow.render.opening import below_headline, headline_above, headline_block
from webwinnow.render.structure.building import build_tree, forget_trees
from webwinnow.render.structure.formulas import Formula, find_formulas
from webwinnow.render.structure.gaps import Gaps, Piece, StartTags
from webwinnow.render.structure.kept import Kept, Step, find_kept, walk
from webwinnow.render.structure.noted import find_noted
from webwinnow.render.structure.reading import image_of
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.headline import Headline

_TAGS: Final = frozenset(
    "article section aside header footer main nav div address hgroup h1 h2 h3 h4 h5 h6 p blockquote pre hr br "
    "ul ol li dl dt dd figure figcaption picture img table caption thead tbody tfoot tr td th colgroup col "
    "details summary a abbr b bdi bdo cite code data del dfn em i ins kbd mark q ruby rb rt rp rtc s samp small "
    "span strong sub sup time u var wbr center".split()
)
_EVERYWHERE: Final = frozenset({"lang", "dir", "title", "id"})
_ATTRIBUTES: Final = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start", "reversed", "type"},
    "li": {"value"},
    "td": {"colspan", "rowspan", "headers"},
    "th": {"colspan", "rowspan", "scope", "abbr", "headers"},
    "time": {"datetime"},
    "data": {"value"},
    "blockquote": {"cite"},
    "q": {"cite"},
    "del": {"datetime", "cite"},
    "ins": {"datetime", "cite"},
    "code": {"class"},
    "pre": {"class"},
    "col": {"span"},
    "colgroup": {"span"},
    "abbr": {"title"},
}
_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel", "ftp", "data"})
_CODE_CLASS: Final = re.compile(r"(?:^|\s)((?:language|lang)-[\w+#.-]{1,30})")
_TO_PLACE: Final = re.compile(r"""href\s*=\s*["']?#([^"'\s>]+)""", re.IGNORECASE)
_VOID: Final = column("br hr img wbr col")
_MANY_BLOCKS, _MANY_TAGS = 2_000, 20_000
_BYTE_ORDER_MARK: Final = "\ufeff"
_STRETCH, _TOGETHER = 20_000, 1_000
"""Characters that are made safe together: the sanitiser takes ten times their room; parts that are joined at once."""
_DEEP, _MOST = 64, 5_000
"""Open elements among which a stretch ends after so many tags and texts, which no reader sees any more."""


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for: a whole page, which names its encoding, language and direction."""
    headline = facts.headline if options.headline else None
    return _whole_page(facts.page, spans, options, headline, shown_images(facts))


def _whole_page(
    page: Document,
    spans: Spans,
    options: RenderOptions,
    headline: Headline | None = None,
    images: frozenset[int] | None = None,
) -> str:
    direction, language = _direction_and_language(page, spans)
    title, top = headline.text if headline else page.title or "", ""
    if above := headline_above(page, spans, headline):
        block = headline_block(page, above, None)
        turned = f' dir="{block.direction}"' if block.direction != direction else ""
        top = f"<h1{turned}>{escape(block.text, quote=False)}</h1>\n"
    named = f' lang="{escape(language)}"' if language else ""
    head = (
        f'<!DOCTYPE html>\n<html{named} dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{top}"
    )
    written = _safe_stretches(page, below_headline(page, spans, headline), options, images)
    return joined([head, *written, "\n</body>\n</html>\n"])


def _direction_and_language(page: Document, spans: Spans) -> tuple[str, str | None]:
    """Return those of the content; of very many blocks none is kept for it."""
    tree = build_tree(page, spans)
    found = page_direction(tree), page_language(page, tree)
    if len(tree) > _MANY_BLOCKS or len(page.tokens.code) > _MANY_TAGS:
        del tree
        forget_trees(page)
    return found


def render_clean_html(page: Document, spans: Spans, *, links: bool = True) -> str:
    """Render what the spans cover as a safe page."""
    return _whole_page(page, spans, RenderOptions(links=links))


def clean_fragment(
    page: Document, spans: Spans, options: RenderOptions | None = None, images: frozenset[int] | None = None
) -> str:
    """Render what the spans cover as safe markup, to be put into a page of one's own; `images` as in `build_tree`."""
    return joined(_safe_stretches(page, spans, options or RenderOptions(), images))


def _safe_stretches(
    page: Document, spans: Spans, options: RenderOptions, images: frozenset[int] | None
) -> Iterator[str]:
    kept = find_kept(page, spans, images)
    return map(sanitised, _Writer(page, kept, options).stretches()) if len(kept.start) else iter(())


def sanitised(markup: str) -> str:
    """Remove from any markup what could do harm."""
    cleaned: str = _nh3().clean(
        markup,
        tags=set(_TAGS),
        attributes={"*": set(_EVERYWHERE), **{name: set(names) for name, names in _ATTRIBUTES.items()}},
        url_schemes=set(_SCHEMES),
        attribute_filter=_filtered,
        link_rel="noopener noreferrer",
        strip_comments=True,
    )
    return cleaned


def _filtered(_tag: str, name: str, value: str) -> str | None:
    """Let through what the sanitiser cannot judge: `data:` only for pictures, classes only for the language of code."""
    if name in ("href", "cite"):
        return value if is_safe(value) else None
    if name == "src":
        return Addresses("").image(value) or None
    if name == "class":
        match = _CODE_CLASS.search(value)
        return match[1] if match else None
    if name in ("colspan", "rowspan"):
        return value if re.fullmatch(r"\d{1,4}", value) else None
    return value


def _nh3() -> ModuleType:
    try:
        import nh3
    except ImportError as error:
        raise MissingExtraError("nh3", "html") from error
    found: ModuleType = nh3
    return found


class _Writer:
    """Writes the kept elements anew."""

    def __init__(self, page: Document, kept: Kept, options: RenderOptions) -> None:
        self.page, self.kept, self.options = page, kept, options
        self.gaps, self.addresses = Gaps.of(page), Addresses(base_address(page), REPEATED * len(page.source))
        self.start_tags = StartTags.of(page, self.gaps)
        self.noted = find_noted(page, kept, self.start_tags)
        self.formulas: dict[int, Formula] = find_formulas(page, kept.needed, self.start_tags, self.noted)
        self.lines = kept.lines.data
        self.targets = frozenset(_TO_PLACE.findall(page.source)) if self.options.links else frozenset()
        """Places of the page that links lead to; other names are none of our business."""
        self.open = list[str]()
        """Names of the elements that are open where it writes."""

    def stretches(self) -> Iterator[str]:
        """Write stretches of some length that hold whole elements: what is safe in one depends on no other.

        In the deep, elements end with a stretch, and begin anew in the next.
        """
        written, some, size, count = list[str](), list[str](), 0, 0
        for part in self.parts():
            some.append(part)
            size += len(part)
            if len(some) < _TOGETHER and (size < _STRETCH or self.open):
                continue
            written.append("".join(some))  # single parts take many times the room of what they hold
            count += len(some)
            some.clear()
            ends = len(self.open) >= _DEEP and count >= _MOST if self.open else size >= _STRETCH
            if ends:
                yield "".join(written)
                written, size, count = [f"<{name}>" for name in self.open], 0, 0
        yield "".join([*written, *some])

    def parts(self) -> Iterator[str]:
        """Write tag after tag and text after text."""
        starts, ends, gaps = (column.data for column in (self.kept.start, self.kept.end, self.kept.gap))
        at: Piece | None = None
        for step, number in walk(self.page, self.kept, self.formulas):
            if step is Step.LEAVE:
                yield self._end(number)
                continue
            if step is Step.ENTER:
                first = int(self.page.elements.first[number])
                here = Piece(self.gaps.ends[first], self.gaps.ends[first], first, self.lines[first])
                yield self._between(at, here) + self._start(number)
                at = here
                continue
            here = Piece(starts[number], ends[number], gaps[number], self.lines[gaps[number]])
            yield from self._texts(self._between(at, here), here)
            at = here

    def _between(self, before: Piece | None, after: Piece) -> str:
        """Write line breaks and the blanks that stand between two kept places."""
        if before is None or after.gap < before.gap:
            return ""
        breaks = "<br>" * (after.line - before.line)
        return breaks + self.gaps.blanks_between(before, after) if after.start >= before.end else breaks

    def _texts(self, between: str, piece: Piece) -> Iterator[str]:
        """Write a text behind what is before it; a long one, which may become many times as long, in parts."""
        text = decode_references(self.page.source[piece.start : piece.end])
        text, start = self.options.clean(text) if self.options.clean else text, 0
        while start < len(text) or between:
            end = min(start + _STRETCH, len(text))
            while end < len(text) and (text[end - 1] == "\r" or text[end] == _BYTE_ORDER_MARK):
                end += 1  # the sanitiser makes one line end of two characters, and drops a mark where a part begins
            yield between + escape(text[start:end], quote=False)
            start, between = end, ""

    def _start(self, element: int) -> str:
        if element in self.formulas:
            return _formula(self.formulas[element])
        name = self.page.name(element)
        if name in ("img", "image"):
            return self._image(element)
        if name not in _TAGS:
            return ""
        if self._is_written(element):
            self.open.append(name)
        attributes = read_attributes(self.start_tags.written(element))
        if name == "a":
            attributes["href"] = self._address(attributes.get("href", "")) if self.options.links else ""
        if attributes.get("id") not in self.targets:
            attributes.pop("id", None)
        written = "".join(
            f' {key}="{escape(value)}"'
            for key, value in attributes.items()
            if value and (key in _EVERYWHERE or key in _ATTRIBUTES.get(name, ()))
        )
        return f"<{name}{written}>"

    def _address(self, written: str) -> str:
        """Return an absolute address; links to other places of the page stay what they are."""
        return written if written.startswith("#") else self.addresses.link(written)

    def _end(self, element: int) -> str:
        return f"</{self.open.pop()}>" if self._is_written(element) else ""

    def _is_written(self, element: int) -> bool:
        """Tell whether an element has tags around what it holds."""
        known = self.page.name(element) in _TAGS and element not in self.formulas
        return known and not _VOID[self.page.elements.tag[element]]

    def _image(self, element: int) -> str:
        if not self.kept.atoms[element]:
            return ""
        found = image_of(self.page, element, self.noted.said_of(element), self.addresses)
        return f'<img src="{escape(found[0])}" alt="{escape(found[1])}">' if found else ""


def _formula(formula: Formula) -> str:
    signs = "$$" if formula.display else "$"
    return f"<span>{signs}{escape(formula.source, quote=False)}{signs}</span>" if formula.source else ""
