"""Books and documentation written by VitePress and Honkit, from npm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.dialects import Dialect, VitePress
from benchmarks.sites.site import Site, Theme
from benchmarks.sites.tools import node_modules, run

VITEPRESS: Final = ("vitepress@1", "vue@3")
HONKIT: Final = ("honkit@6",)


def vitepress(site: Site, tools: Path) -> dict[str, Path]:
    """Build documentation with VitePress and its own theme."""
    modules = node_modules(tools / "vitepress", VITEPRESS)
    (site.folder / "node_modules").symlink_to(modules.resolve())
    site.write("package.json", json.dumps({"private": True, "type": "module"}))
    settings = json.dumps(_vitepress_settings(site), ensure_ascii=False)
    site.write(".vitepress/config.mjs", f"export default {settings}\n")
    site.draw("public")
    for document in site.documents:
        text = VitePress("/picture-{}.svg").write(document.blocks)
        site.write(f"{document.slug}.md", f"# {document.title}\n\n{text}")
    site.write("index.md", f"# {site.frame['site']}\n\n{site.frame['about_text']}\n")
    run([str(modules / ".bin/vitepress"), "build", "."], site.folder)
    return {document.slug: site.folder / ".vitepress/dist" / f"{document.slug}.html" for document in site.documents}


def _vitepress_settings(site: Site) -> dict[str, Any]:
    frame = site.frame
    sidebar = [
        {"text": topic, "items": [{"text": each.title, "link": f"/{each.slug}"} for each in documents]}
        for topic, documents in site.by_topic().items()
    ]
    return {
        "lang": site.language.code,
        "dir": site.language.direction,
        "title": frame["site"],
        "description": frame["tagline"],
        "ignoreDeadLinks": True,
        "themeConfig": {
            "nav": [{"text": frame[key], "link": "/"} for key in ("home", "archive", "about")],
            "sidebar": sidebar,
            "outline": {"label": frame["topics"], "level": [2, 3]},
            "docFooter": {"prev": frame["previous"], "next": frame["next"]},
            "footer": {"message": frame["newsletter"], "copyright": frame["rights"]},
            "search": {"provider": "local"},
        },
    }


def honkit(site: Site, tools: Path) -> dict[str, Path]:
    """Build a book with Honkit in the theme of GitBook."""
    modules = node_modules(tools / "honkit", HONKIT)
    code = {"zh": "zh-hans", "fa": "fa", "ar": "ar"}.get(site.language.code, site.language.code)
    about = {"title": site.frame["site"], "language": code, "direction": site.language.direction, "plugins": ["-lunr"]}
    site.write("book.json", json.dumps(about, ensure_ascii=False))
    site.write("README.md", f"# {site.frame['site']}\n\n{site.frame['about_text']}\n")
    site.draw(".")
    parts = [f"# {site.frame['topics']}", f"* [{site.frame['home']}](README.md)"]
    for topic, documents in site.by_topic().items():
        parts += [f"## {topic}", "\n".join(f"* [{each.title}]({each.slug}.md)" for each in documents)]
    site.write("SUMMARY.md", "\n\n".join(parts) + "\n")
    for document in site.documents:
        site.write(f"{document.slug}.md", f"# {document.title}\n\n{Dialect().write(document.blocks)}")
    run([str(modules / ".bin/honkit"), "build", ".", "book"], site.folder)
    return {document.slug: site.folder / "book" / f"{document.slug}.html" for document in site.documents}


THEMES: Final = (
    Theme("vitepress", "vitepress", 0, "documentation", vitepress),
    Theme("honkit-gitbook", "honkit", 1, "documentation", honkit),
)
