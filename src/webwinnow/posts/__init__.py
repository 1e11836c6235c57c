"""Posts of weblogs, forums and question pages, and comments, found by their repeated structure."""

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
