"""Players of video and sound that pages show in a frame; the list is data, in `players.txt`."""

from __future__ import annotations

from functools import cache
from importlib import resources
from urllib.parse import urlsplit

_LONGEST = 2_000


def is_player(address: str) -> bool:
    """Tell whether an absolute address, or one without its scheme, is that of a player."""
    try:
        parts = urlsplit(address[:_LONGEST])
        host, path = (parts.hostname or "").rstrip("."), parts.path
    except ValueError:  # no address at all
        return False
    labels = host.split(".")[-8:]
    names = (".".join(labels[at:]) for at in range(len(labels)))
    return any(path.startswith(beginning) for name in names for beginning in _players().get(name, ()))


@cache
def _players() -> dict[str, tuple[str, ...]]:
    """Read the list: beginnings of paths by host."""
    text = resources.files("webwinnow.media").joinpath("players.txt").read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for line in (line.strip() for line in text.splitlines()):
        if line and not line.startswith("#"):
            host, _, path = line.partition("/")
            found[host] = (*found.get(host, ()), f"/{path}")
    return found
