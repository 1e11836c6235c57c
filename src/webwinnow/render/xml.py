"""XML with our own names: each block is an element of its kind, with everything that `Block` knows about it.

<page url="..."><metadata>...</metadata><content><heading level="1" spans="4-8">Mill</heading>...</content></page>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from webwinnow.metadata import Found
from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.hidden import Hidden, find_hidden
from webwinnow.render.structure.block import Block, Inline, Pairs, Tree, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.kinds import InlineKind, Kind, Marks
from webwinnow.render.xml_text import attributes, content, element
from webwinnow.spans import Spans

_FIELDS: Final = (
    "published", "modified", "site_name", "description", "language", "canonical_url", "image", "licence",
)  # fmt: skip
_DEFAULTS: Final = Block(Kind.PARAGRAPH)
_TOLD: Final = ("level", "columns", "rows", "label")
"""Fields of a block that are told where they are not the default."""


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    page = facts.page
    tree = plain_links(build_tree(page, spans, options.clean), links=options.links)
    told = attributes({"url": page.url, "encoding": page.encoding})
    hidden = find_hidden(page) if options.hidden == "flag" else Hidden.nothing(page)
    body = "".join(_blocks(tree, hidden))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<page{told}>\n{_metadata(facts)}'
        f"<content>\n{body}</content>\n</page>\n"
    )


def _metadata(facts: Facts) -> str:
    """Write what is known of the page, each value with what said so."""
    metadata, headline = facts.metadata, facts.headline
    fields: list[tuple[str, Found | None]] = [("author", author) for author in metadata.authors]
    fields += [(name, getattr(metadata, name)) for name in _FIELDS]
    fields += [("tag", tag) for tag in metadata.tags]
    named = {"title": facts.page.title, "headline": headline.text if headline else None}
    lines = [element(name, {}, content(text)) for name, text in named.items() if text]
    lines += [element(name, {"source": found.source}, content(found.value)) for name, found in fields if found]
    return element("metadata", {}, "\n" + "".join(f"{line}\n" for line in lines)) + "\n"


def _blocks(tree: Tree, hidden: Hidden) -> Iterator[str]:
    """Write block after block, those around it being open."""
    opened: list[Block] = []
    for block in tree:
        while opened and opened[-1].depth >= block.depth:
            yield f"</{opened.pop().kind}>\n"
        told = _details(block, opened[-1] if opened else _DEFAULTS) | {"hidden": hidden.reason(block.spans)}
        if block.holds_blocks:
            opened.append(block)
            yield f"<{block.kind}{attributes(told)}>\n"
        else:
            yield element(block.kind, told, _inlines(block.inlines)) + "\n"
    while opened:
        yield f"</{opened.pop().kind}>\n"


def _details(block: Block, around: Block) -> dict[str, str | None]:
    known = {name: getattr(block, name) for name in _TOLD}
    told: dict[str, str | None] = {
        name: str(value) for name, value in known.items() if value != getattr(_DEFAULTS, name)
    }
    if block.kind is Kind.LIST:
        told["ordered"] = "yes" if block.ordered else "no"
    if block.ordered or (block.kind is Kind.ITEM and around.ordered):
        told["number"] = str(block.number)
    if block.header:
        told["header"] = "yes"
    told["lang"] = block.language if block.language != around.language else None
    told["dir"] = block.direction if block.direction != around.direction else None
    return told | {"spans": _places(block.spans)}


def _places(places: Pairs) -> str | None:
    return " ".join(f"{start}-{end}" for start, end in places) or None


def _inlines(inlines: Iterable[Inline]) -> str:
    """Write a line; what belongs to one link stays one link."""
    parts: list[str] = []
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = "".join(map(_inline, group))
        parts.append(element("link", {"address": address}, text) if address else text)
    return "".join(parts)


def _inline(inline: Inline) -> str:
    if inline.kind is InlineKind.BREAK:
        return "<break/>"
    if inline.kind is InlineKind.IMAGE:
        return element("image", {"address": inline.source, "text": inline.text}, "")
    if inline.kind is InlineKind.FORMULA:
        return element("formula", {"display": "yes" if inline.source else None}, content(inline.text))
    text = content(inline.text)
    for mark in Marks:
        if inline.marks & mark:
            text = element(mark.name.lower(), {}, text)
    if inline.kind is InlineKind.NOTE:
        text = element("reference", {"footnote": inline.source}, text)
    return element("phrase", {"lang": inline.language}, text) if inline.language else text
