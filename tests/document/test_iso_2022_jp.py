"""Pieces of one character set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document.charsets import text_of
from webwinnow.document.iso_2022_jp import pieces

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
    assert text_of(known.encode("iso2022_jp"), "iso-2022-jp") == known


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
def test_the_standards_reading(data: bytes, text: str) -> None:
    assert text_of(data, "iso-2022-jp") == text
