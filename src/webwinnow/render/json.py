"""JSON as one line, so that many make a jsonl file; long lists are written some entries at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import islice
from typing import Any, Final, TypeAlias

from webwinnow.spans import Spans

Entries: TypeAlias = Spans | Iterator[Any]
"""A list in the making: as objects, its entries would take many times the room of the page."""
_AT_ONCE: Final = 256
"""Entries that are written at once."""


def listed(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told with whole lists."""
    return {name: list(value) if isinstance(value, (Spans, Iterator)) else value for name, value in told.items()}


def write_line(told: Mapping[str, Any], room: float) -> str | None:
    """Write what is told; None as soon as its lists are longer than there is room for."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    written, before = StringIO(), "{"
    for name, value in told.items():
        written.write(f"{before}{encode(name)}: ")
        before = ", "
        if not isinstance(value, (Spans, Iterator)):
            written.write(encode(value))
            continue
        inside = "["
        for some in _some_of(value):
            written.write(inside + encode(some)[1:-1])
            inside = ", "
            if written.tell() > room:
                return None
        written.write("[]" if inside == "[" else "]")
    written.write("}\n" if told else "{}\n")
    return written.getvalue()


def _some_of(entries: Entries) -> Iterator[list[Any]]:
    if isinstance(entries, Spans):
        for at in range(0, len(entries), _AT_ONCE):
            some = slice(at, at + _AT_ONCE)
            yield list(zip(entries.starts[some].tolist(), entries.ends[some].tolist(), strict=True))
        return
    while some_records := list(islice(entries, _AT_ONCE)):
        yield some_records
