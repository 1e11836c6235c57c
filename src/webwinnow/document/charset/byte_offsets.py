"""From character offsets in a decoded page back to byte offsets in its original bytes.

Spans count characters; whoever holds the file needs bytes. Nothing is kept from decoding: the places are found
by decoding once more, with an error handler that tells how many bytes each broken sequence took
(`encodings.MEASURE`), so the answer is exact for broken bytes too.

A character's offset is where the character before it ends. Escape sequences of iso-2022-jp therefore belong to the
character after them, and the second of two characters made from one big5 pair has no bytes of its own.

Cost: O(bytes up to the last offset), with numpy over blocks for Unicode, one comparison for single-byte encodings;
for the other encodings some 40 milliseconds for a megabyte and 25 microseconds for each offset.
"""

import codecs
from bisect import bisect_left, bisect_right
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from webwinnow.document.charset import encodings
from webwinnow.document.charset.decode import named, without_mark
from webwinnow.errors import UsageError
from webwinnow.kernels import LIBRARY, address
from webwinnow.spans import Spans

_BLOCK = 1 << 18  # bytes decoded at a time: large enough for numpy, small beside the page
_CHUNK = 32  # bytes run over at once, or walked one by one where an offset falls: the fewer, the less is walked
_BROKEN = "\ufffd"  # what a broken sequence becomes, as some pages write themselves
_AT_ONCE = 4_096  # pieces of a text whose bytes are counted at once
_MARK = 0xDC00  # what MEASURE adds to the number of bytes


def byte_spans(data: bytes, encoding: str, spans: Spans, text: str | None = None) -> Spans:
    """Convert spans of the text that `decode` made of `data` to spans of its bytes; the text helps if it is at hand."""
    is_utf_8 = text is not None and named(encoding) == "utf-8"
    if is_utf_8 and text is not None and text.isascii() and len(text) == len(data):
        return spans.moved(spans.starts, spans.ends, len(data))
    if is_utf_8 and text is not None and _BROKEN not in text:
        body = without_mark(data, "utf-8")
        places = (_in_utf_8(body, _places(spans)) + (len(data) - len(body))).reshape(-1, 2)
        return spans.moved(places[:, 0], places[:, 1], len(data))  # every character has bytes of its own
    return Spans(byte_offsets(data, encoding, _places(spans)).reshape(-1, 2), size=len(data))


def utf_8_spans(source: str, spans: Spans) -> Spans:
    """Convert spans of a text to spans of its UTF-8 form."""
    if source.isascii():
        return spans
    places, before = np.append(_places(spans), len(source)), 0
    offsets = np.empty(len(places), np.int32)
    for at in range(0, len(places), _AT_ONCE):  # as objects, all together take many times the page
        some = places[at : at + _AT_ONCE].tolist()
        offsets[at : at + _AT_ONCE] = [len(source[start:end].encode()) for start, end in pairwise([before, *some])]
        before = some[-1]
    np.cumsum(offsets, out=offsets)
    return spans.moved(offsets[:-1:2], offsets[1::2], int(offsets[-1]))  # every character has bytes of its own


def _is_utf_8(body: memoryview) -> bool:
    """Tell whether no bytes are broken."""
    try:
        str(body, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _in_utf_8(body: memoryview, wanted: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Convert in whole UTF-8: each byte that continues a character makes the offsets behind it larger by one."""
    points = np.frombuffer(body, np.uint8)
    if LIBRARY:
        asked, places = np.ascontiguousarray(wanted, np.int64), np.empty(len(wanted), np.int64)
        LIBRARY.find_bytes(address(points), len(points), len(asked), address(asked), address(places))
        return places.astype(np.intp, copy=False)
    high = np.flatnonzero(points >= 0x80)
    continuing = high[points[high] < 0xC0]
    # So many characters have begun before each of them; those that end at or before an offset are counted.
    begun = continuing - np.arange(len(continuing))
    found: npt.NDArray[np.intp] = np.minimum(wanted + np.searchsorted(begun, wanted, side="right"), len(body))
    return found


def _places(spans: Spans) -> npt.NDArray[np.intp]:
    """Return where spans start and end, in order."""
    places = np.empty((len(spans), 2), np.intp)
    places[:, 0], places[:, 1] = spans.starts, spans.ends
    return places.ravel()


def byte_offsets(data: bytes, encoding: str, characters: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return the byte offsets in `data` of sorted character offsets in the text that `decode` made of it.

    Character 0 is after the byte order mark; the text's length, and anything beyond, is the end of the data.
    """
    name = named(encoding)
    if name is None:
        raise UsageError(f"unknown encoding {encoding!r}: give the name that decode() answered with")
    body = without_mark(data, name)
    if name in encodings.SINGLE_BYTE or (name == "utf-8" and data.isascii()):
        inside = np.minimum(characters, len(body))
    elif name == "utf-8" and _is_utf_8(body):
        inside = _in_utf_8(body, characters)
    elif name in encodings.UNICODE:
        inside = _by_width(body, name, characters)
    elif name == "iso-2022-jp":
        inside = _by_pieces(body, characters)
    else:
        inside = _by_steps(body, encodings.MULTIBYTE[name], characters)
    return (inside + (len(data) - len(body))).astype(np.intp, copy=False)


def _by_width(body: memoryview, name: str, wanted: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Convert in Unicode: the width of each character follows from its code point, so the ends are a running sum."""
    found = np.full(len(wanted), len(body), np.intp)
    decoder = codecs.getincrementaldecoder(encodings.UNICODE[name])(encodings.MEASURE)
    answered, characters, width = int(np.searchsorted(wanted, 1)), 0, 0
    found[:answered] = 0
    for start in range(0, len(body), _BLOCK):
        if answered == len(wanted):
            break
        text = decoder.decode(bytes(body[start : start + _BLOCK]), start + _BLOCK >= len(body))
        ends = width + np.cumsum(_widths(text, name), dtype=np.intp)
        known = int(np.searchsorted(wanted, characters + len(text), side="right"))
        found[answered:known] = ends[wanted[answered:known] - characters - 1]
        answered, characters, width = known, characters + len(text), int(ends[-1]) if len(ends) else width
    return found


def _widths(text: str, name: str) -> npt.NDArray[np.uint8]:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if name == "utf-8":
        widths = np.uint8(1) + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    else:
        widths = np.uint8(2) + np.uint8(2) * (points >= 0x10000)
    broken = (points >= _MARK) & (points < 0xE000)
    return np.where(broken, points - _MARK, widths).astype(np.uint8)


def _by_pieces(body: memoryview, wanted: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Convert in iso-2022-jp: piece by piece between escape sequences, each in an encoding without any."""
    found = np.full(len(wanted), len(body), np.intp)
    answered, characters = int(np.searchsorted(wanted, 1)), 0
    found[:answered] = 0
    for piece in encodings.pieces(body):
        made = len(piece.data) if piece.table else len(encodings.decode_as(piece.data, "euc-jp"))
        known = int(np.searchsorted(wanted, characters + made, side="right"))
        if known > answered:
            inside = wanted[answered:known] - characters
            ends = inside if piece.table else _by_steps(memoryview(piece.data), "euc_jp", inside)
            found[answered:known] = piece.start + ends
        answered, characters = known, characters + made
        if np.searchsorted(wanted, characters) == len(wanted):
            break
    found[np.searchsorted(wanted, characters) :] = len(body)
    return found


def _by_steps(body: memoryview, codec: str, wanted: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Convert by decoding: whole chunks at once, and byte by byte those in which an offset falls."""
    sought = wanted.tolist()
    found = np.full(len(sought), len(body), np.intp)
    decoder = codecs.getincrementaldecoder(codec)(encodings.MEASURE)
    answered, characters = bisect_left(sought, 1), 0
    found[:answered] = 0
    for start in range(0, len(body), _CHUNK):
        if answered == len(sought):
            break
        chunk = body[start : start + _CHUNK]
        state = decoder.getstate()
        made = len(decoder.decode(chunk))
        known = bisect_right(sought, characters + made)
        if known > answered or start + _CHUNK >= len(body):
            decoder.setstate(state)
            ends = _ends(decoder, body, start, start + len(chunk))
            known = bisect_right(sought, characters + len(ends))
            found[answered:known] = [ends[offset - characters - 1] for offset in sought[answered:known]]
        answered, characters = known, characters + made
    return found


def _ends(decoder: codecs.IncrementalDecoder, body: memoryview, position: int, stop: int) -> list[int]:
    """Return where each character ends that the decoder makes of the bytes from position to stop."""
    ends: list[int] = []
    while position < stop or position == stop == len(body):
        pending, state = decoder.getstate()
        made = decoder.decode(body[position : position + 1], position == len(body))
        position += 1
        if made and _MARK <= ord(made[0]) < 0xE000:
            # Bytes after a broken sequence may have been needed to see that it is broken: go back to its end.
            position = position - 1 - len(pending) + ord(made[0]) - _MARK
            decoder.setstate((b"", state))
            ends.append(position)
        else:
            ends += [position] * len(made)
    return ends
