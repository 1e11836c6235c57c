"""Weblogs written by Hexo and Eleventy, from npm."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.composer import Composed
from benchmarks.sites.dialects import Dialect
from benchmarks.sites.generators.system_weblogs import LAYOUTS
from benchmarks.sites.site import ADDRESS, Site, Theme, front_matter
from benchmarks.sites.tools import node_modules, run

HEXO: Final = (
    *("hexo@8", "hexo-cli", "hexo-generator-index", "hexo-generator-archive", "hexo-generator-tag"),
    *("hexo-generator-category", "hexo-renderer-marked", "hexo-renderer-ejs", "hexo-renderer-stylus"),
    *("hexo-renderer-pug", "hexo-theme-landscape", "hexo-theme-next", "hexo-theme-fluid", "hexo-theme-butterfly"),
)
ELEVENTY: Final = ("@11ty/eleventy@2",)
ELEVENTY_SETTINGS: Final = """
module.exports = (settings) => {
  settings.addPassthroughCopy("source/*.svg");
  return { dir: { input: "source", output: "output" }, markdownTemplateEngine: false };
};
"""


def hexo(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a weblog with Hexo."""
    modules = node_modules(tools / "hexo", HEXO)
    (site.folder / "node_modules").symlink_to(modules.resolve())
    wanted = {package.rpartition("@")[0] or package: "*" for package in HEXO if "theme" not in package}
    site.write("package.json", json.dumps({"name": "site", "private": True, "hexo": {}, "dependencies": wanted}))
    site.write("_config.yml", json.dumps(_hexo_settings(theme, site), ensure_ascii=False))
    site.draw("source")
    for document in site.documents:
        head = {**_known(document), "categories": [document.topic], "tags": list(document.tags)}
        site.write(f"source/_posts/{document.slug}.md", f"{front_matter(head)}\n{_text(document)}")
    about = {"title": site.frame["about"]}
    site.write("source/about/index.md", f"{front_matter(about)}\n{site.frame['about_text']}\n")
    run([str(modules / ".bin/hexo"), "generate", "--silent"], site.folder)
    return {document.slug: site.folder / "public" / f"{document.slug}.html" for document in site.documents}


def eleventy(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a weblog with Eleventy and a theme of our own."""
    modules = node_modules(tools / "eleventy", ELEVENTY)
    (site.folder / "node_modules").symlink_to(modules.resolve())
    site.write("eleventy.config.js", ELEVENTY_SETTINGS)
    shutil.copytree(LAYOUTS / theme, site.folder / "source/_includes")
    keys = ("home", "archive", "about", "contact")
    posts = [{"title": each.title, "url": f"/{each.slug}.html", "summary": each.summary()} for each in site.documents]
    known = {**site.frame, "language": site.language.code, "direction": site.language.direction}
    data = {"site": known, "menu": [{"name": site.frame[key], "url": f"/{key}/"} for key in keys], "posts": posts}
    for name, content in data.items():
        site.write(f"source/_data/{name}.json", json.dumps(content, ensure_ascii=False))
    site.draw("source")
    for document in site.documents:
        head = {"layout": "post.njk", "permalink": f"/{document.slug}.html", "words": list(document.tags)}
        head |= {"title": document.title, "author": document.author, "topic": document.topic}
        head |= {"day": document.date.isoformat()}
        site.write(f"source/{document.slug}.md", f"{front_matter(head)}\n{_text(document)}")
    run([str(modules / ".bin/eleventy"), "--config=eleventy.config.js", "--quiet"], site.folder)
    return {document.slug: site.folder / "output" / f"{document.slug}.html" for document in site.documents}


def _hexo_settings(theme: str, site: Site) -> dict[str, Any]:
    frame = site.frame
    return {
        "title": frame["site"],
        "subtitle": frame["tagline"],
        "description": frame["about_text"],
        "author": frame["authors"][0],
        "language": {"zh": "zh-CN"}.get(site.language.code, site.language.code),
        "timezone": "UTC",
        "url": ADDRESS,
        "permalink": ":title.html",
        "theme": theme,
        "syntax_highlighter": "highlight.js",
        "marked": {"smartypants": False, "gfm": True},
        "per_page": 10,
    }


def _text(document: Composed) -> str:
    return Dialect().write(document.blocks)


def _known(document: Composed) -> dict[str, Any]:
    day = f"{document.date} 09:30:00"
    return {"title": document.title, "date": day, "updated": day, "author": document.author}


THEMES: Final = (
    Theme("eleventy-journal", "eleventy", 0, "article", partial(eleventy, "eleventy-journal")),
    Theme("hexo-landscape", "hexo", 0, "article", partial(hexo, "landscape")),
    Theme("hexo-fluid", "hexo", 0, "article", partial(hexo, "fluid")),
    Theme("hexo-next", "hexo", 1, "article", partial(hexo, "next")),
    Theme("hexo-butterfly", "hexo", 1, "article", partial(hexo, "butterfly")),
)
