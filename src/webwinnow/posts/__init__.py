"""Posts of weblogs, forums and question pages, and comments, found by their repeated structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webwinnow.lazy_names import lazy_names

if TYPE_CHECKING:
    from webwinnow.posts.finding import Kind, Post, Posts, content_of, find_posts
    from webwinnow.posts.regions import (
        Opening,
        PostRegion,
        PostRegions,
        comment_regions,
        find_opening,
        find_regions,
        thread_regions,
    )

__all__ = [
    "Kind",
    "Opening",
    "Post",
    "PostRegion",
    "PostRegions",
    "Posts",
    "comment_regions",
    "content_of",
    "find_opening",
    "find_posts",
    "find_regions",
    "thread_regions",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "finding": ("Kind", "Post", "Posts", "content_of", "find_posts"),
        "regions": (
            *("Opening", "PostRegion", "PostRegions"),
            *("comment_regions", "find_opening", "find_regions", "thread_regions"),
        ),
    },
)  # where posts stand is asked of every page, what they say of few
