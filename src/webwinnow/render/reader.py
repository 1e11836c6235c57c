"""A clean page to read: semantic headings, landmarks, a skip link, light, dark and print styles, and no scripts.

Each block tells its language and direction where they differ from those around it, so that screen readers change
their voice and browsers lay out each paragraph the right way. Nothing of the page's own markup is copied.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from webwinnow.document import Document
from webwinnow.render.addresses import is_safe
from webwinnow.render.block_markup import tree_markup
from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.languages import page_direction, page_language
from webwinnow.render.phrases import languages, phrase
from webwinnow.render.structure.block import Tree, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.directions import primary
from webwinnow.render.structure.kinds import Kind
from webwinnow.spans import Spans


def tree_page(page: Document, tree: Tree) -> str:
    """Write a tree of blocks as a page to read."""
    language = page_language(page, tree)
    direction = page_direction(tree)
    body = "".join(tree_markup(tree, language, direction))
    skip = _chrome("skip", language, 'class="skip" href="#content"')
    named = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!DOCTYPE html>\n<html{named} dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" '
        f'content="no-referrer">\n<title>{escape(page.title or page.url or "")}</title>\n<style>\n{_style()}</style>\n'
        f"</head>\n<body>\n{skip}\n"
        f'{_header(page, tree)}<main id="content" tabindex="-1">\n<article>\n{body}</article>\n</main>\n'
        f"{_footer(page, language)}</body>\n</html>\n"
    )


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    return tree_page(facts.page, plain_links(build_tree(facts.page, spans, options.clean), links=options.links))


def _header(page: Document, tree: Tree) -> str:
    """Show the page's title, unless the content has a headline of its own."""
    headed = any(block.kind is Kind.HEADING and block.level == 1 for block in tree)
    return "" if headed or not page.title else f"<header>\n<h1>{escape(page.title)}</h1>\n</header>\n"


def _footer(page: Document, language: str | None) -> str:
    if not page.url or not is_safe(page.url):
        return ""
    link = _chrome("source", language, f'href="{escape(page.url)}"')
    return f"<footer>\n<p>{link}</p>\n</footer>\n"


def _chrome(name: str, language: str | None, attributes: str) -> str:
    """Write a link of our own, in the page's language if we know it, else in English, and say so."""
    known = primary(language) in languages()
    told = "" if known else ' lang="en"'
    return f"<a {attributes}{told}>{escape(phrase(name, language if known else 'en'))}</a>"


@cache
def _style() -> str:
    return files("webwinnow.render").joinpath("reader.css").read_text(encoding="utf-8")
