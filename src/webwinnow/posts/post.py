"""Posts: what several people wrote on one page, or one person at several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from webwinnow.spans import Spans

Kind = Literal["article", "post", "comment"]


@dataclass(frozen=True, slots=True)
class Post:
    """One post: the page's article, a post of a weblog, thread or question page, or a comment on another."""

    kind: Kind
    author: str | None
    time: str | None
    """When it was written, as ISO 8601; None where the page does not tell, or only how long ago."""
    time_text: str | None
    """The time as the page writes it."""
    text: Spans
    """What was written: without author, time and buttons."""
    spans: Spans
    """All of the post that readers see, without the posts inside it."""
    parent: int | None
    """Which post this one answers, as an index; None at the top."""
    depth: int
    """How many posts are above."""
    confidence: float


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of a page in the order of its source."""

    posts: tuple[Post, ...]
    is_thread: bool
    """The posts are what the page is about, as in forums; otherwise they are comments, or posts of a weblog."""
    confidence: float
    """How sure it is that the page is a thread, or is none."""

    def __len__(self) -> int:
        """Count the posts."""
        return len(self.posts)
