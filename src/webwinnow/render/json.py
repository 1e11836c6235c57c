"""JSON as one line, so that many make a jsonl file; long lists are written some entries at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np

from webwinnow.kernels import LIBRARY, address
from webwinnow.spans import Offsets, Spans

Entries: TypeAlias = Spans | Iterator[Any]
"""A list in the making: as objects, its entries would take many times the room of the page."""
_AT_ONCE: Final = 256
"""Entries that are written at once."""
_PAIR: Final = len("[2147483647, 2147483647], ")
_encode: Final = json.JSONEncoder(ensure_ascii=False).encode


def listed(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told with whole lists."""
    return {name: list(value) if isinstance(value, (Spans, Iterator)) else value for name, value in told.items()}


def write_line(told: Mapping[str, Any], room: float) -> str | None:
    """Write what is told; None as soon as its lists are longer than there is room for."""
    written, before, plain = "", "{", dict[str, Any]()  # a text of one's own grows where it stands
    for name, value in told.items():
        if not isinstance(value, (Spans, Iterator)):
            plain[name] = value  # one call writes all that stand side by side
            continue
        if plain:
            written += before + _encode(plain)[1:-1]
            before, plain = ", ", {}
        written += f"{before}{_encode(name)}: ["
        before, between = ", ", ""
        for some in _some_of(value):
            written += between + some
            between = ", "
            if len(written) > room:
                return None
        written += "]"
    return written + (before + _encode(plain)[1:-1] if plain or not told else "") + "}\n"


def _some_of(entries: Entries) -> Iterator[str]:
    """Write entries, some at a time."""
    if isinstance(entries, Spans):
        for at in range(0, len(entries), _AT_ONCE):
            some = slice(at, at + _AT_ONCE)
            yield _pairs(entries.starts[some], entries.ends[some])
        return
    while some_records := list(islice(entries, _AT_ONCE)):
        yield _encode(some_records)[1:-1]


def _pairs(starts: Offsets, ends: Offsets) -> str:
    """Write pairs of numbers."""
    if LIBRARY is None:
        return _encode(list(zip(starts.tolist(), ends.tolist(), strict=True)))[1:-1]
    written = np.empty(_PAIR * len(starts), np.uint8)
    size = LIBRARY.write_pairs(len(starts), address(starts), address(ends), address(written))
    return str(written[:size].data, "ascii")
