"""Getting the generators: each in an environment of its own in the build folder, from PyPI, npm or Debian.

A note beside each environment says what was installed. While it is true, nothing is fetched again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

PATIENCE: Final = 600
"""Seconds that an installation or the building of a site may take."""


class UnavailableError(Exception):
    """A generator that is not here and cannot be installed, or a site that it cannot build, with the reason."""


def python_environment(folder: Path, requirements: Sequence[str]) -> Path:
    """Return the folder of programs of a virtual environment that has these packages."""
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if not _noted(folder, requirements):
        run([sys.executable, "-m", "venv", "--clear", str(folder)])
        run([str(programs / "python"), "-m", "pip", "install", "--quiet", *requirements])
        _note(folder, requirements)
    return programs


def node_modules(folder: Path, packages: Sequence[str]) -> Path:
    """Return a folder of Node modules that has these packages."""
    if not _noted(folder, packages):
        npm = program("npm", "nodejs with npm")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        run([npm, "install", "--no-audit", "--no-fund", "--loglevel=error", *packages], folder)
        _note(folder, packages)
    return folder / "node_modules"


def program(name: str, package: str) -> str:
    """Find a program of the system; there is no installing it without the rights to."""
    found = shutil.which(name)
    if found is None:
        raise UnavailableError(f"{name} is not installed: sudo apt install {package}")
    return found


def run(command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None) -> None:
    """Run a program quietly; raises UnavailableError with the end of what it said."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnavailableError(str(error)) from None
    if done.returncode:
        raise UnavailableError(f"{Path(command[0]).name} failed: {_reason(done.stderr + done.stdout)[:300]}")


def _reason(said: str) -> str:
    """Find the line that names the error, or else the last one."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "rror:" in line), lines[-1] if lines else "it said nothing")


def _noted(folder: Path, wanted: Sequence[str]) -> bool:
    note = folder / "installed.txt"
    return note.exists() and note.read_text(encoding="utf-8").split("\n") == list(wanted)


def _note(folder: Path, wanted: Sequence[str]) -> None:
    (folder / "installed.txt").write_text("\n".join(wanted), encoding="utf-8")
