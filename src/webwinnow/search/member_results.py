"""What members find on a page and how long it takes them, computed once and kept in the folder of the search.

    members/<package>.<digest>/<page>.json   per member: seconds, and its spans

The digest is that of package and program, as in `evaluate`. Reading a page is timed apart: members share it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from webwinnow.document import Document
from webwinnow.evaluate.adapters.adapter import Answer, Asked, NoAnswerError
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import GOLD_ENDING, META_ENDING, PageFiles
from webwinnow.evaluate.trial import gold_of
from webwinnow.evaluate.writing import file_stem, write_aside
from webwinnow.expression import parse
from webwinnow.search.page_table import make_table
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

NO_GOLD = "no gold"
"""The kind of failure of pages that nothing can be compared with."""


@dataclass(frozen=True, slots=True)
class MemberResults:
    """Asks all members for a page, as an adapter of `evaluate`; its answer is the page's table, written as text."""

    kind: ClassVar[str] = "search"

    package: Path
    members: tuple[str, ...]
    rule: str
    folder: Path
    headlines: bool = False

    @property
    def name(self) -> str:
        """What files are named by."""
        return "tables"

    @property
    def specification(self) -> str:
        """What is run: the members, in order."""
        return json.dumps([self.rule, *self.members])

    def version(self) -> str:
        """Nothing: the version of the program is part of every key."""
        return ""

    def prepare(self) -> None:
        """Import the stages."""
        for member in self.members:
            _extractor(member)(Document("<p>Some words to begin with, and a <a href=/>link</a>."))

    def __call__(self, page: Asked) -> Answer:
        """Let the members work on a page that has gold."""
        gold = _files(self.package, page.id).read()
        wanted = gold_of(gold).text
        if wanted is None:
            raise NoAnswerError(NO_GOLD, "the page has no gold text")
        document, reading = _read(page)
        kept = self._kept(page.id, document, reading)
        spans = [_unpacked(kept["members"][member]["spans"], len(document.source)) for member in self.members]
        told = {
            "site": site_of(page.id, gold.meta),
            "reading": kept["reading"],
            "seconds": [kept["members"][member]["seconds"] for member in self.members],
            "table": make_table(document, spans, wanted, self.rule).to_json(),
        }
        return Answer(json.dumps(told, separators=(",", ":")), 0.0)

    def _kept(self, page: str, document: Document, reading: float) -> dict[str, Any]:
        """Give what is known of the page; members that are missing work now."""
        path = self.folder / f"{file_stem(page)}.{hashlib.sha256(page.encode(errors='replace')).hexdigest()[:8]}.json"
        kept = _known(path) or {"reading": reading, "members": {}}
        missing = [member for member in self.members if member not in kept["members"]]
        for member in missing:
            kept["members"][member] = _timed(_extractor(member), document)
        if missing:
            write_aside(path, json.dumps(kept).encode())
        return kept


def _known(path: Path) -> dict[str, Any] | None:
    """Read what is kept of a page; what is broken is made anew."""
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) and {"reading", "members"} <= content.keys() else None


def _files(package: Path, page: str) -> PageFiles:
    gold, meta = package / f"{page}{GOLD_ENDING}", package / f"{page}{META_ENDING}"
    html = package / f"{page}.html"  # its bytes are there already
    return PageFiles(page, html, gold if gold.exists() else None, meta if meta.exists() else None)


def _read(page: Asked) -> tuple[Document, float]:
    """Decode a page and read what most members look at, so that none of them pays for the others."""
    start = perf_counter()
    document = Document.from_bytes(page.html, url=page.url)
    shared = (document.visible, document.words, document.blocks, document.characters_before, document.code)
    return document, perf_counter() - start if shared else 0.0


def _timed(member: Extractor, document: Document) -> dict[str, Any]:
    start = perf_counter()
    found = member(document)
    return {"seconds": perf_counter() - start, "spans": _packed(found)}


def _extractor(expression: str) -> Extractor:
    stage = parse(expression)
    if not isinstance(stage, Extractor):
        raise TypeError(f"{expression} is a {stage.kind}")
    return stage


def _packed(spans: Spans) -> str:
    return base64.b85encode(zlib.compress(np.concatenate([spans.starts, spans.ends]).astype("<i4").tobytes())).decode()


def _unpacked(packed: str, size: int) -> Spans:
    columns = np.frombuffer(zlib.decompress(base64.b85decode(packed)), dtype="<i4").reshape(2, -1)
    return Spans.from_sorted(columns[0], columns[1], size)
