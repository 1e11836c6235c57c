"""Addresses of players."""

from __future__ import annotations

import pytest

from webwinnow.media.players import is_player


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
