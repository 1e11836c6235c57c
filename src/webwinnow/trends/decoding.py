"""Bytes of a file to text, also where encodings are mixed: lines that are not UTF-8 are read apart, and reported."""

from __future__ import annotations

from typing import Final

from webwinnow.document import charsets, detection
from webwinnow.trends.record import Problem

_MIXED: Final = 0.5
"""A file in which no more than this share of the lines with letters beyond ASCII is broken is UTF-8 with bad lines."""


def text_of(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """Decode a file; newlines become one kind, NULs are left out."""
    text, problems = _decoded(data, file)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""), problems


def _decoded(data: bytes, file: str) -> tuple[str, list[Problem]]:
    name = charsets.marked(data) or detection.utf_16(data)
    if name is not None:
        return charsets.text_of(charsets.body(data, name), name), []
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        return _line_by_line(data, file)


def _line_by_line(data: bytes, file: str) -> tuple[str, list[Problem]]:
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    foreign = [at for at, line in enumerate(lines) if not line.isascii()]
    broken = [at for at in foreign if not _is_utf_8(lines[at])]
    legacy = detection.legacy(b"\n".join(lines[at] for at in broken), None)
    if len(broken) > _MIXED * len(foreign):
        told = f"the file is not UTF-8 (this line is the first): read as {legacy}"
        return charsets.text_of(b"\n".join(lines), legacy), [Problem(file, broken[0] + 1, told)]
    bad = set(broken)
    texts = [charsets.text_of(line, legacy if at in bad else "utf-8") for at, line in enumerate(lines)]
    return "\n".join(texts), [Problem(file, at + 1, f"the line is not UTF-8: read as {legacy}") for at in broken]


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
