"""What is found out about a page, as plain data: what commands print as json, and what the service answers."""

from typing import Any

from webwinnow.document import Document
from webwinnow.headline import Headline
from webwinnow.posts import Post, Posts, content_of
from webwinnow.render.text import render_text
from webwinnow.result import Result
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


def short_facts(result: Result) -> dict[str, Any]:
    """Return what tables of many pages hold of each: headline, authors, date, language, page type."""
    known = result.metadata
    return {
        "headline": result.headline.text if result.headline else None,
        "authors": tuple(str(author.value) for author in known.authors),
        "date": str(known.published.value) if known.published else None,
        "language": str(known.language.value) if known.language else None,
        "page_type": result.page_type.type,
    }


def headline_data(method: str, found: tuple[Headline, ...]) -> dict[str, Any]:
    """Return the best headline, with those that come next as `runners_up`."""
    first: dict[str, Any] = found[0].to_json() if found else {"text": None}
    return {"method": method, **first, "runners_up": [each.to_json() for each in found[1:]]}


def posts_data(page: Document, found: Posts, extractor: Extractor | None = None) -> dict[str, Any]:
    """Return all posts; with an extractor, the text of each is what that keeps of it."""
    return {
        "url": page.url,
        "is_thread": found.is_thread,
        "confidence": found.confidence,
        "count": len(found),
        "extractor": None if extractor is None else str(extractor),
        "posts": [_post(page, at, post, post_text(page, post, extractor)) for at, post in enumerate(found.posts)],
    }


def post_text(page: Document, post: Post, extractor: Extractor | None) -> Spans:
    """Return the text of a post, or what an extractor keeps of it."""
    return post.text if extractor is None else content_of(page, post, extractor)


def _post(page: Document, at: int, post: Post, text: Spans) -> dict[str, Any]:
    return {
        "number": at,
        "kind": post.kind,
        "author": post.author,
        "time": post.time,
        "time_text": post.time_text,
        "parent": post.parent,
        "depth": post.depth,
        "confidence": post.confidence,
        "text": render_text(page, text),
        "text_spans": list(text),
        "spans": list(post.spans),
    }
