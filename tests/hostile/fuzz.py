"""`make fuzz MINUTES=10`: mutated pages and files for all that strangers' bytes reach; what is found is kept as files.

    python tests/hostile/fuzz.py [--minutes 10 | --pages 1000] [--targets pages tree ...] [--seed 1] [--keep FOLDER]

Half of the time goes to pages: those of the tests, cut, doubled, spliced and strewn with hostile pieces; every
promise of every form is checked. Small pages are made into text, Markdown and json alone, so that there can be many of
them. The rest goes to the other targets in turn, led by coverage where atheris is
installed, else by the same mutations. `WEBWINNOW_PURE=1` tries numpy alone. The exit code is 1 if anything was found:
make a test of it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

LED = sys.argv[1:2] == ["--atheris"]
atheris: Any = import_module("atheris") if LED else None
with atheris.instrument_imports(include=["webwinnow"]) if LED else nullcontext():  # all that is loaded takes minutes
    from benchmarks.memory import kilobytes

    from hostile.families import FAMILIES, ODD, REPEATED
    from hostile.targets import TARGETS, tried
    from webwinnow.kernels import IMPLEMENTATION

LONGEST = 60
"""Seconds of the clock in which an answer must come; a page here has some kilobytes."""
_TOLD = 5_000
"""After so many, what was found and the memory of the process are told: a curve that goes on rising would be a leak."""
_BEGUN = 100
"""Mutations that coverage begins with, besides what a target's own begin with: from nothing it finds no format."""
_STREWN = [*REPEATED, *ODD.values()]


def mutated(seeds: list[bytes], seed: int) -> Iterator[bytes]:
    """Make bytes without end: cut, doubled, spliced, flipped, and strewn with hostile pieces."""
    chance = random.Random(seed)
    families = list(FAMILIES.values())
    while True:
        made = bytearray(chance.choice(seeds))
        if len(made) > 4_000:
            start = chance.randrange(len(made) - 2_000)
            made = made[start : start + chance.randrange(200, 4_000)]
        for _ in range(chance.randrange(1, 9)):
            at = chance.randrange(len(made) + 1)
            match chance.randrange(6):
                case 0 if made:
                    made[at % len(made)] ^= 1 << chance.randrange(8)
                case 1:
                    del made[at : at + chance.randrange(1, 200)]
                case 2:
                    made[at:at] = made[at : at + chance.randrange(1, 300)] * chance.randrange(1, 4)
                case 3:
                    other = chance.choice(seeds)
                    begin = chance.randrange(len(other) + 1)
                    made[at:at] = other[begin : begin + chance.randrange(1, 600)]
                case 4:
                    made[at:at] = chance.choice(families)(chance.randrange(20, 400)).encode("utf-8", "replace")[:2_000]
                case _:
                    strewn = "".join(chance.choices(_STREWN, k=chance.randrange(1, 4)))
                    made[at:at] = strewn.encode("utf-8", "surrogatepass")
        yield bytes(made[:8_000])


def found(name: str, data: bytes) -> str | None:
    """Tell what goes wrong with these bytes, if anything does."""
    signal.alarm(LONGEST)
    try:
        tried(name, data)
    except BaseException as error:  # the fence: whatever is raised is a finding
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error))
    finally:
        signal.alarm(0)
    return None


def run(name: str, seed: int, *, until: float, most: int | None, keep: Path) -> tuple[int, int]:
    """Try a target with mutations until the time is over; return how many were tried and how many went wrong."""
    count = wrong = 0
    for count, data in enumerate(mutated(TARGETS[name][1], seed), start=1):
        reason = found(name, data)
        if reason is not None:
            wrong += 1
            _kept(name, data, reason, keep)
        if count % _TOLD == 0:
            print(f"{name:12} {count:9,} so far, {wrong} went wrong, {kilobytes('VmRSS') / 1024:.1f} MB", flush=True)
        if time.monotonic() > until or count == most:
            break
    return count, wrong


def _kept(name: str, data: bytes, reason: str, keep: Path) -> None:
    keep.mkdir(parents=True, exist_ok=True)
    file = keep / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    file.write_bytes(data)
    file.with_suffix(".txt").write_text(reason, encoding="utf-8", errors="replace")
    print(f"{name}: {reason.strip().splitlines()[-1][:200]}: kept as {file}", flush=True)


def led_by_coverage(name: str, seconds: int, keep: Path) -> tuple[int, int]:
    """Let atheris try a target in a process of its own; it ends at the first finding."""
    keep.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, "--atheris", name, f"-max_total_time={seconds}", "-max_len=4096"]
    command += [f"-artifact_prefix={keep}/{name}-", "-rss_limit_mb=4096", f"-timeout={LONGEST}", "-verbosity=0"]
    seeds = TARGETS[name][1]
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate([*seeds, *islice(mutated(seeds, seconds), _BEGUN)]):
            Path(corpus, str(number)).write_bytes(data)
        command += ["-print_final_stats=1", corpus]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    runs = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
    if done.returncode:
        print(f"{name}: atheris ended with {done.returncode}: {(done.stdout + done.stderr)[-1500:]}", flush=True)
    return int(runs[0]) if runs else 0, int(bool(done.returncode))


def _atheris(name: str, arguments: list[str]) -> None:
    atheris.Setup([sys.argv[0], *arguments], lambda data: tried(name, data))
    atheris.Fuzz()


def main() -> int:
    """Try what is asked for."""
    if LED:
        _atheris(sys.argv[2], sys.argv[3:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--pages", type=int, help="so many mutations of each target, however long it takes")
    parser.add_argument("--targets", nargs="+", default=list(TARGETS), choices=list(TARGETS), metavar="NAME")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"))
    asked = parser.parse_args()
    signal.signal(signal.SIGALRM, _too_long)
    wrong = 0
    coverage = find_spec("atheris") is not None and asked.pages is None and not os.environ.get("WEBWINNOW_NO_ATHERIS")
    print(f"seed {asked.seed}, kernels {IMPLEMENTATION}, atheris {'leads' if coverage else 'is not used'}", flush=True)
    for name in asked.targets:
        seconds = asked.minutes * 60 * shares(asked.targets)[name]
        if coverage and "pages" not in name:  # many of them are wanted, and coverage makes them slow
            count, failed = led_by_coverage(name, max(int(seconds), 1), asked.keep)
        else:
            until = float("inf") if asked.pages else time.monotonic() + seconds
            count, failed = run(name, asked.seed, until=until, most=asked.pages, keep=asked.keep)
        wrong += failed
        print(f"{name:12} {count:9,} tried, {failed} went wrong", flush=True)
    return 1 if wrong else 0


def shares(targets: Sequence[str]) -> dict[str, float]:
    """Share the time out: pages get as much as all others together."""
    parts = {name: max(len(targets) - 1, 1) if name == "pages" else 1 for name in targets}
    return {name: part / sum(parts.values()) for name, part in parts.items()}


def _too_long(*_: object) -> None:
    raise TimeoutError(f"no answer within {LONGEST} s")


if __name__ == "__main__":
    sys.exit(main())
