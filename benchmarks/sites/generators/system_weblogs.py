"""Sites written by Jekyll and Hugo, which come with the system."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.composer import Composed
from benchmarks.sites.dialects import Kramdown, WithFootnotes
from benchmarks.sites.site import ADDRESS, Site, Theme, front_matter
from benchmarks.sites.tools import program, run

LAYOUTS: Final = Path(__file__).parents[1] / "layouts"


def jekyll(theme: str, site: Site, tools: Path) -> dict[str, Path]:  # noqa: ARG001 - comes with the system
    """Build a weblog with Jekyll."""
    command = program("jekyll", "jekyll jekyll-theme-minima")
    frame = site.frame
    settings = {
        "title": frame["site"],
        "description": frame["tagline"],
        "author": frame["authors"][0],
        "lang": site.language.code,
        "theme": theme,
        "permalink": "/:title.html",
        "show_excerpts": True,
        "header_pages": ["about.md", "contact.md", "archive.md"],
        "kramdown": {"smart_quotes": "apos,apos,quot,quot"},
        "minima": {"social_links": {"github": "example"}},
    }
    site.write("_config.yml", json.dumps(settings, ensure_ascii=False))
    for name in ("about", "contact", "archive"):
        head = {"layout": "page", "title": frame[name], "permalink": f"/{name}.html"}
        site.write(f"{name}.md", f"{front_matter(head)}\n{frame['about_text']}\n")
    site.write("index.md", "---\nlayout: home\n---\n")
    site.draw(".")
    for document in site.documents:
        head = {"layout": "post", **_known(document), "categories": [document.topic]}
        text = f"{front_matter(head)}\n{Kramdown().write(document.blocks)}"
        site.write(f"_posts/{document.date}-{document.slug}.md", text)
    run([command, "build", "--quiet", "--disable-disk-cache"], site.folder)
    return {document.slug: site.folder / "_site" / f"{document.slug}.html" for document in site.documents}


def hugo(theme: str, site: Site, tools: Path) -> dict[str, Path]:  # noqa: ARG001 - comes with the system
    """Build a site with Hugo and one of our own themes."""
    command = program("hugo", "hugo")
    shutil.copytree(LAYOUTS / theme, site.folder / "layouts")
    site.write("config.json", json.dumps(_hugo_settings(site), ensure_ascii=False))
    site.draw("static/posts")
    for document in site.documents:
        head = {**_known(document), "topic": document.topic, "author": document.author}
        site.write(
            f"content/posts/{document.slug}.md", f"{front_matter(head)}\n{WithFootnotes().write(document.blocks)}"
        )
    run([command, "--quiet"], site.folder)
    return {document.slug: site.folder / "public/posts" / f"{document.slug}.html" for document in site.documents}


def _hugo_settings(site: Site) -> dict[str, Any]:
    menu = [{"name": site.frame[key], "url": f"/{key}/"} for key in ("home", "archive", "about", "contact")]
    return {
        "baseURL": ADDRESS,
        "title": site.frame["site"],
        "languageCode": site.language.code,
        "uglyURLs": True,
        "params": {**site.frame, "direction": site.language.direction, "menu": menu},
        "markup": {"goldmark": {"renderer": {"unsafe": True}, "extensions": {"typographer": False}}},
    }


def _known(document: Composed) -> dict[str, Any]:
    return {"title": document.title, "date": document.date.isoformat(), "tags": list(document.tags)}


THEMES: Final = (
    Theme("jekyll-minima", "jekyll", 0, "article", partial(jekyll, "minima")),
    Theme("hugo-magazine", "hugo", 1, "article", partial(hugo, "hugo-magazine")),
    Theme("hugo-tables", "hugo", 1, "article", partial(hugo, "hugo-tables")),
)
