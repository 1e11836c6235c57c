"""The generators: one function for each that writes a site's sources, builds it and tells where its pages are."""

from __future__ import annotations

from typing import Final

from benchmarks.sites.generators import mkdocs, node_docs, node_weblogs, python_weblogs, sphinx, system_weblogs
from benchmarks.sites.site import Theme

THEMES: Final[dict[str, Theme]] = {
    theme.name: theme
    for module in (mkdocs, sphinx, python_weblogs, system_weblogs, node_weblogs, node_docs)
    for theme in module.THEMES
}
"""All themes by name. No theme is in both halves; of the generators, only MkDocs, Sphinx and Hexo are."""
