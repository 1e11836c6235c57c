"""A number of the C that the kernels are made from: it tells a library of other sources from one of these.

`native/build.py`, which runs where neither the package nor numpy is installed, takes it from this file.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

_ENDINGS = (".c", ".h", ".inc")


def fingerprint(folder: Path) -> int:
    """Number what the C files of a folder are called and say."""
    found = 0
    for path in sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS):
        found = crc32(path.read_bytes(), crc32(path.name.encode(), found))
    return found
