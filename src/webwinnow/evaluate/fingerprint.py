"""Which program made a result: the version, and a hash of what results depend on.

The version alone would not do: while a program is being changed, its version stays the same.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from webwinnow.version import __version__

_NO_PART: Final = ("cli", "evaluate/report")
"""Folders that show results and do not make them."""


@cache
def program_version() -> str:
    """Return the version with a hash of the program's files, such as `0.1.0+4c1d2f9ab3e0`."""
    return f"{__version__}+{folder_digest(Path(__file__).parents[1])[:12]}"


def folder_digest(folder: Path) -> str:
    """Hash names and contents of all files that results depend on."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix != ".pyc" and not place.startswith(_NO_PART):
            total.update(f"{place}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
