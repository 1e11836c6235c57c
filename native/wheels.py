"""`python native/wheels.py [FOLDER]`: a wheel for each platform, all made here, with zig's C compiler.

Each is made from the source distribution, so that this is known to be whole, and in a folder of its own, so that no
library for another machine is left in the checkout. `make wheels` sets up what is needed: hatchling and ziglang.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
TARGETS = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
}
"""Platforms as wheels name them, and as zig does."""
BEGINS = {"manylinux": b"\x7fELF", "musllinux": b"\x7fELF", "macosx": b"\xcf\xfa\xed\xfe", "win": b"MZ"}
"""What a library of each family of platforms begins with."""
LIBRARY = "webwinnow/kernels/compiled.lib"


def main(folder: Path) -> None:
    """Make the source distribution and all wheels."""
    _build(ROOT, "sdist", folder)
    source = max(folder.glob("webwinnow-*.tar.gz"), key=lambda path: path.stat().st_mtime)
    with tempfile.TemporaryDirectory() as room, tarfile.open(source) as packed:
        packed.extractall(room, filter="data")
        (unpacked,) = Path(room).iterdir()
        for platform, target in TARGETS.items():
            compiler = f'"{sys.executable}" -m ziglang cc -target {target} -s'
            _build(unpacked, "wheel", folder, CC=compiler, WEBWINNOW_PLATFORM=platform, WEBWINNOW_NATIVE="1")
            print(_checked(folder, platform), flush=True)


def _build(project: Path, what: str, folder: Path, **settings: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", what, "--directory", str(folder.resolve())],
        cwd=project,
        env={**os.environ, **settings},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _checked(folder: Path, platform: str) -> str:
    """Name the wheel of a platform; ends the program if it has no library for that."""
    (wheel,) = folder.glob(f"webwinnow-*-py3-none-{platform}.whl")
    with ZipFile(wheel) as packed:
        begins = packed.read(LIBRARY)[:4]
    if not begins.startswith(BEGINS[platform.split("_")[0]]):
        sys.exit(f"{wheel.name}: its library begins with {begins!r}")
    return f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB"


if __name__ == "__main__":
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist")
    out.mkdir(parents=True, exist_ok=True)
    main(out)
