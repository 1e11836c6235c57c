"""MkDocs with themes from PyPI."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.dialects import Arithmatex
from benchmarks.sites.site import ADDRESS, Site, Theme
from benchmarks.sites.tools import python_environment, run

PACKAGES: Final = (
    *("mkdocs<2", "mkdocs-material", "pymdown-extensions", "mkdocs-bootswatch", "mkdocs-cinder", "mkdocs-windmill"),
    *("mkdocs-ivory", "mkdocs-terminal", "mkdocs-gitbook", "mkdocs-bootstrap4", "mkdocs-dracula-theme"),
)
EXTENSIONS: Final[list[Any]] = [
    *("tables", "def_list", "footnotes", "admonition", "sane_lists", "attr_list", "md_in_html", "pymdownx.superfences"),
    {"toc": {"permalink": True}},
    {"pymdownx.arithmatex": {"generic": True}},
]
LOCALES: Final = {"zh": "zh_CN"}
CHOICES: Final[dict[str, dict[str, Any]]] = {
    "material": {"features": ["navigation.footer", "navigation.tabs", "content.code.copy", "navigation.indexes"]},
    "bootswatch": {"name": "flatly"},
}
"""Settings of themes that show more with them; mkdocs-bootswatch has a theme for each of its looks."""


def build(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a site; every document is a page in a section of the menu."""
    programs = python_environment(tools / "mkdocs", PACKAGES)
    site.draw("docs")
    for document in site.documents:
        text = f"# {document.title}\n\n{Arithmatex().write(document.blocks)}"
        site.write(f"docs/{document.slug}.md", text)
    about = f"# {site.frame['about']}\n\n{site.frame['about_text']}\n"
    site.write("docs/about.md", about)
    site.write("docs/index.md", f"# {site.frame['site']}\n\n{site.frame['tagline']}\n\n{site.frame['about_text']}\n")
    site.write("mkdocs.yml", json.dumps(_settings(theme, site), ensure_ascii=False, indent=1))  # JSON is YAML
    run([str(programs / "mkdocs"), "build", "--quiet"], site.folder, {"DISABLE_MKDOCS_2_WARNING": "true"})
    return {document.slug: site.folder / "site" / f"{document.slug}.html" for document in site.documents}


def _settings(theme: str, site: Site) -> dict[str, Any]:
    code = site.language.code
    menu = [
        {site.frame["home"]: "index.md"},
        *({topic: [f"{each.slug}.md" for each in documents]} for topic, documents in site.by_topic().items()),
        {site.frame["about"]: "about.md"},
    ]
    look: dict[str, Any] = {"name": theme, **CHOICES.get(theme, {})}
    if theme == "material":
        look |= {"language": code, "font": False}
    elif theme in ("mkdocs", "readthedocs"):
        look["locale"] = LOCALES.get(code, code)
    return {
        "site_name": site.frame["site"],
        "site_url": ADDRESS,
        "site_description": site.frame["tagline"],
        "repo_url": f"{ADDRESS}/source",
        "copyright": site.frame["rights"],
        "use_directory_urls": False,
        "theme": look,
        "nav": menu,
        "markdown_extensions": EXTENSIONS,
    }


def _theme(name: str, half: int) -> Theme:
    return Theme(f"mkdocs-{name}", "mkdocs", half, "documentation", partial(build, name))


THEMES: Final = (
    *(_theme(name, 0) for name in ("material", "readthedocs", "bootswatch", "ivory", "windmill")),
    *(_theme(name, 1) for name in ("mkdocs", "cinder", "terminal", "gitbook", "dracula", "bootstrap4")),
)
