"""JSON as one line, so that many make a jsonl file; long lists are written some entries at a time."""

from __future__ import annotations

import json
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address
from webwinnow.language.characters import units
from webwinnow.spans import Spans


class Writable(Protocol):
    """An entry that can write itself."""

    def to_json(self) -> dict[str, object]:
        """Return all of it as plain data."""

    def written(self) -> Sequence[str]:
        """Write the same as JSON: as one text, or as some that are joined by who reads them."""


class Records:
    """Entries that can write themselves, in the making."""

    def __init__(self, records: Iterator[Writable], least: int = 0) -> None:
        """Take them, and how many characters they make at least."""
        self._records, self.least = records, least

    def __iter__(self) -> Iterator[dict[str, object]]:
        """Go over them as plain data."""
        return (record.to_json() for record in self._records)

    def written(self) -> Iterator[str]:
        """Write some at a time, with what stands between them."""
        between = ""
        while some := [record.written() for record in islice(self._records, _AT_ONCE)]:
            if all(len(parts) == 1 for parts in some):
                yield between + ", ".join([parts[0] for parts in some])
            else:
                yield from chain.from_iterable((", " if at else between, *parts) for at, parts in enumerate(some))
            between = ", "


Numbers: TypeAlias = npt.NDArray[np.int32]
Entries: TypeAlias = Spans | Records | Iterator[Any]
"""A list in the making: as objects, its entries would take many times the room of the page."""
Entry = TypeVar("Entry")
_FEW: Final = 100
"""Entries that are made into plain data at once."""
_AT_ONCE, _PAIRS_AT_ONCE = 64, 4096
"""Entries, and pairs of numbers, that are written at once."""
_QUICKLY: Final = 1, zlib.DEFLATED, 13, 6
"""How a line is packed: not hard, and with room of 64 kB for what stands before; entries are much alike."""
_UNPACKED: Final = 65_536
"""Bytes of a line that are read at once."""
_PLAIN: Final = frozenset({str, int, float, bool, type(None), dict, list})
_LONG: Final = 1000
"""Characters of a text that is written alone."""
_PAIR: Final = len("[2147483647, 2147483647], ")
encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
quoted: Final = json.encoder.encode_basestring
"""Write a text as JSON."""


def as_data(entries: Sequence[Entry], make: Callable[[Entry], Any]) -> list[Any] | Iterator[Any]:
    """Make plain data of entries; of very many, each when it is written."""
    made = map(make, entries)
    return list(made) if len(entries) <= _FEW else made


def listed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with whole lists."""
    return {name: list(value) if _is_list(value) else value for name, value in fields.items()}


def _is_list(value: object) -> bool:
    """Tell whether a value is a list in the making; to ask for the protocol of iterators takes many times as long."""
    return type(value) not in _PLAIN and (type(value) in (Spans, Records) or hasattr(value, "__next__"))


def write_line(fields: Mapping[str, Any], room: float) -> str | None:
    """Write fields; None as soon as their lists are longer than there is room for."""
    if _least(fields) > room:
        return None
    written, behind, length = "", list[str](), 0
    for piece, is_listed in _pieces(fields):
        length += len(piece)
        if written.isascii():
            written += piece  # a text of one's own grows where it stands
        else:
            behind.append(piece)  # a wide one takes several times the room of what is mostly ASCII
        if is_listed and length > room:
            return None
    return "".join([written, *behind]) if behind else written


class Spool:
    """A line that was written and is read piece by piece: packed, for it may take many times the room of its page."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._packed, self._packing, self._length = list[bytes](), zlib.compressobj(*_QUICKLY), 0

    @classmethod
    def of(cls, fields: Mapping[str, Any], room: float) -> Spool | None:
        """Write fields; None as soon as their lists are longer than there is room for."""
        if _least(fields) > room:
            return None
        spool = cls()
        for piece, is_listed in _pieces(fields):
            spool.add(piece)
            if is_listed and len(spool) > room:
                return None
        return spool

    def add(self, piece: str) -> None:
        """Write some more."""
        self._length += len(piece)
        if packed := self._packing.compress(piece.encode("utf-8", "surrogatepass")):
            self._packed.append(packed)

    def __len__(self) -> int:
        """Count the characters."""
        return self._length

    def __iter__(self) -> Iterator[str]:
        """Read all of it, once, and let go of what was read."""
        unpacking, decoder = zlib.decompressobj(), getincrementaldecoder("utf-8")("surrogatepass")
        for packed in (*self._packed, self._packing.flush()):
            left = packed
            while left:
                yield decoder.decode(unpacking.decompress(left, _UNPACKED))
                left = unpacking.unconsumed_tail
        yield decoder.decode(unpacking.flush(), final=True)


def _least(fields: Mapping[str, Any]) -> int:
    """Return how many characters lists of records make at least: what is too long is not begun."""
    return sum(value.least for value in fields.values() if type(value) is Records)


def _pieces(fields: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Write fields piece by piece, each with whether it is an entry of a list, or some."""
    before, plain = "{", dict[str, Any]()
    for name, value in fields.items():
        is_long = type(value) is str and len(value) >= _LONG
        if not is_long and not _is_list(value):
            plain[name] = value  # one call writes all that stand side by side
            continue
        if plain:
            yield before, False
            yield encode(plain)[1:-1], False
            before, plain = ", ", {}
        if is_long:
            yield f"{before}{encode(name)}: ", False
            yield quoted_text(value), False
            before = ", "
            continue
        yield f"{before}{encode(name)}: [", False
        before = ", "
        for some in value.written() if isinstance(value, Records) else _parted(_some_of(value)):
            yield some, True
        yield "]", False
    yield (before + encode(plain)[1:-1] if plain or not fields else "") + "}\n", False


def _parted(parts: Iterator[str]) -> Iterator[str]:
    between = ""
    for part in parts:
        yield between + part
        between = ", "


def _some_of(entries: Spans | Iterator[Any]) -> Iterator[str]:
    """Write entries, some at a time."""
    if isinstance(entries, Spans):
        yield from _some_pairs(entries.starts, entries.ends)
        return
    while some := list(islice(entries, _AT_ONCE)):
        yield encode(some)[1:-1]


def listed_pairs(starts: Numbers, ends: Numbers) -> Iterator[str]:
    """Write pairs of numbers, with what stands between them, some at a time."""
    return _parted(_some_pairs(starts, ends))


def _some_pairs(starts: Numbers, ends: Numbers) -> Iterator[str]:
    """Write pairs of numbers, some at a time."""
    for at in range(0, len(starts), _PAIRS_AT_ONCE):
        yield pairs(starts[at : at + _PAIRS_AT_ONCE], ends[at : at + _PAIRS_AT_ONCE])


def quoted_text(text: str) -> str:
    """Write a text as `quoted` does; a long one without controls several times as fast."""
    if _holds_controls(text):
        return quoted(text)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _holds_controls(text: str) -> bool:
    """Tell whether a text holds controls, but for line breaks; without compiled code, `quoted` knows as quickly."""
    if LIBRARY is None:
        return True
    data, width = units(text)
    return bool(LIBRARY.of("holds_controls", width)(data, len(text)))


def pairs(starts: Numbers, ends: Numbers) -> str:
    """Write pairs of numbers."""
    if LIBRARY is None:
        return encode(list(zip(starts.tolist(), ends.tolist(), strict=True)))[1:-1]
    written = np.empty(_PAIR * len(starts), np.uint8)
    size = LIBRARY.write_pairs(len(starts), address(starts), address(ends), address(written))
    return str(written[:size].data, "ascii")
