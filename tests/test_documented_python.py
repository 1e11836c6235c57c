"""Every block of Python in README and docs runs, one after the other on each page, and prints what is shown below."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import webwinnow
from browser import shared
from documented import PROSE, ROOT, Code, blocks
from readers import ADDRESS, ARTICLE, DATED, Reader, fill, reader
from webwinnow.fetch import Client
from webwinnow.geometry import Browser

pytestmark = [pytest.mark.usefixtures("in_this_process"), pytest.mark.filterwarnings("ignore")]  # of other libraries

ELSEWHERE = {
    "integrations": "tests/test_integrations.py::test_blocks_of_the_guide",
    "extracting": "tests/test_documented_python.py::test_processes_of_the_guide_import_its_file",
    "plugins": "tests/test_plugins.py::written",
    "service": "tests/test_documented_servers.py::run_example_of_the_service",
}
"""Pages whose blocks other tests run: they need other libraries, a file, an installed package, or a server."""
PAGE = (ROOT / "src" / "webwinnow" / "example.html").read_text(encoding="utf-8").replace("<head>", f"<head>{DATED}", 1)


class Anything:
    """Somebody else's pipeline: takes whatever it is given (tests/batch/test_pipelines.py has the real ones)."""

    def __call__(self, *_: object, **__: object) -> Anything:
        return self

    def __getattr__(self, _: str) -> Anything:
        return self


GIVEN: dict[str, Any] = {
    "webwinnow": webwinnow,
    "extract": webwinnow.extract,
    "html": PAGE,
    "source": PAGE,
    "page_source": PAGE,
    "page": PAGE,
    "pages": [ARTICLE.encode()] * 2,
    "read_pages": lambda: iter([ARTICLE.encode()] * 2),
    "dataset": Anything(),
    "frame": Anything(),
    "LocalPipelineExecutor": Anything(),
    "Client": Client,
}
"""Names that the text around a block speaks of."""


def is_python(block: Code) -> bool:
    return block.language == "python" or (
        block.indented and bool(re.match(r"(?:from|import) [\w.]+|\w+ = [\w.]+\(", block.text))
    )


def of_page(page: Path) -> list[tuple[str, str]]:
    """Return the blocks of Python on a page, each with what is shown below it as printed."""
    text, found = page.read_text(encoding="utf-8"), []
    for block in filter(is_python, blocks(page)):
        after = text.partition(block.text + "```\n\n")[2] if block.language else ""
        shown = re.match(r"(?:    .*\n|\n(?=    ))+", after)
        found.append((block.text, textwrap.dedent(shown[0]) if shown else ""))
    return found


PAGES = [page for page in PROSE if of_page(page)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    fill(folder)
    return folder


@pytest.fixture
def shared_browser(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with shared(browser, monkeypatch):
        yield


@pytest.fixture(scope="module")
def someone() -> Iterator[Reader]:
    with reader() as found:
        yield found


def test_no_page_is_left_out() -> None:
    assert len(PAGES) > 15 and {page.stem for page in PAGES} >= set(ELSEWHERE)
    for test in ELSEWHERE.values():
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")
    fenced = sum(page.read_text(encoding="utf-8").count("```python\n") for page in PROSE)
    assert fenced == sum(block.language == "python" for page in PAGES for block in blocks(page))


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem not in ELSEWHERE], ids=lambda page: page.stem)
def test_blocks_run_and_print_what_is_shown(
    page: Path, files: Path, someone: Reader, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(files)
    if page.stem == "geometry":  # skips where there is none
        request.getfixturevalue("shared_browser")
    names = {**GIVEN, "__name__": "__main__"}
    if page.stem in ("geometry", "posts"):
        names["page"] = webwinnow.Document(PAGE)
    for text, shown in of_page(page):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(at_home(text, someone), page.name, "exec"), names)
        if shown:
            assert printed.getvalue().split() == shown.split(), text


def at_home(text: str, someone: Reader) -> str:
    """Let `discover` ask the site on this machine, without a pause."""
    led = text.replace(f'discover("{ADDRESS}', f'discover("{someone.site.url()}')
    return led.replace("delay=2.0)", "delay=0), client=Client(allow_private=True)")


def test_processes_of_the_guide_import_its_file(files: Path) -> None:
    """Workers find `text` in the file that it stands in: as a program, with processes that start anew."""
    given = f"import multiprocessing\npages = [{ARTICLE.encode()!r}] * 2\nread_pages = pages.__iter__\n"
    begin = 'if __name__ == "__main__":\n    multiprocessing.set_start_method("spawn")\n'
    program = files / "program.py"
    program.write_text("\n".join([given + begin, *(text for text, _ in of_page(ROOT / "docs" / "extracting.md"))]))
    done = subprocess.run(
        [sys.executable, program], cwd=files, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and done.stdout.count("It rained all night") >= 2, done.stderr
