"""The places where the standard and Python's codecs part."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.charset import encodings
from webwinnow.document.charset.decode import named
from webwinnow.document.charset.encodings import MEASURE, MULTIBYTE, SINGLE_BYTE, UNICODE, decode_as, pieces

NAMES = sorted({*UNICODE, *MULTIBYTE, *SINGLE_BYTE})


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_its_own_label_and_has_a_codec(name: str) -> None:
    assert named(name) == name
    assert decode_as(b"", name) == ""
    if name not in ("utf-16le", "utf-16be", "iso-2022-jp"):
        plain = bytes(range(128))
        assert decode_as(plain, name) == plain.decode("ascii")


@pytest.mark.parametrize("name", sorted(SINGLE_BYTE))
def test_single_bytes_are_one_character_each_and_c1_controls_where_python_has_nothing(name: str) -> None:
    data = bytes(range(256))
    text = decode_as(data, name)
    assert len(text) == 256
    assert "\ufffd" not in text[:0xA0]
    for byte in range(0x80, 0x100 if name != "x-user-defined" else 0):
        python = bytes([byte]).decode(SINGLE_BYTE[name], "replace")
        assert text[byte] == python or python == "\ufffd" or (name, byte) in {("koi8-u", 0xAE), ("koi8-u", 0xBE)}


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("windows-1252", b"\x80\x81\x8d\x92\x9d", "€\x81\x8d’\x9d"),
        ("windows-1251", b"\x98\xcf", "\x98П"),
        ("windows-1253", b"\xaa\xd2\xff\xe1", "\ufffd\ufffd\ufffdα"),
        ("windows-1255", b"\xca\xe0", "\u05baא"),
        ("windows-874", b"\xdb\x81\xa1", "\ufffd\x81ก"),
        ("koi8-u", b"\xae\xbe", "ўЎ"),
        ("iso-8859-8-i", b"\xe0\xfd", "א\u200e"),
        ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
        ("gbk", b"\x80\xa3\xa0\xd6\xd0", "€\u3000中"),
        ("gbk", b"\x81\x35\xf4\x37", "ḿ"),
        ("gb18030", b"\x90\x30\x81\x30", "𐀀"),
        ("gbk", b"\xd6<p>", "\ufffd<p>"),
        ("gbk", b"\xfe\x39\xfe\x39a", "\ufffda"),
        ("gbk", b"\x809\xa1", "€9\ufffd"),
        ("euc-kr", b"\xc9\xa1\xb0\xa1", "\ufffd가"),
        ("shift_jis", b"\x81\xff\x82\xa0", "\ufffdあ"),
        ("big5", b"\x80\xa4\xa4\xff", "\ufffd中\ufffd"),
        ("euc-jp", b"\xad\xa1\xfc\xe2\xa1\xc1\xa1\xf1", "①髙～￠"),
        ("euc-jp", b"\x8f\xb0\xa1\x8f\xff\xff\xa4\xa2\x8f<", "丂\ufffdあ\ufffd<"),
        ("euc-jp", b"\x8f0\xa4\xa20", "\ufffd0あ0"),
        ("iso-2022-jp", b"\x1b$B-!\x7d\x7d\x1b(I1\x1b(Ba\xe9", "①\ufffdｱa\ufffd"),
        ("utf-8", b"\xe4\xb8A\xf0\x90\x80\xed\xa0\x80", "\ufffdA\ufffd\ufffd\ufffd\ufffd"),
        ("utf-16le", b"\x00\xd8a\x00\x00\xdc\x3d\xd8\x00\xde\x41", "\ufffda\ufffd😀\ufffd"),
        ("utf-16be", b"\xd8\x00\x00a\xd8\x00\x41", "\ufffda\ufffd"),
    ],
)
def test_the_standards_reading(name: str, data: bytes, text: str) -> None:
    assert decode_as(data, name) == text


@given(st.binary(max_size=60), st.sampled_from(NAMES))
def test_total_without_surrogates_and_measured_alike(data: bytes, name: str) -> None:
    text = decode_as(data, name)
    text.encode("utf-8")  # a lone surrogate would fail here
    codec = UNICODE.get(name) or MULTIBYTE.get(name)
    if codec:
        measured = codecs.decode(data, codec, MEASURE)
        assert len(measured) == len(text)
        assert sum(ord(one) - 0xDC00 for one in measured if "\udc00" <= one < "\ue000") <= len(data)


def test_the_handlers_are_for_decoding_only() -> None:
    with pytest.raises(UnicodeEncodeError):
        "é".encode("ascii", encodings.MEND)


BYTES = st.lists(st.sampled_from([b"\x1b", b"(B", b"(I", b"(J", b"$B", b"$@", b"$", b"0!", b"a", b"\n", b"\xe9"]))


@given(BYTES.map(b"".join))
def test_pieces_cover_all_but_the_escape_sequences(data: bytes) -> None:
    position = 0
    for piece in pieces(data):
        assert piece.data
        assert (piece.start - position) % 3 == 0
        assert all(data[escape : escape + 1] == b"\x1b" for escape in range(position, piece.start, 3))
        position = piece.start + len(piece.data)
    assert (len(data) - position) % 3 == 0


@given(st.text("aZ 日本語のページ～①\n"))
def test_what_python_encodes_is_read_back(text: str) -> None:
    known = text.replace("①", "").replace("～", "")
    assert decode_as(known.encode("iso2022_jp"), "iso-2022-jp") == known


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\x1b$B0!-!\x1b(Bb", "a亜①b"),
        (b"\x1b$@0!\x1b(J\\~a\x1b(B\\~", "亜¥‾a\\~"),
        (b"\x1b(I1\x21\x60\x1b(B1", "ｱ｡\ufffd1"),
        (b"\x1b$B0\x1b(Ba", "\ufffda"),
        (b"\x1b$B0\n0!\n", "\ufffd亜\ufffd"),
        (b"\x1b[31m\x0e\xe9", "\ufffd[31m\ufffd\ufffd"),
        (b"\x1b$A\x1b", "\ufffd$A\ufffd"),
        (b"\x1b(B", ""),
    ],
)
def test_the_standards_reading_of_escape_sequences(data: bytes, text: str) -> None:
    assert decode_as(data, "iso-2022-jp") == text
