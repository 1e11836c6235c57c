"""Character offsets against a naive reference that decodes every rest of the data anew."""

from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.charset import byte_offsets as module
from webwinnow.document.charset import encodings
from webwinnow.document.charset.byte_offsets import byte_offsets
from webwinnow.document.charset.decode import BYTE_ORDER_MARKS, decode
from webwinnow.document.charset.decode import marked as marked_as
from webwinnow.errors import UsageError

STATELESS = sorted({*encodings.UNICODE, *encodings.MULTIBYTE, "windows-1252", "windows-874"} - {"iso-2022-jp"})
WORDS = {
    "big5": "這是網頁a 1",
    "euc-jp": "日本ｱの①髙ab~",
    "euc-kr": "한국어 똠a1",
    "gb18030": "中文𠀀ȶ€a0",
    "gbk": "中文网页a0",
    "shift_jis": "日本ｱ①表a\\",
    "utf-16be": "aé中😀",
    "utf-16le": "aé中😀",
    "utf-8": "aé中😀\ufffd",
    "windows-1252": "aé’",
    "windows-874": "กขa",
}


def naive_ends(body: bytes, name: str) -> list[int]:
    """Where each character ends: the last cut that leaves the character before it and the text after it unchanged."""
    ends, position, text = [], 0, encodings.decode_as(body, name)
    unit = 2 if name.startswith("utf-16") else 1
    while text:
        inside = range(position + unit, min(position + 5, len(body)), unit)
        made, position = next(
            (made, place)
            for made in (1, 2)
            for place in (len(body), *reversed(inside))
            if encodings.decode_as(body[position:place], name) == text[:made]
            and encodings.decode_as(body[place:], name) == text[made:]
        )
        text = text[made:]
        ends += [position] * made
    return ends


@st.composite
def encoded(draw: st.DrawFn) -> tuple[str, bytes]:
    """Bytes of an encoding, whole characters and broken ones in any order."""
    name = draw(st.sampled_from(STATELESS))
    codec = encodings.UNICODE.get(name) or encodings.MULTIBYTE.get(name) or encodings.SINGLE_BYTE[name]
    whole = st.sampled_from(WORDS[name]).map(lambda letter: letter.encode(codec, "ignore"))
    return name, b"".join(draw(st.lists(whole | st.binary(max_size=3), max_size=12)))


@given(encoded(), st.integers(1, 9), st.booleans())
def test_agrees_with_the_naive_reference(page: tuple[str, bytes], size: int, marked: bool) -> None:
    name, body = page
    mark = BYTE_ORDER_MARKS.get(name, b"") if marked else b""
    if not marked and marked_as(body) == name:
        return
    expected = [len(mark) + end for end in (0, *naive_ends(body, name))]
    with patch.object(module, "_CHUNK", size), patch.object(module, "_BLOCK", size):
        found = byte_offsets(mark + body, name, np.arange(len(expected)))
    assert found.tolist() == expected


@given(st.text("aé中文🙂\n\0", max_size=40), st.sampled_from(["utf-8", "utf-16le", "utf-16be", "gb18030"]), st.data())
def test_slices_of_bytes_are_slices_of_text(text: str, name: str, data: st.DataObject) -> None:
    codec = encodings.UNICODE.get(name, name)
    original = BYTE_ORDER_MARKS.get(name, b"") + text.encode(codec)
    assert decode(original, encoding=name).text == text
    wanted = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=6)))
    found = byte_offsets(original, name, np.array(wanted)).tolist()
    for (start, end), (first, last) in zip(pairwise(wanted), pairwise(found), strict=True):
        assert original[first:last].decode(codec) == text[start:end]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gbk", "没有声明编码的网页 page " * 200),
        ("shift_jis", "日本語のページです。 page ソ表 " * 200),
        ("euc-kr", "한국어 페이지입니다 page " * 200),
        ("big5", "這是一個網頁 page 許功蓋 " * 200),
        ("euc-jp", "日本語のページです。 page ｱｲｳ " * 200),
        ("utf-16le", "surrogate 😀 pairs " * 20_000),
        ("utf-8", "valid é 中 😀 text " * 20_000),
    ],
)
def test_long_pages(name: str, text: str) -> None:
    codec = encodings.UNICODE.get(name) or encodings.MULTIBYTE[name]
    data = text.encode(codec)
    wanted = np.array([0, 1, 7, 8, len(text) // 2, len(text) - 1, len(text), len(text) + 5])
    expected = [len(text[:offset].encode(codec)) for offset in wanted]
    assert byte_offsets(data, name, wanted).tolist() == expected


KANJI, HALF_WIDTH, ASCII = b"\x1b$B", b"\x1b(I", b"\x1b(B"


@given(
    st.lists(
        st.sampled_from(
            [(KANJI, b"0!"), (KANJI, b"-!"), (KANJI, b"\xff"), (HALF_WIDTH, b"1"), (ASCII, b"a"), (ASCII, b"\xe9")]
        ),
        max_size=15,
    ),
    st.integers(1, 9),
    st.booleans(),
)
def test_escape_sequences_belong_to_the_character_after_them(
    pieces: list[tuple[bytes, bytes]], size: int, closed: bool
) -> None:
    data, mode, starts = b"", ASCII, []
    for escape, letter in pieces:
        starts.append(len(data))
        data += (escape if escape != mode else b"") + letter
        mode = escape
    data += ASCII if closed else b""
    assert len(encodings.decode_as(data, "iso-2022-jp")) == len(pieces)
    with patch.object(module, "_CHUNK", size):
        found = byte_offsets(data, "iso-2022-jp", np.arange(len(pieces) + 1))
    assert found.tolist() == [*starts, len(data)]


@given(st.binary(max_size=60) | st.binary(max_size=20).map(lambda tail: b"\x1b$B0!" + tail))
def test_total_and_in_order_for_any_bytes_in_iso_2022_jp(data: bytes) -> None:
    text = encodings.decode_as(data, "iso-2022-jp")
    with patch.object(module, "_CHUNK", 7):
        found = byte_offsets(data, "iso-2022-jp", np.arange(len(text) + 1))
    assert found[-1] == len(data)
    assert found[0] == 0 or not text
    assert (np.diff(found) > 0).all()


def test_two_characters_of_one_pair_share_its_bytes() -> None:
    assert encodings.decode_as(b"\x88\x62a", "big5") == "Ê\u0304a"
    assert byte_offsets(b"\x88\x62a", "big5", np.arange(4)).tolist() == [0, 2, 2, 3]


@pytest.mark.parametrize("name", ["utf-8", "utf-16le", "gbk", "iso-2022-jp", "windows-1252"])
def test_nothing_wanted_and_nothing_there(name: str) -> None:
    nothing = np.array([], np.intp)
    assert byte_offsets(b"abc", name, nothing).tolist() == []
    found = byte_offsets(b"", name, np.array([0]))
    assert found.tolist() == [0]
    assert found.dtype == np.intp


def test_labels_are_understood_and_unknown_ones_named() -> None:
    assert byte_offsets("é!".encode(), "UTF8", np.array([1])).tolist() == [2]
    with pytest.raises(UsageError, match="klingon"):
        byte_offsets(b"", "klingon", np.array([0]))


@given(st.text("aé中𠀋\0", max_size=60), st.sampled_from([1, 40]), st.lists(st.integers(0, 2500), max_size=8))
def test_compiled_code_and_numpy_find_the_same_bytes(text: str, times: int, wanted: list[int]) -> None:
    text *= times
    body, asked = memoryview(text.encode()), np.array(sorted(wanted), dtype=np.intp)
    places = module._in_utf_8(body, asked).tolist()
    assert places == [len(text[:at].encode()) for at in sorted(wanted)]
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(module, "LIBRARY", None)
        assert module._in_utf_8(body, asked).tolist() == places
