"""`python tests/installed.py DIST`: the built package as strangers install it, in bare environments of its own.

On every Python that is found, the wheel and `webwinnow[all]` are installed and used; with the first of them each extra
alone, with the one command that it is for, which without it must say what is missing. Then the source archive without a
C compiler, `pipx run` and `uvx`. `make test-packages` builds what is tried here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).resolve().parents[1]
VERSIONS: Final = ("3.11", "3.12", "3.13")
PAGE: Final = (
    "<html lang=en><title>Rain</title><h1>Rain over the hills</h1>"
    + "<p>It rained for three days, and the river rose.</p>" * 9
)
TUTORIAL: Final = re.findall(r"^ {4}(webwinnow .*--example.*)$", (ROOT / "docs/tutorial.md").read_text("utf-8"), re.M)
"""What the first reader types after `pip install webwinnow`, before any extra."""
ASKED: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}},
}


class FailedError(Exception):
    """What was tried did not work."""


@dataclass(frozen=True)
class Room:
    """An environment with the package in it, and a folder to work in, which is no checkout."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def run(self, *command: str | Path, fails: bool = False) -> str:
        """Run a program of the environment; what it prints."""
        program = [str(self.python.parent / command[0]), *map(str, command[1:])]
        done = subprocess.run(program, cwd=self.folder, env=_environment(), capture_output=True, text=True, timeout=900)
        if bool(done.returncode) != fails:
            raise FailedError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def webwinnow(self, *arguments: str | Path) -> str:
        return self.run("webwinnow", *arguments)

    def install(self, *what: str) -> None:
        self.run("pip", "install", "--quiet", *what)


def _environment() -> dict[str, str]:
    """Nothing of the checkout may help."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


@contextmanager
def room(python: str) -> Iterator[Room]:
    """Make an environment, and remove it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", f"{folder}/venv"], check=True, env=_environment())
        (Path(folder) / "page.html").write_text(PAGE)
        yield Room(Path(folder))


def smoke(room: Room) -> None:
    """Do what everybody does first; nothing optional is needed for it."""
    expect(room.webwinnow("extract", "--example"), "sea itself")
    expect(room.webwinnow("extract", "page.html", "-f", "json"), '"headline"')
    expect(room.run("python", "-c", f"import webwinnow; print(webwinnow.extract({PAGE!r}).markdown)"), "# Rain over")
    typed = "import pathlib, webwinnow; print((pathlib.Path(webwinnow.__file__).parent / 'py.typed').exists())"
    expect(room.run("python", "-c", typed), "True")


def tutorial(room: Room) -> None:
    """Do what the tutorial says before it names an extra."""
    for line in TUTORIAL:
        room.webwinnow(*shlex.split(line)[1:])


def expect(said: str, wanted: str) -> None:
    if wanted not in said:
        raise FailedError(f"{wanted!r} is not in what was printed:\n{said}")


def evaluate(room: Room) -> None:
    room.webwinnow("evaluate", package(room), "-e", "bte", "--limit", "5", "-o", "results")
    expect((room.folder / "results" / "report.html").read_text(), "bte")


def train(room: Room) -> None:
    room.webwinnow("train", "crf", package(room), "--folds", "0", "-o", "mine.npz")
    expect(room.webwinnow("extract", "page.html", "-e", "crf(model='mine.npz')", "-f", "json"), "mine.npz")


def package(room: Room) -> Path:
    """A copy, since runs may leave something behind."""
    return Path(shutil.copytree(ROOT / "examples" / "package", room.folder / "package", dirs_exist_ok=True))


def trends(room: Room) -> None:
    script, queries = (ROOT / "examples" / "trends" / name for name in ("make_collection.py", "queries.toml"))
    (room.folder / "papers.ris").write_text(room.run("python", script))
    room.webwinnow("trends", "run", "papers.ris", "--queries", queries, "-o", "trends")
    expect((room.folder / "trends" / "report.html").read_text(), "biodiversity")


def zstd(room: Room) -> None:
    pack = "import zstandard, pathlib; p = pathlib.Path('page.html'); "
    pack += "pathlib.Path('page.html.zst').write_bytes(zstandard.compress(p.read_bytes()))"
    room.run("python", "-c", pack)
    expect(room.webwinnow("extract", "page.html.zst"), "the river rose")


def batch(room: Room, *more: str) -> None:
    expect(room.webwinnow("batch", "page.html", "-o", "corpus", "-j", "1", *more), "1")
    expect(
        room.run(
            "python", "-c", "import pyarrow.parquet as p; print(p.read_table('corpus/records')['text'].to_pylist())"
        ),
        "the river",
    )


def render(room: Room) -> None:
    room.webwinnow("render", "page.html", "-o", "page.geometry.json")
    expect(room.webwinnow("extract", "page.html", "-e", "wlr", "--geometry", "page.geometry.json"), "the river rose")


def serve(room: Room) -> None:
    with started(room, "serve") as port, urlopen(f"http://127.0.0.1:{port}/v1/stages") as answer:
        expect(answer.read().decode(), '"consensus"')


def proxy(room: Room) -> None:
    with started(room, "proxy"):
        pass


@contextmanager
def started(room: Room, command: str) -> Iterator[int]:
    """Start a server; it must come up, and end when it is asked to."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = [room.python.parent / "webwinnow", command, "--listen", f"127.0.0.1:{port}"]
    with (room.folder / "said").open("w+") as said:
        process = subprocess.Popen(program, cwd=room.folder, env=_environment(), stdout=said, stderr=said)
        try:
            for _ in range(300):
                if process.poll() is None and _listens(port):
                    break
                time.sleep(0.2)
            else:
                raise FailedError(f"webwinnow {command} does not listen:\n{(room.folder / 'said').read_text()}")
            yield port
            process.send_signal(signal.SIGINT)
            process.wait(30)
        finally:
            process.kill()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def mcp(room: Room) -> None:
    program = [room.python.parent / "webwinnow", "mcp"]
    done = subprocess.run(
        program,
        input=json.dumps(ASKED) + "\n",
        cwd=room.folder,
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    expect(done.stdout + done.stderr, '"serverInfo"')


USES: Final[dict[str, Callable[[Room], object]]] = {
    "evaluate": evaluate,
    "explain": lambda room: room.webwinnow("explain", "page.html", "-e", "bte", "-o", "why.png"),
    "proxy": proxy,
    "serve": serve,
    "mcp": mcp,
    "similarity": lambda room: expect(room.webwinnow("extract", "page.html", "-e", "similarity"), "the river rose"),
    "train": train,
    "trends": trends,
    "batch": batch,
    "ray": lambda room: batch(room, "--engine", "ray"),
    "render": render,
    "html": lambda room: expect(room.webwinnow("extract", "page.html", "-f", "clean-html"), "<h1>"),
    "zstd": zstd,
    "bench": lambda room: room.run("python", "-c", "import lxml.html, selectolax.lexbor"),
}
"""What each extra is for."""


def try_version(python: str, wheel: Path) -> None:
    """Install the wheel into a bare environment and use it; then all extras together."""
    with room(python) as bare:
        bare.install(str(wheel))
        smoke(bare)
        tutorial(bare)
    with room(python) as whole:
        whole.install(f"{wheel}[all]")
        smoke(whole)
        for extra in sorted(set(USES) - {"ray", "bench"}):
            USES[extra](whole)


def try_extra(python: str, wheel: Path, extra: str) -> None:
    """See that what an extra is for asks for it, install it alone, and use it."""
    with room(python) as alone:
        alone.install(str(wheel))
        missing = _missing(alone, extra)
        if extra != "bench" and "pip install 'webwinnow[" not in missing:  # perhaps of an extra that it needs, too
            raise FailedError(f"without it, nobody says what to install:\n{missing}")
        alone.install(f"{wheel}[{extra}]")
        USES[extra](alone)
        smoke(alone)


def _missing(alone: Room, extra: str) -> str:
    """What is said where an extra is missing; a table is packed by it, so nothing can be asked before."""
    if extra == "zstd":
        (alone.folder / "page.html.zst").write_bytes(b"(\xb5/\xfd")
        return alone.run("webwinnow", "extract", "page.html.zst", fails=True)
    try:
        USES[extra](alone)
    except FailedError as failure:
        return str(failure)
    return "it works all the same"


def try_without_compiler(python: str, source: Path) -> None:
    """Make a wheel from the source archive where nothing compiles: it is pure, and works."""
    with room(python) as bare:
        os.environ["CC"] = "/bin/false"
        try:
            bare.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "made", source)
        finally:
            del os.environ["CC"]
        (wheel,) = (bare.folder / "made").iterdir()
        expect(wheel.name, "py3-none-any")
        bare.install(str(wheel))
        smoke(bare)
        expect(bare.webwinnow("--version"), "numpy")


def try_runner(python: str, wheel: Path, runner: str) -> None:
    """Run the program without installing it, by pipx or uvx."""
    with room(python) as bare:
        bare.install("pipx" if runner == "pipx" else "uv")
        command = ["pipx", "run", "--spec"] if runner == "pipx" else ["uvx", "--from"]
        expect(bare.run(*command, str(wheel), "webwinnow", "extract", "--example"), "sea itself")


def found_pythons() -> list[str]:
    """Find the Pythons of each version that the package promises."""
    places = (shutil.which(f"python{version}") for version in VERSIONS)
    return [
        place for place in places if place and subprocess.run([place, "-c", ""], capture_output=True).returncode == 0
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try everything; name what fails, and go on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dist", type=Path, help="the folder with the wheel and the source archive")
    parser.add_argument(
        "--python", action="append", help="try this one; again for more  [default: 3.11 to 3.13 on the path]"
    )
    parser.add_argument("--only", action="append", metavar="NAME", help="an extra, python, compiler, pipx or uvx alone")
    asked = parser.parse_args(arguments)
    endings = (f"-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}.whl", ".tar.gz")
    wheel, source = (max(asked.dist.resolve().glob(f"webwinnow-*{end}"), key=_age) for end in endings)
    pythons = asked.python or found_pythons() or [sys.executable]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    tries: list[tuple[str, Callable[[], None]]] = [
        *((f"python {each}", lambda each=each: try_version(each, wheel)) for each in pythons),
        *((extra, lambda extra=extra: try_extra(pythons[0], wheel, extra)) for extra in extras if extra != "all"),
        ("compiler", lambda: try_without_compiler(pythons[0], source)),
        *((runner, lambda runner=runner: try_runner(pythons[0], wheel, runner)) for runner in ("pipx", "uvx")),
    ]
    failed = 0
    for name, attempt in tries:
        if asked.only and name.split()[0] not in asked.only:
            continue
        began = time.monotonic()
        try:
            attempt()
            print(f"{name}: works ({time.monotonic() - began:.0f} s)", flush=True)
        except (FailedError, KeyError, OSError, subprocess.SubprocessError) as error:
            failed += 1
            print(f"{name}: FAILS: {error}", flush=True)
    return int(failed > 0)


def _age(file: Path) -> float:
    return file.stat().st_mtime


if __name__ == "__main__":
    sys.exit(main())
