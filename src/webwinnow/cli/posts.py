"""`webwinnow posts`: the posts and comments of pages."""

import json
from typing import Final

import click

from webwinnow.cli.options import extractor_option, recipes_option
from webwinnow.cli.output import cell, laid_out
from webwinnow.cli.pages import Pages, answer_options, many_pages, name_above, without_credentials
from webwinnow.document import Document
from webwinnow.expression import parse_extractor
from webwinnow.plain_data import post_text, posts_data
from webwinnow.posts import Post, Posts, find_posts
from webwinnow.recipes import Recipes
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

_EXAMPLES: Final = """\b
Examples:
  webwinnow posts thread.html
  webwinnow posts https://example.org/blog/entry --json | jq '.posts[] | select(.kind == "comment") | .text'
  webwinnow posts thread.html -e 'lqf >> bte' --json
  webwinnow posts *.html --json > posts.jsonl"""
_FIRST_WORDS: Final = 60
_AUTHOR: Final = 24
"""Characters of a text and of a name that the table shows."""


@click.command(epilog=_EXAMPLES)
@answer_options("Print one JSON object on a line for each page, with all texts")
@extractor_option("Find the main content of each post with these stages; 'webwinnow list' shows them.", default=None)
@recipes_option
@many_pages
def command(
    pages: Pages,
    as_json: bool,
    extractor: str | None,
    recipes: Recipes,
) -> int:
    """List the posts of each PAGE: a file, an http(s) URL, or - for standard input.

    Posts of forums, weblogs and question pages, comments, and the article above them; each with its author, its time,
    the post that it answers (by number) and its first words. A page is called a thread if the posts are what it is
    about. --json has all of each text, and where it stands in the source.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1.
    """
    chosen = parse_extractor(extractor, recipes) if extractor else None

    def shown(place: str, page: Document) -> str:
        found = find_posts(page)
        return _line(place, page, found, chosen) if as_json else _table(place, page, found, chosen, len(pages))

    return pages.show(shown)


def _line(place: str, page: Document, found: Posts, extractor: Extractor | None) -> str:
    about = {"page": without_credentials(place)} | posts_data(page, found, extractor)
    return json.dumps(about, ensure_ascii=False) + "\n"


def _table(place: str, page: Document, found: Posts, extractor: Extractor | None, pages: int) -> str:
    """Lay the posts out in columns; of several pages, each has its name above."""
    kind = "a thread" if found.is_thread else "no thread"
    counted = f"{len(found)} {'post' if len(found) == 1 else 'posts'}, {kind} ({found.confidence:.2f})\n"
    rows = [_row(page, at, post, post_text(page, post, extractor)) for at, post in enumerate(found.posts)]
    return name_above(place, pages) + counted + laid_out(rows)


def _row(page: Document, at: int, post: Post, text: Spans) -> tuple[str, ...]:
    answers = "" if post.parent is None else f"to {post.parent}"
    when = post.time or post.time_text or "-"
    words = " ".join(render_text(page, text).split())
    return (
        str(at), post.kind, answers, cell(post.author, _AUTHOR), cell(when, 25), cell(words, _FIRST_WORDS)
    )  # fmt: skip
