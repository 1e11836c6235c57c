"""XML: text and attributes that are safe in it, and a format with our own names that has all that `Block` knows.

<page url="..."><metadata>...</metadata><content><heading level="1" spans="4-8">Mill</heading>...</content></page>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain, groupby
from operator import attrgetter
from typing import Final
from urllib.parse import quote, urlsplit

from webwinnow.metadata import Found
from webwinnow.render.content import spoken_tree
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.hidden import Hidden, find_hidden
from webwinnow.render.structure.block import Block, Inline, InlineKind, Kind, Marks, Tree
from webwinnow.render.structure.places import Pairs
from webwinnow.spans import Spans

_BLANK: Final = re.compile(r"[\x0b\x0c\x1c-\x1f]")
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BROKEN_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST_IN_BRACKETS: Final = re.compile(r"[a-z][a-z0-9+.-]*://\[[0-9a-f:.]+\]", re.IGNORECASE)
_PLAIN: Final = "%/:?#@!$&'()*+,;=~"
_LANGUAGE: Final = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_FIELDS: Final = (
    "published", "modified", "site_name", "description", "language", "canonical_url", "image", "licence",
)  # fmt: skip
_LONG: Final = 10_000
"""Characters of a block that are not copied once more."""
_DEFAULTS: Final = Block(Kind.PARAGRAPH)
_TOLD: Final = ("level", "columns", "rows", "label", "speaker")
"""Fields of a block that are written where they are not the default."""
_may_tell: Final = attrgetter(*_TOLD)
_USUALLY: Final = _may_tell(_DEFAULTS)


def legal(text: str) -> str:
    """Replace what no XML may hold, not even escaped: control characters that are blanks by one, others by U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", _BLANK.sub(" ", text))


def content(text: str) -> str:
    """Write text between tags; a carriage return would be read as a line feed."""
    return escape(legal(text), quote=False).replace("\r", "&#13;")


def attributes(values: Mapping[str, str | None]) -> str:
    """Write attributes, a blank before each; those without a value are left out."""
    return "".join(f' {name}="{_value(value)}"' for name, value in values.items() if value is not None)


def element(name: str, values: Mapping[str, str | None], inside: str) -> str:
    """Write an element; what is inside is XML already."""
    return f"<{name}{attributes(values)}>{inside}</{name}>" if inside else f"<{name}{attributes(values)}/>"


_FIRST: Final = re.compile(r"[^/?#]*:[^/?#]*")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def pointer(address: str) -> str:
    """Write an address so that every reader of URIs takes it; empty where nothing can be made of it.

    >>> pointer("https://example.org/größe 1#a#b")
    'https://example.org/gr%C3%B6%C3%9Fe%201#a%23b'
    """
    host = _HOST_IN_BRACKETS.match(address)
    start, rest = (host[0], address[host.end() :]) if host else ("", address)
    before, sign, fragment = quote(_BROKEN_PERCENT.sub("%25", rest), safe=_PLAIN).partition("#")
    written = start + before + sign + fragment.replace("#", "%23")
    first = _FIRST.match(written)
    if first and not _SCHEME.match(written):  # what stands before a colon would be read as a scheme
        written = first[0].replace(":", "%3A") + written[first.end() :]
    return written if _has_port(written) else ""


def _has_port(address: str) -> bool:
    """Tell whether the port is a number or missing."""
    try:
        return (urlsplit(address).port or 0) >= 0
    except ValueError:
        return False


def language_tag(language: str | None) -> str | None:
    """Return a language as XML has it; None for what is no tag of a language."""
    return language if language and _LANGUAGE.fullmatch(language) else None


def _value(value: str) -> str:
    return escape(legal(value)).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    page = facts.page
    tree = spoken_tree(facts, spans, options)
    told = attributes({"url": page.url, "encoding": page.encoding})
    hidden = find_hidden(page) if options.hidden == "flag" else Hidden.nothing(page)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<page{told}>\n{_metadata(facts)}<content>\n'
    return joined(chain([head], _blocks(tree, hidden), ["</content>\n</page>\n"]))


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
        told = _details(block, opened[-1] if opened else _DEFAULTS)
        if reason := hidden.reason(block.spans):
            told["hidden"] = reason
        if block.holds_blocks:
            opened.append(block)
            yield f"<{block.kind}{attributes(told)}>\n"
        elif len(inside := _inlines(block.inlines)) > _LONG:
            yield from (f"<{block.kind}{attributes(told)}>", inside, f"</{block.kind}>\n")
        else:
            yield element(block.kind, told, inside) + "\n"
    while opened:
        yield f"</{opened.pop().kind}>\n"


def _details(block: Block, around: Block) -> dict[str, str | None]:
    told = dict[str, str | None]()
    if _may_tell(block) != _USUALLY:
        told = {name: str(value) for name in _TOLD if (value := getattr(block, name)) != getattr(_DEFAULTS, name)}
    if block.kind is Kind.LIST:
        told["ordered"] = "yes" if block.ordered else "no"
    if block.ordered or (block.kind is Kind.ITEM and around.ordered):
        told["number"] = str(block.number)
    if block.header:
        told["header"] = "yes"
    told["lang"] = block.language if block.language != around.language else None
    told["dir"] = block.direction if block.direction != around.direction else None
    told["spans"] = _places(block.spans)
    return told


def _places(places: Pairs) -> str | None:
    return joined((f"{start}-{end}" for start, end in places), " ") or None


def _inlines(inlines: Sequence[Inline]) -> str:
    """Write a line; what belongs to one link stays one link."""
    if len(inlines) == 1 and not inlines[0].address:  # as most
        return _inline(inlines[0])
    return joined(_linked(inlines))


def _linked(inlines: Sequence[Inline]) -> Iterator[str]:
    for address, group in groupby(inlines, key=lambda inline: inline.address):
        text = joined(map(_inline, group))
        yield element("link", {"address": address}, text) if address else text


def _inline(inline: Inline) -> str:
    if inline.kind is InlineKind.BREAK:
        return "<break/>"
    if inline.kind is InlineKind.IMAGE:
        return element("image", {"address": inline.source, "text": inline.text}, "")
    if inline.kind is InlineKind.FORMULA:
        return element("formula", {"display": "yes" if inline.source else None}, content(inline.text))
    text = content(inline.text)
    for mark in Marks if inline.marks else ():
        if inline.marks & mark:
            text = element(mark.name.lower(), {}, text)
    if inline.kind is InlineKind.NOTE:
        text = element("reference", {"footnote": inline.source}, text)
    return element("phrase", {"lang": inline.language}, text) if inline.language else text
