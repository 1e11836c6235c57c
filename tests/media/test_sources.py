"""Where media come from: srcset, sizes and players."""

from __future__ import annotations

import base64
import struct
from urllib.parse import quote

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.media.medium import Size
from webwinnow.media.sources import (
    WINDOW,
    ImageFile,
    SaidRows,
    candidates,
    image_size,
    is_player,
    largest,
    said_by,
    slot_width,
)


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("a.jpg", [("a.jpg", None, 1)]),
        ("a.jpg 320w, b.jpg 640w", [("a.jpg", 320, 1), ("b.jpg", 640, 1)]),
        ("a.jpg 1x,b.jpg 1.5x", [("a.jpg", None, 1), ("b.jpg", None, 1.5)]),
        ("a.jpg, b.jpg 2x,", [("a.jpg", None, 1), ("b.jpg", None, 2)]),
        ("data:image/gif;base64,AA 1x, b.jpg 2x", [("data:image/gif;base64,AA", None, 1), ("b.jpg", None, 2)]),
        ("a.jpg 320w 240h, b.jpg", [("a.jpg", 320, 1), ("b.jpg", None, 1)]),
        (" , ,a.jpg   9e99w,, b.jpg -5w, c.jpg 5q", [("a.jpg", None, 1), ("b.jpg", None, 1), ("c.jpg", None, 1)]),
        ("a.jpg 999999w", [("a.jpg", None, 1)]),
        ("", []),
        (",,, ,", []),
    ],
)
def test_candidates(srcset: str, expected: list[tuple[str, float | None, float]]) -> None:
    assert list(candidates(srcset)) == [ImageFile(*each) for each in expected]


def test_the_largest_is_the_widest_or_the_densest() -> None:
    assert largest("a 320w, b 1280w, c 640w") == ImageFile("b", 1280, 1)
    assert largest("a 1x, b 3x, c 2x") == ImageFile("b", None, 3)
    assert largest("a, b") == ImageFile("a", None, 1)
    assert largest(" ") is None


@given(st.text(" ,wx19.abc\n", max_size=60))
def test_any_text_is_read(srcset: str) -> None:
    for candidate in candidates(srcset):
        assert candidate.url and candidate.url in srcset and not candidate.url.endswith(",")


@pytest.mark.parametrize(
    ("sizes", "width"),
    [
        ("640px", 640),
        ("(max-width: 600px) 100vw, 640px", 640),
        ("(min-width: 1000px) 50vw, 100vw", WINDOW / 2),
        ("(min-width:2000px) 10px, (max-width: 80em) 20px, 30px", 20),
        ("100vw", WINDOW),
        ("40rem", 640),
        ("calc(100vw - 40px), 500px", 500),
        ("(orientation: portrait) 10px, 20px", 20),
        ("auto", None),
        ("-5px", None),
        ("9e99px", None),
        ("99999vw", None),
        ("1.2.3px", None),
        ("", None),
    ],
)
def test_the_width_in_a_window(sizes: str, width: float | None) -> None:
    assert slot_width(sizes) == width


@pytest.mark.parametrize(
    "address",
    [
        "https://www.youtube.com/embed/abc?start=3",
        "//www.youtube-nocookie.com/embed/abc",
        "HTTPS://PLAYER.VIMEO.COM/video/1",
        "https://geo.dailymotion.com/player/x.html",
        "https://music.bandcamp.com/EmbeddedPlayer/album=1",
    ],
)
def test_players(address: str) -> None:
    assert is_player(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.youtube.com/",
        "https://notyoutube.com/embed/abc",
        "https://youtube.com.example.org/embed/abc",
        "https://example.org/youtube.com/embed/abc",
        "https://www.googletagmanager.com/ns.html",
        "http://[",
        "",
        "javascript:void 0",
        "." * 5000,
    ],
)
def test_other_frames(address: str) -> None:
    assert not is_player(address)


PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 300, 200) + b"\x08\6\0\0\0"
GIF = b"GIF89a" + struct.pack("<HH", 300, 200) + b"\0" * 8
FRAME = b"\xff\xc2\0\x11\x08" + struct.pack(">HH", 200, 300) + b"\3" + b"\0" * 9
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF" + b"\0" * 10 + b"\xff\xff" + FRAME[1:]
PREVIEW = b"\xff\xd8\xff\xe1\x7f\xff" + b"\0" * 0x7FFD + FRAME
LOSSY = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 300, 200)
LOSSLESS = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 299 | 199 << 14) + b"\0" * 8
EXTENDED = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0" + (299).to_bytes(3, "little") + (199).to_bytes(3, "little")


def address(data: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


@pytest.mark.parametrize("data", [PNG, GIF, JPEG, PREVIEW, LOSSY, LOSSLESS, EXTENDED])
def test_headers(data: bytes) -> None:
    assert image_size(address(data)) == Size(300, 200, "data")


@pytest.mark.parametrize(
    ("drawing", "sides"),
    [
        ('<svg width="300" height="200px" viewBox="0 0 9 9"/>', (300, 200)),
        ('<?xml version="1.0"?><!-- <b> --><svg viewBox="0, 0, 300, 200">', (300, 200)),
        ("<svg width='100%' viewBox='0 0 300 200'>", (300, 200)),
    ],
)
def test_drawings(drawing: str, sides: tuple[float, float]) -> None:
    for written in (address(drawing.encode(), "svg+xml"), f"data:image/svg+xml,{drawing}"):
        assert image_size(written) == Size(*sides, "data")
    assert image_size(f"data:image/svg+xml;charset=utf-8,{quote(drawing)}") == Size(*sides, "data")


def test_letters_beside_base64_are_overlooked() -> None:
    letters = address(PNG).replace("AAA", "A%0A A\nA", 1)
    assert image_size(letters) == Size(300, 200, "data")
    assert image_size(address(PNG).rstrip("=")[:-1]) == Size(300, 200, "data")


@pytest.mark.parametrize(
    "data", [b"", PNG[:20], GIF[:7], JPEG[:12], LOSSY[:25], b"RIFF" + b"\0" * 40, b"\xff\xd8" + b"\xff" * 50, b"text"]
)
def test_what_says_nothing(data: bytes) -> None:
    assert image_size(address(data)) is None


def test_absurd_sides_are_unknown() -> None:
    assert image_size(address(PNG[:16] + struct.pack(">II", 2**31, 2**31))) is None
    assert image_size(address(PNG[:16] + struct.pack(">II", 2**31, 7))) == Size(None, 7, "data")


def test_other_addresses_are_no_images() -> None:
    for other in ("a.png", "data:text/html,<svg width=3>", "data:image/png", "data:", ""):
        assert image_size(other) is None


def test_only_the_beginning_of_a_long_address_is_read() -> None:
    assert image_size(address(PNG + b"\0" * 1_000_000)) == Size(300, 200, "data")
    assert image_size(address(JPEG[:2] + (b"\xff\xe1\xff\xff" + b"\0" * 0xFFFD) * 20 + FRAME)) is None


@given(st.sampled_from([b"\x89PNG\r\n\x1a\n", b"GIF8", b"\xff\xd8", b"RIFF\0\0\0\0WEBP"]), st.binary(max_size=200))
def test_any_bytes_are_read(signature: bytes, rest: bytes) -> None:
    found = image_size(address(signature + rest))
    assert found is None or found.area >= 0


def test_what_many_media_say_is_what_each_says() -> None:
    page = Document("".join(f'<p><img src="{at}.png" alt="p{at}" width={at}>' for at in range(600)))
    images = np.flatnonzero(column("img")[page.elements.tag])
    many = said_by(page, images[::-1])
    assert isinstance(many, SaidRows) and list(many) == images.tolist() and int(images[0]) - 1 not in many
    for some in images[::50], images[-3:]:
        assert {element: many[element] for element in some.tolist()} == said_by(page, some)
