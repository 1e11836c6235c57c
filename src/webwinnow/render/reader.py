"""A clean page to read: semantic headings, landmarks, a skip link, light, dark and print styles, and no scripts.

Each block tells its language and direction where they differ from those around it, so that screen readers change
their voice and browsers lay out each paragraph the right way. Nothing of the page's own markup is copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from webwinnow.document import Document
from webwinnow.render.addresses import is_safe
from webwinnow.render.content import content_tree
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.languages import languages, page_direction, page_language, phrase, primary
from webwinnow.render.opening import is_headline
from webwinnow.render.structure.block import Block, Direction, Inline, InlineKind, Kind, Marks, Tree, extents, without
from webwinnow.spans import Spans

if TYPE_CHECKING:
    from webwinnow.metadata import Metadata

_TAGS: Final = {
    Kind.PARAGRAPH: "p",
    Kind.IMAGE: "p",
    Kind.FORMULA: "p",
    Kind.CAPTION: "p",
    Kind.TERM: "dt",
    Kind.RULE: "hr",
    Kind.SPEAKER: "p",
    Kind.ITEM: "li",
    Kind.QUOTE: "blockquote",
    Kind.TABLE: "table",
    Kind.ROW: "tr",
    Kind.FIGURE: "figure",
    Kind.DEFINITIONS: "dl",
    Kind.DESCRIPTION: "dd",
    Kind.FOOTNOTE: "aside",
}
_MARK_TAGS: Final = (
    (Marks.STRONG, "strong"),
    (Marks.EMPHASIS, "em"),
    (Marks.DELETED, "del"),
    (Marks.INSERTED, "ins"),
    (Marks.HIGHLIGHTED, "mark"),
    (Marks.SUPERSCRIPT, "sup"),
    (Marks.SUBSCRIPT, "sub"),
    (Marks.CODE, "code"),
)
_AROUND: Final = {Kind.TABLE: ('<div class="scroll" tabindex="0">', "</div>")}
"""A wide table scrolls inside of an element of its own: as a scrolling block it would be no table to screen readers."""
_BARE: Final = frozenset({Kind.ITEM, Kind.CELL, Kind.DESCRIPTION})
"""What holds a single paragraph without saying so."""
_FIRST: Final = 6
"""Blocks among which the headline stands if the content begins with it."""


class _Opened(NamedTuple):
    """A block that holds others, while those are written."""

    block: Block
    end: str
    language: str | None
    direction: Direction


def tree_markup(tree: Tree, language: str | None, direction: Direction) -> Iterator[str]:
    """Write the blocks one after the other; language and direction are named where they change."""
    opened = [_Opened(Block(Kind.QUOTE, -1), "", language, direction)]
    ends = extents(tree)
    for at, block in enumerate(tree):
        while opened[-1].block.depth >= block.depth:
            yield opened.pop().end
        around = opened[-1]
        name, attributes = _tag(block, around.block)
        attributes += _spoken(block, around)
        if block.holds_blocks:
            before, behind = _AROUND.get(block.kind, ("", ""))
            yield f"{before}<{name}{attributes}>"
            opened.append(_Opened(block, f"</{name}>{behind}\n", block.language, block.direction))
        elif block.kind is Kind.RULE:
            yield "<hr>\n"
        elif not attributes and name == "p" and around.block.kind in _BARE and ends[at - 1] == at + 1:
            yield _content(block)
        else:
            yield f"<{name}{attributes}>{_content(block)}</{name}>\n"
    while opened:
        yield opened.pop().end


def _tag(block: Block, around: Block) -> tuple[str, str]:
    """Name the tag of a block, and what it says besides language and direction."""
    if block.kind is Kind.HEADING:
        return f"h{block.level}", ""
    if block.kind is Kind.LIST:
        start = f' start="{block.number}"' if block.ordered and block.number != 1 else ""
        return ("ol" if block.ordered else "ul"), start
    if block.kind is Kind.ITEM:
        return "li", f' value="{block.number}"' if around.ordered else ""
    if block.kind is Kind.CELL:
        return ("th" if block.header else "td"), _stretch(block)
    if block.kind is Kind.CODE:
        return "pre", ' tabindex="0"'
    if block.kind is Kind.FOOTNOTE:
        return "aside", f' id="note-{escape(block.label)}" role="doc-footnote"'
    if block.kind is Kind.QUOTE and block.label:
        return "aside", f' class="callout {block.label}" role="note"'
    if block.kind is Kind.CAPTION:
        return {Kind.TABLE: "caption", Kind.FIGURE: "figcaption"}.get(around.kind, "p"), ""
    return _TAGS[block.kind], ' class="speaker"' if block.kind is Kind.SPEAKER else ""


def _stretch(block: Block) -> str:
    columns = f' colspan="{block.columns}"' if block.columns > 1 else ""
    return columns + (f' rowspan="{block.rows}"' if block.rows > 1 else "")


def _spoken(block: Block, around: _Opened) -> str:
    """Tell language and direction where they differ from those of the block around."""
    language = f' lang="{escape(block.language or "")}"' if block.language != around.language else ""
    return language + (f' dir="{block.direction}"' if block.direction != around.direction else "")


def _content(block: Block) -> str:
    if block.kind is not Kind.CODE:
        return inline_markup(block.inlines)
    named = f' class="language-{escape(block.label)}"' if block.label else ""
    return f"<code{named}>{escape(block.text, quote=False)}</code>"


def inline_markup(inlines: Iterable[Inline]) -> str:
    """Write a line; what belongs to one link stays one link."""
    parts: list[str] = []
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = "".join(map(_inline, group))
        parts.append(f'<a href="{escape(address)}">{text}</a>' if address else text)
    return "".join(parts)


def _inline(inline: Inline) -> str:
    if inline.kind is InlineKind.BREAK:
        return "<br>"
    if inline.kind is InlineKind.IMAGE:
        return f'<img src="{escape(inline.source)}" alt="{escape(inline.text)}" loading="lazy">'
    if inline.kind is InlineKind.FORMULA:
        return f'<span role="math" class="formula">{escape(inline.text, quote=False)}</span>'
    text = escape(inline.text, quote=False)
    if inline.kind is InlineKind.NOTE:
        text = f'<a href="#note-{escape(inline.source)}" role="doc-noteref">{text}</a>'
    if inline.language:
        text = f'<span lang="{escape(inline.language)}">{text}</span>'
    for mark, tag in reversed(_MARK_TAGS):
        if inline.marks & mark:
            text = f"<{tag}>{text}</{tag}>"
    return text


def tree_page(page: Document, tree: Tree, title: str, header: str) -> str:
    """Write a tree of blocks as a page to read, below a header that is markup already."""
    language = page_language(page, tree)
    direction = page_direction(tree)
    body = joined(tree_markup(tree, language, direction))
    skip = _chrome("skip", language, 'class="skip" href="#content"')
    named = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!DOCTYPE html>\n<html{named} dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" '
        f'content="no-referrer">\n<title>{escape(title)}</title>\n<style>\n{_style()}</style>\n'
        f"</head>\n<body>\n{skip}\n"
        f'{header}<main id="content" tabindex="-1">\n<article>\n{body}</article>\n</main>\n'
        f"{_footer(page, language)}</body>\n</html>\n"
    )


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    page, headline = facts.page, facts.headline if options.headline else None
    tree = content_tree(facts, spans, options)
    title = headline.text if headline else page.title or page.url or ""
    if headline is None:
        return tree_page(page, tree, title, "")
    said = (at for at, block in enumerate(tree[:_FIRST]) if not block.depth and is_headline(block.text, headline))
    at = next(said, None)  # where the content begins with another form of it, that is enough
    below = tree if at is None else without(tree, at)
    header = _header(facts.metadata, None if at is None else tree[at], page_direction(below))
    return tree_page(page, below, title, header)


def _header(metadata: Metadata, headline: Block | None, direction: Direction) -> str:
    """Show the headline, and below it who wrote the page and when, as far as that is known."""
    who = ", ".join(f'<span class="author">{escape(author.value)}</span>' for author in metadata.authors)
    when = metadata.published
    date = f'<time datetime="{escape(when.value)}">{escape(_day(when.value))}</time>' if when else ""
    below = " · ".join(filter(None, (who, date)))
    byline = f'<p class="byline">{below}</p>\n' if below else ""
    turned = f' dir="{headline.direction}"' if headline and headline.direction != direction else ""
    title = f"<h1{turned}>{_content(headline)}</h1>\n" if headline else ""
    return f"<header>\n{title}{byline}</header>\n" if title or byline else ""


def _day(date: str) -> str:
    """Leave the time of day out."""
    return date.partition("T")[0]


def _footer(page: Document, language: str | None) -> str:
    if not page.url or not is_safe(page.url):
        return ""
    link = _chrome("source", language, f'href="{escape(page.url)}"')
    return f"<footer>\n<p>{link}</p>\n</footer>\n"


def _chrome(name: str, language: str | None, attributes: str) -> str:
    """Write a link of our own, in the page's language if we know it, else in English, and say so."""
    known = primary(language) in languages()
    told = "" if known else ' lang="en"'
    return f"<a {attributes}{told}>{escape(phrase(name, language if known else 'en'))}</a>"


@cache
def _style() -> str:
    return files("webwinnow.render").joinpath("reader.css").read_text(encoding="utf-8")
