"""What holds at a place of the page: the block that is open, what kind its text is, and how the text is marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from webwinnow.render.structure.block import Block
from webwinnow.render.structure.kinds import Direction, Kind
from webwinnow.render.structure.line import PLAIN, Setting


@dataclass(slots=True, eq=False)
class Open:
    """A block that holds blocks; it is written when the first of them is."""

    kind: Kind | None
    """None for the page itself."""
    around: Open | None = None
    block: Block | None = None
    depth: int = -1
    level: int = 0
    declared: bool = False
    written: bool = False
    implied: bool = False
    """No element of the page asked for it."""
    latest: Open | None = field(default=None, repr=False)
    """The last block inside that holds blocks."""


class Context(NamedTuple):
    """What holds inside an element."""

    container: Open
    kind: Kind = Kind.PARAGRAPH
    """What text here makes, unless an element says otherwise."""
    level: int = 0
    setting: Setting = PLAIN
    language: str | None = None
    """Of the block; the setting holds that of a part of it."""
    direction: Direction | None = None
    verse: bool = False
    heading: int = 0
    """The element of the heading, in one."""
    in_head: bool = False
    """In the head of a table."""
