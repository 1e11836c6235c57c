"""The memory of one process over many pages: a curve that goes on rising would be a leak.

python -m benchmarks.memory [--pages 20000] [--every 1000]

The bundled page is read again and again, each time with other words in it, as text and as json. The exit code is 1 if
the second half of the curve rises by more than a tenth.
"""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path

from webwinnow import extract


def resident() -> float:
    """Return the megabytes that this process has now."""
    return kilobytes("VmRSS") / 1024


def kilobytes(counted: str) -> int:
    """Return what Linux counts for this process: VmRSS is its memory now, VmHWM its peak; 0 elsewhere."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{counted}:")), 0)


def curve(pages: int, every: int) -> list[float]:
    """Read so many pages, and note the memory every so often."""
    source = resources.files("webwinnow").joinpath("example.html").read_text(encoding="utf-8")
    noted = []
    for number in range(1, pages + 1):
        result = extract(source.replace("the", f"the{number}"))
        _ = result.text if number % 10 else result.json()
        if number % every == 0:
            noted.append(resident())
            print(f"{number:8,} pages {noted[-1]:8.1f} MB {'#' * int(noted[-1] / 5)}", flush=True)
    return noted


def main() -> int:
    """Print the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=1_000)
    asked = parser.parse_args()
    noted = curve(asked.pages, asked.every)
    half = noted[len(noted) // 2 :]
    return int(bool(half) and half[-1] > 1.1 * half[0])


if __name__ == "__main__":
    sys.exit(main())
