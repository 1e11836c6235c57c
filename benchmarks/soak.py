"""A batch run that is killed again and again, its workers and the whole program: no record may be lost or doubled.

python -m benchmarks.soak [--kills 50] [--seed 1]
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from benchmarks.batch import write_archive

_SHARDS: Final = 120
_PAGES: Final = 60


def records(output: Path) -> list[tuple[Any, ...]]:
    """Read the records of a run, sorted; all but the time that each took."""
    import pyarrow.parquet as parquet

    names = ["id", "url", "outcome", "reason", "text", "spans"]
    found = [
        tuple(str(row[name]) for name in names)
        for file in sorted((output / "records").glob("*.parquet"))
        for row in parquet.read_table(file, columns=names).to_pylist()
    ]
    return sorted(found)


def command(source: Path, output: Path) -> list[str]:
    options = ["-e", "plain", "--no-facts", "-j", "2"]
    return [sys.executable, "-m", "webwinnow", "batch", str(source), "-o", str(output), *options]


def children(process: int) -> list[int]:
    """List the processes that a process started, as far as they are workers."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
                if parent == str(process) and b"spawn_main" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def kill_one(program: int, chance: random.Random) -> str:
    """Kill the program or one of its workers."""
    workers = children(program)
    if workers and chance.random() < 0.5:
        with suppress(ProcessLookupError):
            os.kill(chance.choice(workers), signal.SIGKILL)
        return "worker"
    os.kill(program, signal.SIGKILL)
    return "program"


def soak(folder: Path, kills: int, seed: int) -> str:
    """Kill a run as often as asked, let it end, and compare; raises AssertionError if a record is lost or doubled."""
    source, chance = folder / "in", random.Random(seed)
    source.mkdir()
    for number in range(_SHARDS):
        write_archive(source / f"{number:03}.warc.gz", _PAGES, 3000 + 10 * number)
    subprocess.run(command(source, folder / "whole"), check=True, stdout=subprocess.DEVNULL)
    expected, output, done = records(folder / "whole"), folder / "killed", {"worker": 0, "program": 0}
    while True:
        program = subprocess.Popen(command(source, output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while program.poll() is None and sum(done.values()) < kills:
            while program.poll() is None and len(children(program.pid)) < 2:
                time.sleep(0.05)  # it has only begun
            time.sleep(chance.uniform(0.0, 4.0))
            if program.poll() is None:
                done[kill_one(program.pid, chance)] += 1
        if program.wait() == 0:
            if sum(done.values()) >= kills:
                break
            for marker in chance.sample(sorted((output / "done").iterdir()), _SHARDS // 2):
                marker.unlink()  # killed too seldom: half of the work is to be done again
    found = records(output)
    assert len(found) == len({record[0] for record in found}), "a record is there twice"
    assert found == expected, f"{len(set(expected) - set(found))} records are missing or differ"
    return f"{done['program']} kills of the program, {done['worker']} of workers: {len(found):,} records, each once\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(soak(Path(folder), chosen.kills, chosen.seed))


if __name__ == "__main__":
    main()
