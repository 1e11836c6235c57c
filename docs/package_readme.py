"""The README as a package index shows it: a hook of hatchling that gives its links the address of the project.

Links and pictures of README.md are relative, so that they work in every checkout. On an index they would lead nowhere;
there, they lead to the files of the same version, below the address that `[project.urls]` states.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")
"""A picture or a link to a file of this project."""


class PackageReadme(MetadataHookInterface):
    """Fills the readme in."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme, which pyproject.toml calls dynamic."""
        version = runpy.run_path(str(ROOT / "src" / "webwinnow" / "version.py"))["__version__"]
        readme = absolute((ROOT / "README.md").read_text(encoding="utf-8"), metadata["urls"]["Source"], version)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def absolute(readme: str, source: str, version: str) -> str:
    """Let relative links lead to the tag of this version, and pictures to the bytes of the file itself."""
    return LINK.sub(
        lambda found: f"{found[1]}{found[2]}({source}/{'raw' if found[1] else 'blob'}/v{version}/{found[3]})", readme
    )
