"""Posts of weblogs, forums and question pages, and comments, found by their repeated structure."""

from webwinnow.posts.finding import content_of, find_posts
from webwinnow.posts.post import Kind, Post, Posts
from webwinnow.posts.regions import Region, Regions, comment_regions, find_regions, thread_regions

__all__ = [
    "Kind",
    "Post",
    "Posts",
    "Region",
    "Regions",
    "comment_regions",
    "content_of",
    "find_posts",
    "find_regions",
    "thread_regions",
]
