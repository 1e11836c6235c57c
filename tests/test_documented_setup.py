"""Lines of README and docs that set something up run as they are written: `make test-setup`, an hour and more.

They fetch packages and build sites, so `make test` leaves them to that target. Lines of `make` and of the modules of a
checkout are typed in a new clone of what is committed, lines of pip, pipx and uvx where nothing is installed yet: there
the package that the clone builds stands in for the one that an index would have.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from documented import PROSE, ROOT, SETUP, commands, commands_of, run_by
from installed import USES, Room, expect, room, smoke
from readers import ADDRESS
from small_sites import Sent, small_site
from webwinnow import __version__

ASKED_FOR = pytest.mark.skipif(not os.environ.get("WEBWINNOW_TEST_SETUP"), reason="`make test-setup` types it")
PACKAGE = ROOT / "examples" / "package"
LONGEST = 5400
"""Seconds that a line may take, on a machine that does much else."""
SHORTER = {"make hostile": 'make hostile ARGS="--sizes 0.25 1 --families deep"'}
"""What takes hours, in the form that the docs show for a look."""
STANDS_FOR = {"FOLDER...": "wcxb-dev examples/package"}
"""What a word in capitals is in the clone."""
FOLDERS = ("folder", "wcxb-dev", "wikipedia-silver", "mozilla-readability", "sites-test")
"""Folders of pages that the docs name, and that are the reader's own."""
SEEN = {
    "make run": "the sea itself",
    "make test": " passed",
    "make lint": "Success: no issues found",
    "make coverage": "Required test coverage of 95.0% reached",
    "make docs": "",
    "make bench": "bytes to spans",
    "make hostile": "over a limit",
    "make peers": "peers are in .venv-peers",
    "make sites": " pages in ",
    "-m benchmarks.wholes": "| `readability-lxml` |",
    "-m benchmarks.page_types": "Balanced accuracy",
    "-m benchmarks.sites": " pages in ",
}
"""What is seen after a line that did its work."""
ENDS_OVER = ("make hostile",)
"""What measures, and says by its end whether something is over a limit (docs/hostile.md): then it has run, too."""
FIRST = ("make run", "make test", "make peers")
"""What a reader does before the rest; the two first are README's own, and are timed where nothing is there yet."""
RUNNERS = ("pipx", "uvx")


def typed(test: str) -> list[str]:
    """Return the lines that a test types, each once, without what is said about them."""
    lines = dict.fromkeys(map(without_words, commands_of(f"{SETUP}{test}")))
    return sorted(lines, key=lambda line: next((at for at, one in enumerate(FIRST) if line == one), len(FIRST)))


def without_words(line: str) -> str:
    """Leave out what is said about a line behind it."""
    return re.sub(r" {2,}# .*", "", line)


OF_MAKE = typed("test_make_does_it_in_a_new_clone")
OF_MODULES = typed("test_modules_do_it_in_a_new_clone")
OF_PIP = typed("test_pip_installs_it_into_a_bare_environment")
OF_RUNNERS = [line for page in PROSE for line in commands(page) if line.startswith(RUNNERS)]


class Clone:
    """A clone of what is committed, and a shell in it that knows nothing of this checkout."""

    def __init__(self, folder: Path) -> None:
        """Make it, with the folders of pages that readers have."""
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        for name in FOLDERS:
            about = shutil.copytree(PACKAGE, folder / name) / "package.toml"
            about.write_text(about.read_text(encoding="utf-8").replace('"example"', f'"{name}"', 1), encoding="utf-8")
        _write_homes(folder / "wcxb-dev")

    def type(self, line: str) -> str:
        """Type a line; what it prints. The environment of the checkout is the one that is active."""
        path = os.pathsep.join([str(self.folder / ".venv" / "bin"), os.environ["PATH"]])
        return typed_in(self.folder, line, {"PATH": path})

    @property
    def changed(self) -> str:
        return subprocess.run(["git", "diff", "--stat"], cwd=self.folder, capture_output=True, text=True).stdout


def typed_in(folder: Path, line: str, more: Mapping[str, str]) -> str:
    """Type a line in a folder, as somebody who has set nothing."""
    unknown = ("MAKE", "MFLAGS", "WEBWINNOW_", "PYTEST_", "PYTHONPATH", "VIRTUAL_ENV", "PAGE", "DATA", "OUT")
    known = {name: value for name, value in os.environ.items() if not name.startswith(unknown)}
    command = ["bash", "-c", line]
    done = subprocess.run(
        command, cwd=folder, env={**known, **more}, capture_output=True, text=True, errors="replace", timeout=LONGEST
    )
    printed = done.stdout + done.stderr
    over = line.startswith(ENDS_OVER) and "Error 1" in printed
    ends = f"{done.stderr[-2000:]}\n{done.stdout[-6000:]}"  # each: what pip warns of would hide which test failed
    assert done.returncode == 0 or over, f"{line}: exit code {done.returncode}\n{ends}"
    return printed


def _write_homes(folder: Path) -> None:
    """Write home pages beside the others of a package: who learns to tell both needs both."""
    for number in range(12):
        cards = "".join(f"<div><h2><a href=/{at}>Mill {at} of {number}</a></h2><p>Rain.</div>" for at in range(30))
        (folder / f"home-{number}.html").write_text(f"<title>Home</title><main>{cards}</main>", encoding="utf-8")
        (folder / f"home-{number}.txt").write_text("Rain.", encoding="utf-8")
        meta = f'{{"url": "https://home-{number}.example.org/", "page_type": "home", "language": "en"}}'
        (folder / f"home-{number}.json").write_text(meta, encoding="utf-8")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("new") / "clone")


@pytest.fixture(scope="module")
def dist(clone: Clone) -> Path:
    """What the clone builds for an index."""
    clone.type("make dist")
    return clone.folder / "dist"


@pytest.fixture
def bare() -> Iterator[Room]:
    with room(getattr(sys, "_base_executable", sys.executable)) as found:
        yield found


def in_an_index(dist: Path) -> dict[str, str]:
    """Let pip and uv find the package as if an index had it."""
    before = os.environ.get("PIP_FIND_LINKS", "")
    return {"PIP_FIND_LINKS": f"{dist} {before}".strip(), "UV_FIND_LINKS": ",".join([str(dist), *before.split()])}


def seen_after(line: str) -> str:
    return next(seen for beginning, seen in SEEN.items() if beginning in line)


def test_every_line_has_something_to_be_seen() -> None:
    """Here, in the quick suite: no line is left, and none ends well because nobody looks."""
    lines = {line for page in PROSE for line in commands(page) if run_by(line).startswith(SETUP)}
    assert {*OF_MAKE, *OF_MODULES, *OF_PIP} == set(map(without_words, lines))
    for line in (*OF_MAKE, *OF_MODULES):
        assert seen_after(line) or line == "make docs"
    assert all(set(extras_of(line)) <= set(USES) for line in OF_PIP)
    assert {line.split()[0] for line in OF_RUNNERS} == set(RUNNERS)
    assert set(SHORTER) <= set(OF_MAKE), "a form for a line that nobody is told to type"
    told = "\n".join(page.read_text(encoding="utf-8") for page in PROSE)
    assert all(line.partition(" ARGS=")[2] in told for line in SHORTER.values()), "a form that the docs do not show"


def test_folders_that_lines_make_hide_no_module_of_the_tests() -> None:
    """mypy takes a folder for the module of its name: after `make sites OUT=sites`, `make lint` failed."""
    made = {name for line in (*OF_MAKE, *OF_MODULES) for name in re.findall(r"(?:OUT=|-o )([\w-]+)", line)}
    modules = {path.stem for path in (ROOT / "tests").iterdir()}
    assert made and not made & modules


def extras_of(line: str) -> list[str]:
    """Return the extras that a line of pip names."""
    found = re.search(r"\[([\w,]+)\]", line)
    return found[1].split(",") if found else []


@ASKED_FOR
@pytest.mark.parametrize("line", OF_MAKE)
def test_make_does_it_in_a_new_clone(line: str, clone: Clone) -> None:
    printed = clone.type(SHORTER.get(line, line))
    assert seen_after(line) in printed
    if "README=yes" in line:
        assert "benchmarks/README.md" in clone.changed
        clone.type("git checkout --quiet benchmarks/README.md")
    assert clone.changed == ""


@ASKED_FOR
@pytest.mark.parametrize("line", OF_MODULES)
def test_modules_do_it_in_a_new_clone(line: str, clone: Clone) -> None:
    clone.type("make peers" if line.startswith(".venv-peers") else "make lint")  # what the pages around them say first
    for word, folders in STANDS_FOR.items():
        line = line.replace(word, folders)
    assert seen_after(line) in clone.type(line)


@ASKED_FOR
@pytest.mark.parametrize("line", OF_PIP)
def test_pip_installs_it_into_a_bare_environment(line: str, dist: Path, bare: Room) -> None:
    path = os.pathsep.join([str(bare.python.parent), os.environ["PATH"]])
    typed_in(bare.folder, line, {"PATH": path, **in_an_index(dist)})
    expect(bare.webwinnow("--version"), __version__)
    for extra in extras_of(line):
        USES[extra](bare)
    smoke(bare)


@ASKED_FOR
@pytest.mark.parametrize("line", OF_RUNNERS)
def test_runners_fetch_it(line: str, dist: Path, bare: Room) -> None:
    """The page of the line is one of this machine, which is why it has to be allowed."""
    bare.install("pipx" if line.startswith("pipx") else "uv")
    path = os.pathsep.join([str(bare.python.parent), os.environ["PATH"]])
    own = {"PATH": path, "HOME": str(bare.folder), **in_an_index(dist)}
    with small_site(lambda _: Sent((bare.folder / "page.html").read_bytes())) as site:
        printed = typed_in(bare.folder, f"{line.replace(ADDRESS, site.url())} --allow-private", own)
    expect(printed, "the river rose")
