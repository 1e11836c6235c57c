"""Labels, and the places where the standard and Python's codecs part."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import charsets
from webwinnow.document.charsets import MEASURE, MULTIBYTE, SINGLE_BYTE, UNICODE, named, text_of

NAMES = sorted({*UNICODE, *MULTIBYTE, *SINGLE_BYTE})


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("gb2312", "gbk"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("big5-hkscs", "big5"),
        ("\t UTF8\n", "utf-8"),
        ("unicode", "utf-16le"),
        ("hz-gb-2312", None),
        ("replacement", None),
        ("klingon", None),
        ("utf-8\u212a", None),
        ("\udcff", None),
        ("\u00a0utf-8", None),
        ("", None),
    ],
)
def test_labels(label: str, name: str | None) -> None:
    assert named(label) == name


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_its_own_label_and_has_a_codec(name: str) -> None:
    assert named(name) == name
    assert text_of(b"", name) == ""
    if name not in ("utf-16le", "utf-16be", "iso-2022-jp"):
        plain = bytes(range(128))
        assert text_of(plain, name) == plain.decode("ascii")


@pytest.mark.parametrize("name", sorted(SINGLE_BYTE))
def test_single_bytes_are_one_character_each_and_c1_controls_where_python_has_nothing(name: str) -> None:
    data = bytes(range(256))
    text = text_of(data, name)
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
    assert text_of(data, name) == text


@given(st.binary(max_size=60), st.sampled_from(NAMES))
def test_total_without_surrogates_and_measured_alike(data: bytes, name: str) -> None:
    text = text_of(data, name)
    text.encode("utf-8")  # a lone surrogate would fail here
    codec = UNICODE.get(name) or MULTIBYTE.get(name)
    if codec:
        measured = codecs.decode(data, codec, MEASURE)
        assert len(measured) == len(text)
        assert sum(ord(one) - 0xDC00 for one in measured if "\udc00" <= one < "\ue000") <= len(data)


def test_the_handlers_are_for_decoding_only() -> None:
    with pytest.raises(UnicodeEncodeError):
        "é".encode("ascii", charsets.MEND)
