"""How long a new process waits: for the import of a library, and until it has read a first small page."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pages import page_of
from benchmarks.progress import counted

ROUNDS: Final = 3
USES: Final = {
    "webwinnow, compiled": ("from webwinnow import extract", "extract(page).text"),
    "webwinnow, numpy": ("from webwinnow import extract", "extract(page).text"),
    "lxml": ("from lxml.html import document_fromstring", "document_fromstring(page)"),
    "lexbor": ("from selectolax.lexbor import LexborHTMLParser", "LexborHTMLParser(page).root"),
    "trafilatura": ("from trafilatura import extract", "extract(page)"),
    "resiliparse": (
        "from resiliparse.extract.html2text import extract_plain_text",
        "extract_plain_text(page.decode(), main_content=True)",
    ),
    "readability-lxml": ("from readability import Document", "Document(page.decode()).summary()"),
}
"""The import that a library's users write, and the call for a page."""
_SCRIPT: Final = """
import sys
from time import process_time
page = sys.stdin.buffer.read()
start = process_time()
{imported}
there = process_time()
{used}
print(there - start, process_time() - start)
"""


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds of CPU time in a new process; None if the library is not there."""

    library: str
    imported: float | None
    first_page: float | None
    """With the import."""


def starts(rounds: int = ROUNDS) -> list[Start]:
    """Start each library in turn, as often as asked, and keep the best, with all modules translated as installers do.

    What a first round translates, the others find.
    """
    page = page_of(5_000)
    with TemporaryDirectory() as translated:
        tried = [
            {name: _once(name, imported, used, page, translated) for name, (imported, used) in USES.items()}
            for _ in counted(range(rounds + 1), rounds + 1, "start: round")
        ][1:]
    return [_best(name, [each[name] for each in tried]) for name in USES]


def _best(name: str, tried: list[tuple[float, float] | None]) -> Start:
    done = [each for each in tried if each]
    return (
        Start(name, min(each[0] for each in done), min(each[1] for each in done)) if done else Start(name, None, None)
    )


def _once(name: str, imported: str, used: str, page: bytes, translated: str) -> tuple[float, float] | None:
    pure = "1" if name.endswith("numpy") else "0"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"WEBWINNOW_PURE": pure, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment |= {"PYTHONPYCACHEPREFIX": translated}
    command = [sys.executable, "-c", _SCRIPT.format(imported=imported, used=used)]
    ended = subprocess.run(command, input=page, env=environment, capture_output=True, check=False)
    if ended.returncode:
        return None
    first, second = ended.stdout.split()[-2:]
    return float(first), float(second)
