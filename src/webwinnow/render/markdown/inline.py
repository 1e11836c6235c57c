"""A line of Markdown: marks become signs where CommonMark reads those signs as marks, and HTML where it would not.

A sign opens emphasis only beside blanks and punctuation, in ways that Chinese or a quoted word soon break (CommonMark
0.31, section 6.2). Where the rules do not surely hold, `<em>` says the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from webwinnow.render.formats import joined
from webwinnow.render.markdown.escaping import (
    code_span,
    escaped,
    escaped_at_line_start,
    may_be_formula,
    written_address,
)
from webwinnow.render.structure.block import Inline, InlineKind, Marks

_SIGNS: Final[dict[int, str]] = {Marks.STRONG: "**", Marks.EMPHASIS: "*", Marks.DELETED: "~~"}
_TAGS: Final = {
    Marks.STRONG: "strong",
    Marks.EMPHASIS: "em",
    Marks.DELETED: "del",
    Marks.SUPERSCRIPT: "sup",
    Marks.SUBSCRIPT: "sub",
}
_ORDER: Final = tuple(_TAGS)
_SIGNED: Final = sum(_SIGNS)
_WRITTEN: Final = sum(_TAGS)
_NOTHING: Final = Inline("")
_ENDS_LOOSELY: Final = re.compile(r"[^\W_][:：,，.。;；、!！?？]$")
"""A sign that closes between these and a letter would not be read as one; a colon is as good without the mark."""
_TOGETHER: Final = 1_024
"""Parts of a line that are joined at once."""
_BRACKET: Final = "["
_STAR: Final = "*"
_LESS, _GREATER = re.compile(r"\s*<\s*"), re.compile(r"\s*>\s*")  # between dollars, a tag would still be a tag
_AFTER_NOTE: Final = re.compile(r"[(:]")
Around = tuple[Marks | str, ...]
"""What is around a piece of a line, outermost first: the address of a link, then marks."""


class _Part(NamedTuple):
    """A part of a line: text to write, or a mark or link that opens or closes."""

    text: str = ""
    opens: Marks | str | None = None
    closes: Marks | str | None = None
    is_break: bool = False


def written_lines(inlines: Sequence[Inline], *, line_break: str = "\\\n", at_line_start: bool = True) -> list[str]:
    """Write inlines as lines."""
    first = inlines[0] if len(inlines) == 1 else _NOTHING
    if first.text and not first.marks and not first.address and first.kind is InlineKind.TEXT:
        text = escaped(first.text)  # most blocks are that simple
        return [escaped_at_line_start(text) if at_line_start else text]
    dollars = may_be_formula(joined(each.text for each in inlines))
    if _are_plainly_marked(inlines):
        return joined(_in_signs(inlines, dollars, line_break, at_line_start)).split("\n")
    return "".join(_with_marks(_parts(_tidied(inlines), dollars), line_break, at_line_start)).split("\n")


def _are_plainly_marked(inlines: Sequence[Inline]) -> bool:
    """Tell whether no inline has more than one mark, and each mark is around whole words beside text without any.

    Then signs hold everywhere, whatever stands around them.
    """
    before = _NOTHING
    for inline in inlines:
        marks = inline.marks & _WRITTEN
        if before.marks & _WRITTEN and (marks or inline.text.startswith(_STAR)):
            return False
        if marks:
            plain = inline.marks in _SIGNS and inline.kind is InlineKind.TEXT and not before.text.endswith(_STAR)
            if not plain or not (inline.text[:1].isalnum() and inline.text[-1:].isalnum()):
                return False
        before = inline
    return True


def _in_signs(inlines: Sequence[Inline], dollars: bool, line_break: str, at_line_start: bool) -> Iterator[str]:
    """Write inlines that are plainly marked; some may be links. What is written last may have to be escaped yet."""
    written: list[str] = []
    address, before, starts_line = "", "", at_line_start
    for inline in inlines:
        if len(written) > _TOGETHER:
            yield "".join(written[:-1])
            del written[:-1]
        if inline.address != address:
            if address:
                written.append(_closing(address, signs=False))
            elif inline.address:
                _escape_bang(written, before)
            if inline.address:
                written.append("[")
            address, before, starts_line = inline.address, "", False
        if inline.kind is InlineKind.BREAK:
            written.append(line_break)
            before, starts_line = "", at_line_start and line_break.endswith("\n")
            continue
        text = _text(inline, before, dollars)
        if inline.marks & _WRITTEN:
            written.append(f"{_SIGNS[inline.marks]}{text}{_SIGNS[inline.marks]}")
            before, starts_line = "", False
            continue
        if text.startswith("["):
            _escape_bang(written, before)
        written.append(escaped_at_line_start(text) if starts_line else text)
        dollars = dollars or text.startswith("$")
        before, starts_line = text, False
    yield "".join(written)
    if address:
        yield _closing(address, signs=False)


def _escape_bang(written: list[str], before: str) -> None:
    """Escape an exclamation mark at the end of what was written last: before a link, it would make it an image."""
    if before.endswith("!") and not before.startswith("`"):
        written[-1] = written[-1][:-1] + "\\!"


def _with_marks(parts: list[_Part], line_break: str, at_line_start: bool) -> list[str]:
    """Write parts of which some open or close marks."""
    partners = _partners(parts)
    held = _where_signs_hold(parts, partners)
    written: list[str] = []
    starts_line = at_line_start
    for at, part in enumerate(parts):
        if part.is_break:
            written.append(line_break)
            starts_line = at_line_start and line_break.endswith("\n")
            continue
        if part.opens is not None:
            written.append(_opening(part.opens, signs=at in held))
        elif part.closes is not None:
            written.append(_closing(part.closes, signs=partners[at] in held))
        else:
            written.append(escaped_at_line_start(part.text) if starts_line else part.text)
        starts_line = False
    return written


def _tidied(inlines: Sequence[Inline]) -> Sequence[Inline]:
    """Take marks off blanks at their edges, off images and lone punctuation, and off a colon before a letter."""
    tidied: list[Inline] = []
    for at, inline in enumerate(inlines):
        before = inlines[at - 1].marks if at else 0
        behind = inlines[at + 1] if at + 1 < len(inlines) else _NOTHING
        begins, ends = inline.marks & _SIGNED & ~before, inline.marks & _SIGNED & ~behind.marks
        if not begins | ends or inline.marks & Marks.CODE:
            tidied.append(inline)
        elif not _has_letters(inline):
            tidied.append(inline._replace(marks=inline.marks & ~(begins & ends)))
        else:
            tidied += _without_edges(inline, begins, ends, before_letter=behind.text[:1].isalnum())
    return tidied


def _without_edges(inline: Inline, begins: int, ends: int, *, before_letter: bool) -> list[Inline]:
    """Split off the edges of a marked text at which its marks begin or end."""
    text = inline.text
    first = len(text) - len(text.lstrip()) if begins else 0
    loose = 1 if before_letter and _ENDS_LOOSELY.search(text) else len(text) - len(text.rstrip())
    last = len(text) - (loose if ends else 0)
    if not first and last == len(text):  # as most
        return [inline]
    bare = inline._replace(places=())
    edges = (bare._replace(text=text[:first], marks=inline.marks & ~begins),
             inline._replace(text=text[first:last]),
             bare._replace(text=text[last:], marks=inline.marks & ~ends))  # fmt: skip
    return [each for each in edges if each.text]


def _has_letters(inline: Inline) -> bool:
    return inline.kind is not InlineKind.IMAGE and any(map(str.isalnum, inline.text))


def _parts(inlines: Sequence[Inline], dollars: bool) -> list[_Part]:
    """Open and close marks so that they nest."""
    parts: list[_Part] = []
    around: Around = ()
    for at, inline in enumerate(inlines):
        if around or inline.marks or inline.address:
            wanted = _around(inline, around, inlines[at + 1] if at + 1 < len(inlines) else _NOTHING)
            shared = _shared(around, wanted)
            parts += [_Part("", None, each) for each in reversed(around[shared:])]
            parts += [_Part("", each) for each in wanted[shared:]]
            around = wanted
        if inline.kind is InlineKind.BREAK:
            parts.append(_Part(is_break=True))
        else:
            parts.append(_Part(_text(inline, parts[-1].text if parts else "", dollars)))
            # A dollar behind a formula could be read as one of its own.
            dollars = dollars or parts[-1].text.startswith("$")
    parts += [_Part(closes=each) for each in reversed(around)]
    return _with_bangs_escaped(parts)


def _around(inline: Inline, before: Around, behind: Inline) -> Around:
    """Order what is around a piece of a line: what is open already stays outside, then what goes on behind it."""
    if not inline.marks and not inline.address:
        return ()
    marks = _in_order(inline.marks) if inline.kind is not InlineKind.NOTE else ()
    wanted: Around = (inline.address, *marks) if inline.address else marks
    if before[: len(wanted)] == wanted or len(wanted) < 2:
        return wanted
    open_already = tuple(takewhile(wanted.__contains__, before))
    opening = [each for each in wanted if each not in open_already]
    ending = [
        each for each in opening if not (behind.marks & each if isinstance(each, Marks) else each == behind.address)
    ]
    return (*open_already, *(each for each in opening if each not in ending), *ending)


@lru_cache(maxsize=256)
def _in_order(marks: int) -> tuple[Marks, ...]:
    return tuple(mark for mark in _ORDER if marks & mark)


def _shared(one: Around, other: Around) -> int:
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _text(inline: Inline, before: str, dollars: bool) -> str:
    """Write the text of an inline; `before` is what stands right before it inside of the same marks."""
    if inline.kind is not InlineKind.TEXT:
        return _atom(inline)
    if inline.marks & Marks.CODE:
        return code_span(inline.text)
    text = escaped(inline.text, dollars=dollars, in_link=bool(inline.address))
    return "\\" + text if before.startswith("[^") and _AFTER_NOTE.match(text) else text


def _atom(inline: Inline) -> str:
    if inline.kind is InlineKind.FORMULA:
        return _formula(inline)
    if inline.kind is InlineKind.NOTE:
        return f"[^{inline.source}]"
    address = "" if inline.source.startswith("data:") else written_address(inline.source)
    return f"![{escaped(inline.text, in_link=True)}]({address})" if address or inline.text else ""


def _formula(inline: Inline) -> str:
    source = _LESS.sub(r" \\lt ", _GREATER.sub(r" \\gt ", inline.text)).strip()
    if "$" in source or source.endswith("\\"):
        return code_span(inline.text)
    return f"$${source}$$" if inline.source else f"${source}$"


def _with_bangs_escaped(parts: list[_Part]) -> list[_Part]:
    """Escape an exclamation mark before a link, which would make it an image."""
    for at, part in enumerate(parts[:-1]):
        if part.text.endswith("!") and not part.text.startswith("`"):
            following = parts[at + 1]
            if isinstance(following.opens, str) or following.text.startswith("["):
                parts[at] = part._replace(text=part.text[:-1] + "\\!")
    return parts


def _partners(parts: list[_Part]) -> dict[int, int]:
    """Find for each opening its closing, and the other way round."""
    opened: list[int] = []
    partners: dict[int, int] = {}
    for at, part in enumerate(parts):
        if part.opens is not None:
            opened.append(at)
        elif part.closes is not None:
            partners[at] = opened.pop()
            partners[partners[at]] = at
    return partners


def _opening(mark: Marks | str, *, signs: bool) -> str:
    if not isinstance(mark, Marks):
        return "["
    return _SIGNS[mark] if signs else f"<{_TAGS[mark]}>"


def _closing(mark: Marks | str, *, signs: bool) -> str:
    if not isinstance(mark, Marks):
        return f"]({written_address(mark)})"
    return _SIGNS[mark] if signs else f"</{_TAGS[mark]}>"


def _where_signs_hold(parts: list[_Part], partners: dict[int, int]) -> set[int]:
    """Find the openings of marks that CommonMark surely reads in their signs."""
    held: set[int] = set()
    depth = 0
    for at, part in enumerate(parts):
        if isinstance(part.opens, Marks):
            if part.opens in _SIGNS and _signs_hold(parts, at, partners[at], alone=depth == 0):
                held.add(at)
            depth += 1
        depth -= isinstance(part.closes, Marks)
    return held


def _signs_hold(parts: list[_Part], first: int, last: int, *, alone: bool) -> bool:
    """Tell whether signs hold at both ends; inside of a word only for a mark that is alone."""
    for part in parts[first:last]:
        if part.is_break or not (part.text or part.opens is not None or part.closes is not None):
            return False
    before, behind = _beside(parts, first, -1), _beside(parts, last, 1)
    inside = _beside(parts, first, 1), _beside(parts, last, -1)
    if None in inside or _STAR in (before, behind, *inside):
        return False
    simple = alone and last == first + 2
    for one, other in ((inside[0], before), (inside[1], behind)):
        if one is not None and not (_holds(one, other) and (simple or _is_one_sided(one, other))):
            return False
    return True


def _beside(parts: list[_Part], at: int, step: int) -> str | None:
    """Return the character on one side of a mark, past marks that open or close with it at the same place.

    None is the edge of a line; a star stands for a mark that ends there while this one starts.
    """
    opening = parts[at].opens is not None
    at += step
    while 0 <= at < len(parts) and isinstance(parts[at].opens if opening else parts[at].closes, Marks):
        at += step
    if not 0 <= at < len(parts) or parts[at].is_break:
        return None
    part = parts[at]
    if part.text:
        return part.text[0 if step > 0 else -1]
    return _BRACKET if isinstance(part.opens or part.closes, str) and not isinstance(part.opens, Marks) else _STAR


def _is_edge(outside: str | None) -> bool:
    return outside is None or outside.isspace() or _is_punctuation(outside)


def _is_one_sided(inside: str, outside: str | None) -> bool:
    """Tell whether a sign between these can only open, or only close."""
    return outside is None or outside.isspace() or (_is_edge(outside) and not _is_punctuation(inside, or_symbol=True))


def _holds(inside: str, outside: str | None) -> bool:
    """Tell whether a sign between these two characters is part of an emphasis."""
    if inside.isspace():
        return False
    if _is_edge(outside):
        return True
    return not _is_punctuation(inside, or_symbol=True)


@lru_cache(maxsize=1024)
def _is_punctuation(character: str, *, or_symbol: bool = False) -> bool:
    category = unicodedata.category(character)[0]
    return category == "P" or (category == "S" and (or_symbol or character.isascii()))
