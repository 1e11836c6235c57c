"""Posts of weblogs, forums and question pages, and comments, found by their repeated structure."""

from webwinnow.posts.finding import Kind, Post, Posts, content_of, find_posts
from webwinnow.posts.sections import PostRegion, PostRegions, comment_regions, find_regions, thread_regions

__all__ = [
    "Kind",
    "Post",
    "PostRegion",
    "PostRegions",
    "Posts",
    "comment_regions",
    "content_of",
    "find_posts",
    "find_regions",
    "thread_regions",
]
