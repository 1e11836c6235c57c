"""Blocks of code, each read at once: inside of one, every blank counts and no element does.

Code on pages is coloured word by word, so that most elements of a manual stand in its code.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.references import decode_references
from webwinnow.render.structure.block import Inline
from webwinnow.render.structure.formulas import Formula
from webwinnow.render.structure.gaps import Column, Piece
from webwinnow.render.structure.line import Line
from webwinnow.render.structure.noted import Noted
from webwinnow.render.structure.reading import Reading
from webwinnow.render.structure.writing import Context

_NAME: Final = r"([a-zA-Z][\w+#.-]{0,30}|c)"
_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:^|\s)(?:code-?)?lang(?:uage)?-{_NAME}",  # HTML's own advice, and most libraries
        rf"(?:^|\s)highlight-(?:source|text)-{_NAME}",  # code hosting
        rf"(?:^|\s)highlight-{_NAME}",  # documentation generators
        rf"brush:\s*{_NAME}",
        rf"(?:^|\s)(?:sourceCode|hljs|highlight|prettyprint|code|src)\s+(?:src-)?{_NAME}",
    )
)
_ATTRIBUTES: Final = ("data-lang", "data-language", "data-code-language")
_NO_LANGUAGE: Final = frozenset(
    "default none notranslate plain plaintext text txt nohighlight no-highlight linenums wrap copyable block "
    "line-numbers numberlines sourcecode highlight hljs prettyprint code-block codehilite".split()
)
_EMPTY_LINES: Final = re.compile(r"\A(?:[^\S\n]*+\n)+")


def code_language(attributes: dict[str, str]) -> str:
    """Name the language, given the attributes of an element around the code, if they do."""
    found = (name.lower() for name in _candidates(attributes))
    return next((name for name in found if name not in _NO_LANGUAGE), "")


def _candidates(attributes: dict[str, str]) -> Iterable[str]:
    for name in _ATTRIBUTES:
        if re.fullmatch(_NAME, attributes.get(name, "")):
            yield attributes[name]
    written = attributes.get("class", "")[:500]
    for pattern in _PATTERNS:
        if match := pattern.search(written):
            yield match[1].rstrip(".-")


def code_blocks(page: Document, noted: Noted, formulas: dict[int, Formula]) -> frozenset[int]:
    """Find the kept blocks of code, of which none is inside another or inside a formula."""
    ends, found, end = page.elements.last, list[int](), 0
    for element in sorted([*noted.code, *formulas]) if noted.code else []:
        if element >= end:
            end = int(ends[element])
            if element not in formulas:
                found.append(element)
    return frozenset(found)


class CodeRead(NamedTuple):
    """A block of code as it is read: its text and its language, and the pieces that it stands in, which may be none."""

    text: str
    language: str
    start: int
    end: int


def read_code(reading: Reading, element: int) -> CodeRead:
    """Read a block of code."""
    first, close = reading.first[element] + 1, int(reading.page.elements.close[element])
    start, end = _between(reading.kept.gap, first, close)
    if start == end:
        return CodeRead("", "", start, end)
    text = _whole(reading, first, close, start, end) or _pieced(reading, element, start, end)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
    return CodeRead(text, _language(reading, element), start, end)


def put_code(reading: Reading, element: int, context: Context, clean: Callable[[str], str] | None) -> None:
    """Write a block of code."""
    text, language, start, end = read_code(reading, element)
    if start == end:
        return
    starts, ends = reading.kept.start[start:end].tolist(), reading.kept.end[start:end].tolist()
    inline = Inline(clean(text) if clean else text, places=tuple(zip(starts, ends, strict=True)))
    reading.writing.code(context, element, inline, language)


def _between(gap: Column, first: int, close: int) -> tuple[int, int]:
    """Return the first of some pieces that stands in or behind a gap, and the first behind another."""
    gaps = gap.data  # numpy takes longer for single ones
    start = bisect_left(gaps, first)
    return start, bisect_left(gaps, close + 1, start)


def _whole(reading: Reading, first: int, close: int, start: int, end: int) -> str:
    """Read all text at once where nothing was left out and no element starts a line; else nothing."""
    runs, kept = reading.page.runs, reading.kept
    low, high = _between(runs.gap, first, close)
    plain = reading.breaks[first] == reading.breaks[close] and reading.lines[first] == reading.lines[close]
    if not plain or high - low != end - start or runs.start.data[low:high] != kept.start.data[start:end]:
        return ""
    if runs.end.data[low:high] != kept.end.data[start:end]:
        return ""
    source, places = reading.gaps.source, (each[first : close + 1] for each in (reading.gaps.starts, reading.gaps.ends))
    texts = [source[before:behind] for before, behind in zip(*places, strict=True)]
    text = "".join(texts)
    if "&" in text:
        text = "".join([decode_references(each) if "&" in each else each for each in texts])
    return _EMPTY_LINES.sub("", text.replace("\r\n", "\n")).rstrip()


def _pieced(reading: Reading, element: int, start: int, end: int) -> str:
    """Read piece by piece, with the blanks between them."""
    line, gaps = Line(reading.gaps), reading.kept.gap[start:end].tolist()
    starts, ends = reading.kept.start[start:end].tolist(), reading.kept.end[start:end].tolist()
    passed = reading.breaks[gaps[0]]
    for first, last, gap in zip(starts, ends, gaps, strict=True):
        piece = Piece(first, last, gap, reading.lines[gap])
        indentation = reading.gaps.indentation(reading.first[element] + 1, piece) if line.is_empty else ""
        text = decode_references(reading.page.source[first:last])
        line.put_raw(piece, text, indentation=indentation, new_block=reading.breaks[gap] != passed)
        passed = reading.breaks[gap]
    return "".join([inline.text for inline in line.finished()])


def _language(reading: Reading, element: int) -> str:
    """Name the language as the block itself, what is right inside, or what is around it tells."""
    parent = reading.page.elements.parent
    around = [element, max(int(parent[element]), 0)]
    around.append(max(int(parent[around[-1]]), 0))
    inside = element + 1
    if inside < len(reading.tags) and parent[inside] == element:
        around.insert(0, inside)
    for tag in map(reading.start_tags.written, around):
        if "class" not in tag and "data-" not in tag:
            continue
        if tag not in reading.languages_of_code:  # blocks of a page are written alike
            reading.languages_of_code[tag] = code_language(read_attributes(tag))
        if found := reading.languages_of_code[tag]:
            return found
    return ""
