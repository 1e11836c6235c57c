"""Where media come from: srcset, sizes and players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.media.sources import WINDOW, ImageFile, candidates, is_player, largest, slot_width


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
