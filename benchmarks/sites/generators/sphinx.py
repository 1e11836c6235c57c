"""Sphinx with themes of its own and from PyPI; the sources are in the Markdown of MyST."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.sites.dialects import Myst
from benchmarks.sites.site import Site, Theme
from benchmarks.sites.tools import python_environment, run

PACKAGES: Final = (
    *("sphinx<10", "myst-parser", "furo", "sphinx-rtd-theme", "pydata-sphinx-theme", "sphinx-book-theme"),
    *("piccolo-theme", "sphinxawesome-theme", "sphinx-nefertiti", "insipid-sphinx-theme", "sphinx-copybutton"),
)
LOCALES: Final = {"zh": "zh_CN"}
SETTINGS: Final = """
project = {site!r}
author = {author!r}
copyright = {rights!r}
language = {language!r}
html_theme = {theme!r}
extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
smartquotes = False
html_title = {site!r}
html_last_updated_fmt = None
suppress_warnings = ["*"]
"""


def build(theme: str, site: Site, tools: Path) -> dict[str, Path]:
    """Build a site; the menu has a part for each topic."""
    programs = python_environment(tools / "sphinx", PACKAGES)
    frame, code = site.frame, site.language.code
    site.draw("source")
    known = {"site": frame["site"], "author": frame["authors"][0], "rights": frame["rights"], "theme": theme}
    site.write("source/conf.py", SETTINGS.format(**known, language=LOCALES.get(code, code)))
    trees = [
        "\n".join([":::{toctree}", f":caption: {topic}", ":maxdepth: 2", "", *(each.slug for each in documents), ":::"])
        for topic, documents in site.by_topic().items()
    ]
    site.write("source/index.md", "\n\n".join([f"# {frame['site']}", frame["tagline"], frame["about_text"], *trees]))
    for document in site.documents:
        site.write(f"source/{document.slug}.md", f"# {document.title}\n\n{Myst().write(document.blocks)}")
    run([str(programs / "sphinx-build"), "-q", "-b", "html", "source", "html"], site.folder)
    return {document.slug: site.folder / "html" / f"{document.slug}.html" for document in site.documents}


def _theme(name: str, half: int) -> Theme:
    short = name.removeprefix("sphinx").removesuffix("_theme").strip("_").replace("_sphinx", "")
    return Theme(f"sphinx-{short}", "sphinx", half, "documentation", partial(build, name))


THEMES: Final = (
    *(_theme(name, 0) for name in ("alabaster", "furo", "sphinx_book_theme", "piccolo_theme", "classic", "nature")),
    *(_theme(name, 1) for name in ("sphinx_rtd_theme", "pydata_sphinx_theme", "sphinxawesome_theme", "insipid")),
    *(_theme(name, 1) for name in ("agogo", "sphinx_nefertiti")),
)
