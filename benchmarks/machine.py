"""Where and of what a measurement was taken: results without this cannot be compared."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine and the versions that decide the speed."""

    processor: str
    cores: int
    python: str
    numpy: str


@dataclass(frozen=True, slots=True)
class Commit:
    """The state of the checkout; `dirty` if files differ from the commit."""

    hash: str
    dirty: bool


def this_machine() -> Machine:
    """Describe the machine that runs this."""
    return Machine(_processor(), os.cpu_count() or 1, platform.python_version(), np.__version__)


def this_commit() -> Commit | None:
    """Ask git for the state of the checkout; None where there is no git or no repository."""
    try:
        return Commit(_git("rev-parse", "--short=12", "HEAD"), bool(_git("status", "--porcelain")))
    except (OSError, subprocess.CalledProcessError):
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(Path(__file__).parent), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
