"""Weblogs written by Pelican and Nikola."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.sites.composer import Composed
from benchmarks.sites.dialects import PythonMarkdown
from benchmarks.sites.site import Site, Theme
from benchmarks.sites.tools import python_environment, run

PELICAN: Final = ("pelican<5", "markdown")
PELICAN_SETTINGS: Final = """
SITENAME = {site!r}
SITESUBTITLE = {tagline!r}
SITEURL = ""
AUTHOR = {author!r}
PATH = "content"
ARTICLE_PATHS = ["articles"]
PAGE_PATHS = ["pages"]
STATIC_PATHS = []
TIMEZONE = "UTC"
DEFAULT_LANG = {language!r}
THEME = {theme!r}
MENUITEMS = [({home!r}, "/"), ({archive!r}, "/archives.html"), ({contact!r}, "/contact.html")]
LINKS = (("Example", "https://example.org/"), ("Example News", "https://example.org/news"))
SOCIAL = (("Mastodon", "https://example.org/@us"), ("RSS", "https://example.org/feed"))
DISPLAY_CATEGORIES_ON_MENU = True
DEFAULT_PAGINATION = 5
SUMMARY_MAX_LENGTH = 30
ARTICLE_URL = ARTICLE_SAVE_AS = "{{slug}}.html"
TYPOGRIFY = False
MARKDOWN = {{"extension_configs": {{
    "markdown.extensions.extra": {{}}, "markdown.extensions.admonition": {{}}, "markdown.extensions.sane_lists": {{}},
    "markdown.extensions.codehilite": {{"css_class": "highlight", "guess_lang": False}},
    "markdown.extensions.toc": {{"permalink": "¶"}},
}}, "output_format": "html5"}}
"""

NIKOLA: Final = ("nikola", "markdown", "pygments", "jinja2")
NIKOLA_SETTINGS: Final = """
import time
BLOG_AUTHOR = {author!r}
BLOG_TITLE = {site!r}
SITE_URL = "https://example.org/"
BLOG_EMAIL = "us@example.org"
BLOG_DESCRIPTION = {tagline!r}
DEFAULT_LANG = {language!r}
TRANSLATIONS = {{DEFAULT_LANG: ""}}
NAVIGATION_LINKS = {{DEFAULT_LANG: (("/", {home!r}), ("/archive.html", {archive!r}), ("/about.html", {about!r}),
                                   ("/categories/", {topics!r}), ("/rss.xml", "RSS"))}}
THEME = {theme!r}
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = (("pages/*.md", "", "page.tmpl"),)
COMPILERS = {{"markdown": (".md",)}}
MARKDOWN_EXTENSIONS = ["markdown.extensions.extra", "markdown.extensions.codehilite", "markdown.extensions.admonition",
                       "markdown.extensions.sane_lists"]
MARKDOWN_EXTENSION_CONFIGS = {{DEFAULT_LANG: {{"markdown.extensions.codehilite": {{"guess_lang": False}}}}}}
PRETTY_URLS = False
TIMEZONE = "UTC"
CONTENT_FOOTER = {rights!r}
BLOG_COMMENTS = ""
GENERATE_ATOM = False
SHOW_SOURCELINK = True
FEED_LENGTH = 5
"""


def pelican(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a weblog with Pelican."""
    programs = python_environment(tools / "pelican", PELICAN)
    site.draw("content/articles")
    dialect = PythonMarkdown("{{attach}}picture-{}.svg")
    for document in site.documents:
        head = {"Title": document.title, "Date": f"{document.date} 09:30", "Category": document.topic}
        head |= {"Tags": ", ".join(document.tags), "Authors": document.author, "Slug": document.slug}
        text = "".join(f"{key}: {value}\n" for key, value in head.items())
        site.write(f"content/articles/{document.slug}.md", f"{text}\n{dialect.write(document.blocks)}")
    about = f"Title: {site.frame['about']}\nSlug: about\n\n{site.frame['about_text']}\n"
    site.write("content/pages/about.md", about)
    site.write("pelicanconf.py", PELICAN_SETTINGS.format(**_known(theme, site)))
    run([str(programs / "pelican"), "content", "-s", "pelicanconf.py", "-o", "output", "-q"], site.folder)
    return {document.slug: site.folder / "output" / f"{document.slug}.html" for document in site.documents}


def nikola(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a weblog with Nikola."""
    programs = python_environment(tools / "nikola", NIKOLA)
    site.draw("files/posts")
    for document in site.documents:
        site.write(f"posts/{document.slug}.md", _nikola_post(document))
    about = f".. title: {site.frame['about']}\n.. slug: about\n.. date: 2021-01-01 00:00:00 UTC\n"
    site.write("pages/about.md", f"{_in_comment(about)}\n{site.frame['about_text']}\n")
    known = _known(theme, site)
    known["language"] = {"zh": "zh_cn"}.get(site.language.code, site.language.code)
    site.write("conf.py", NIKOLA_SETTINGS.format(**known))
    run([str(programs / "nikola"), "build", "-q"], site.folder)
    return {document.slug: site.folder / "output/posts" / f"{document.slug}.html" for document in site.documents}


def _nikola_post(document: Composed) -> str:
    head = {"title": document.title, "slug": document.slug, "date": f"{document.date} 09:30:00 UTC"}
    head |= {"tags": ", ".join(document.tags), "category": document.topic, "author": document.author}
    lines = "".join(f".. {key}: {value}\n" for key, value in head.items())
    return f"{_in_comment(lines)}\n{PythonMarkdown().write(document.blocks)}"


def _in_comment(lines: str) -> str:
    return f"<!--\n{lines}-->\n"


def _known(theme: str, site: Site) -> dict[str, str]:
    frame = {key: value for key, value in site.frame.items() if isinstance(value, str)}
    return {**frame, "author": site.frame["authors"][0], "language": site.language.code, "theme": theme}


THEMES: Final = (
    Theme("pelican-notmyidea", "pelican", 0, "article", partial(pelican, "notmyidea")),
    Theme("pelican-simple", "pelican", 0, "article", partial(pelican, "simple")),
    Theme("nikola-bootblog4", "nikola", 1, "article", partial(nikola, "bootblog4")),
    Theme("nikola-base", "nikola", 1, "article", partial(nikola, "base")),
)
