"""`python -m benchmarks.trends [--count N] [--words N]`: time and memory of `trends run` on made-up abstracts.

Each size runs in a process of its own, from the RIS file to the last picture. Processor time is that of one core; the
peak is the memory of the whole process. The growth is the time of ten times as many texts by ten times the time of one.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.table import table

_EXAMPLES: Final = Path(__file__).parents[1] / "examples" / "trends"
_JOURNALS: Final = ("Conservation Biology", "Ecology", "The American Naturalist")
_KEYWORDS: Final = (
    "biodiversity species richness abundance dispersal evolution gene flow natural selection niche conservation "
    "protected areas climate change habitat genome sequencing the of and in to a is for with"
).split()
_FIRST, _YEARS = 1960, 51


def write_collection(path: Path, count: int, words: int) -> None:
    """Write abstracts whose words are as unequal as those of real ones (Zipf), keywords and grammar among them."""
    chance = np.random.default_rng(1)
    vocabulary = np.array(_KEYWORDS + [f"w{number:x}ord" for number in range(40_000)])
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = " ".join(vocabulary[np.minimum(chance.zipf(1.2, words) - 1, len(vocabulary) - 1)])
            tags = (f"TI  - Title {number}", f"JO  - {_JOURNALS[number % 3]}", f"PY  - {_FIRST + number % _YEARS}")
            file.write("\n".join(("TY  - JOUR", "AU  - Nobody", *tags, f"AB  - {number} {text}", "ER  - ", "")))


def measure(path: Path, out: Path) -> None:
    """Run once in this process, and print seconds of processor time, of the clock, and the peak in MB."""
    from webwinnow.trends.analysis import find_trends
    from webwinnow.trends.collection import read_collection
    from webwinnow.trends.report import outputs
    from webwinnow.trends.scores import read_queries

    started, processor = time.perf_counter(), time.process_time()
    queries, _ = read_queries((_EXAMPLES / "queries.toml").read_text(encoding="utf-8"), "queries.toml")
    collection = read_collection((file.name, file.read_bytes()) for file in [path])
    for name, content in outputs(find_trends(collection, queries), collection):
        (out / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{time.process_time() - processor} {time.perf_counter() - started} {peak}\n")


def main() -> None:
    """Measure a collection and one of ten times its size."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=19_010, help="texts (19010, as in the paper)")
    options.add_argument("--words", type=int, default=200, help="words of each (200)")
    options.add_argument("--measure", nargs=2, type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.measure:
        measure(*chosen.measure)
        return
    rows: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for count in (chosen.count, 10 * chosen.count):
            path = Path(folder) / "collection.ris"
            write_collection(path, count, chosen.words)
            command = [sys.executable, "-m", "benchmarks.trends", "--measure", str(path), folder]
            printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            rows.append([count, *map(float, printed.split())])
    print(table(["texts", "processor s", "clock s", "peak MB"], rows), end="")
    print(f"growth: {rows[1][1] / (10 * rows[0][1]):.2f} of linear")


if __name__ == "__main__":
    main()
