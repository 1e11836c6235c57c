"""Runs that are killed, that find the disk full or the folder closed: nothing is lost, and the next run ends the same.

Evaluations and batches that are killed, a batch on a full disk and annotators whose server is killed are tested with
them: tests/evaluate/test_killing.py, tests/batch/test_run.py, tests/serve/test_shelf.py.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from batch.crawls import rows
from webwinnow.evaluate.results import load_run
from webwinnow.evaluate.writing import claimed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, file systems and rights as Linux has them")
EXAMPLES = Path(__file__).parents[1] / "examples" / "package"
PAPERS = "".join(
    f"TY  - JOUR\nTI  - Title {n}\nJO  - Waters\nPY  - {2000 + n % 7}\nAB  - The river {n} and the lake.\nER  - \n"
    for n in range(40)
)
COMMANDS: dict[str, list[str]] = {
    "evaluate": ["evaluate", "package", "-e", "plain", "--measures", "word-bag", "-j", "1", "-o", "OUT"],
    "search": ["search", "package", "--members", "bte,lqf", "--size", "2", "-j", "1", "-o", "OUT"],
    "train": ["train", "shallow", "package", "--folds", "0", "-j", "1", "-o", "OUT/model.npz"],
    "batch": ["batch", "package", "-e", "plain", "--no-facts", "-j", "1", "-o", "OUT"],
    "trends": ["trends", "run", "papers.ris", "--queries", "queries.toml", "--draws", "20", "-o", "OUT"],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a package of eight pages and a collection of papers."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "package").mkdir()
    names = sorted({path.name.split(".")[0] for path in EXAMPLES.glob("*.html*")})[:8]
    for path in EXAMPLES.iterdir():
        if path.name == "package.toml" or path.name.split(".")[0] in names:
            shutil.copy(path, folder / "package")
    (folder / "papers.ris").write_text(PAPERS)
    (folder / "queries.toml").write_text('[queries]\nwater = ["river", "lake"]\n')
    return folder


def whole(name: str, place: Path) -> object:
    """Return what a run finds that nothing happens to, made once."""
    out = place / f"whole-{name}"
    if not out.exists():
        assert finished(name, place, out)[0] == 0
    return content(name, out)


def started(name: str, place: Path, out: Path, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    arguments = [each.replace("OUT", str(out)) for each in COMMANDS[name]]
    return subprocess.Popen(
        [sys.executable, "-m", "webwinnow", *arguments],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )


def finished(name: str, place: Path, out: Path, before: Callable[[], None] | None = None) -> tuple[int, str]:
    program = started(name, place, out, before)
    _, told = program.communicate(timeout=120)
    return program.returncode, told


def content(name: str, out: Path) -> object:
    """Return what a run found, without what the clock said."""
    if name == "evaluate":
        run = load_run(out)
        return {key: sorted((cell.page, str(cell.scores)) for cell in cells) for key, cells in run.cells.items()}
    if name == "search":
        found = json.loads((out / "search.json").read_text())
        return [found["pages"], found["failures"], *({**each, "seconds": 0} for each in [found["best_single"]])]
    if name == "batch":
        return rows(out)
    return {
        path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.suffix != ".md" and path.name[0] != "."
    }


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a file system with little room."""
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(folder)], capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def left_aside(out: Path) -> list[str]:
    """Name what a run wrote aside and left there."""
    return [str(path) for path in out.rglob(".*") if path.name != ".lock" and path.is_file()]


FULL = {"evaluate": 16_000, "search": 24_000, "train": 32_000, "trends": 32_000}
"""Bytes that are taken already: some runs get half-way, some find no room at all."""


@pytest.mark.parametrize("name", FULL)
def test_a_full_disk_is_said_and_the_next_run_ends_as_if_nothing_had_been(name, place, small_disk) -> None:
    filled, out = small_disk / "filled", small_disk / "out"
    filled.write_bytes(b"x" * FULL[name])
    code, told = finished(name, place, out)
    assert code == 1 and len(told.splitlines()) == 1, told
    assert "small/out" in told and "No space left" in told
    assert left_aside(out) == []
    filled.unlink()
    subprocess.run(["mount", "-o", "remount,size=8m", str(small_disk)], check=True)
    assert finished(name, place, out)[0] == 0
    assert content(name, out) == whole(name, place)


def without_privilege() -> None:
    """Let rights count, also for the user root: give up the power to override them."""
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_closed_folder_is_said_in_one_line(name, place, tmp_path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    code, told = finished(name, place, closed / "out", without_privilege)
    assert code in (1, 2) and len(told.splitlines()) == 1, told
    assert str(closed) in told and "Permission denied" in told
    assert list(closed.iterdir()) == []


SIGNS = {"search": "tables/*.jsonl", "train": "*", "trends": "*"}
"""What is there while a run is at work."""


@pytest.mark.parametrize("name", SIGNS)
def test_what_is_killed_goes_on_or_starts_again_and_ends_the_same(name, place, tmp_path) -> None:
    out = tmp_path / "out"
    program, until = started(name, place, out), time.monotonic() + 60
    while not list(out.glob(SIGNS[name])) and program.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.001)
    program.send_signal(signal.SIGKILL)
    program.communicate()
    assert finished(name, place, out)[0] == 0
    assert content(name, out) == whole(name, place)


def test_a_second_search_in_one_folder_is_refused(place, tmp_path) -> None:
    with claimed(tmp_path):
        code, told = finished("search", place, tmp_path)
    assert code == 1 and "another run" in told


SOURCE = "<h1>Rain</h1><p>It fell on the mill.</p>"
SAVE = """
import sys
from pathlib import Path
from webwinnow import extract
from webwinnow.serve.annotations import LabelledPage, save
from webwinnow.serve.labelling import label
made = label(extract(sys.argv[2]).page, {"labels": {"content": [[16, 36]]}})
save(Path(sys.argv[1]), "page", LabelledPage("ann", made, {}), None, as_gold=True)
"""


def saved(package: Path, before: Callable[[], None] | None = None) -> tuple[int, str]:
    """Let an annotator save in a program of its own."""
    program = [sys.executable, "-c", SAVE, str(package), SOURCE]
    done = subprocess.run(program, preexec_fn=before, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def shelved(folder: Path) -> Path:
    package = folder / "mine"
    package.mkdir()
    (package / "package.toml").write_text('name = "mine"\n')
    (package / "page.html").write_text(SOURCE)
    return package


def test_an_annotation_that_finds_no_room_is_refused_and_the_next_is_kept(small_disk) -> None:
    package, filled = shelved(small_disk), small_disk / "filled"
    with pytest.raises(OSError, match="No space"):
        filled.write_bytes(b"x" * 64_000)
    code, told = saved(package)
    assert code and "RequestError" in told and "No space left" in told
    assert left_aside(package) == [] and not (package / "page.txt").exists()
    filled.unlink()
    assert saved(package) == (0, "")
    assert (package / "page.txt").read_text().strip() == "It fell on the mill."


def test_an_annotation_in_a_closed_package_is_refused(tmp_path) -> None:
    package = shelved(tmp_path)
    package.chmod(0o555)
    code, told = saved(package, without_privilege)
    assert code and "RequestError" in told and "Permission denied" in told
    assert sorted(path.name for path in package.iterdir()) == ["package.toml", "page.html"]
