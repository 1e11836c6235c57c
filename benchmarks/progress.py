"""How far a measurement has come: one line on stderr, only where somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def counted(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Pass the items on and show how many were passed."""
    shown = sys.stderr.isatty()
    for at, item in enumerate(items, 1):
        if shown:
            print(f"\r\033[K{what} {at}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
