"""What members find on a page and how long it takes them, computed once and kept in the folder of the search.

    members/<package>.<digest>/<page>.json   per member: seconds, and its spans

The digest is that of package and program, as in `evaluate`. Reading a page is timed apart: members share it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import GoldPage, PageFiles
from webwinnow.evaluate.trial import gold_of
from webwinnow.evaluate.writing import file_stem, write_aside
from webwinnow.render.hidden import shown_of
from webwinnow.search.page_table import PageTable, make_table
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class PageToSearch:
    """A page that members are to work on: the number of its package, and the folder for what they find."""

    package: int
    files: PageFiles
    folder: Path


@dataclass(frozen=True, slots=True, eq=False)
class SearchedPage:
    """A page as the search sees it: seconds for reading it and of each member, and the table all are scored by."""

    site: str
    reading: float
    seconds: tuple[float, ...]
    table: PageTable

    def to_json(self) -> dict[str, Any]:
        """Return what a line of a file of tables holds, besides the name of the page."""
        seconds = list(self.seconds)
        return {"site": self.site, "reading": self.reading, "seconds": seconds, "table": self.table.to_json()}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> SearchedPage:
        """Read a line of a file of tables."""
        table = PageTable.from_json(content["table"])
        return cls(content["site"], content["reading"], tuple(content["seconds"]), table)


@dataclass(frozen=True, slots=True)
class MemberResults:
    """Lets all members work on a page; `rule` says what a word is."""

    members: tuple[Extractor, ...]
    rule: str

    def prepare(self) -> None:
        """Let the members work on a tiny page, so that none is slower on the first page than on others."""
        for member in self.members:
            member(Document("<p>Some words to begin with, and a <a href=/>link</a>."))

    def __call__(self, page: PageToSearch) -> SearchedPage | None:
        """Return what members make of a page; None if it has no gold to compare with."""
        gold = page.files.read()
        wanted = gold_of(gold).text
        document, reading = _read(gold)
        if wanted is None:  # asked after reading: a broken page is named, gold or not
            return None
        kept = self._kept(page, document, reading)
        found = [kept["members"][str(member)] for member in self.members]
        chosen = [_unpacked(each["spans"], len(document.source)) for each in found]
        spans = [shown_of(document, each, "strip") for each in chosen]  # as evaluation scores them
        table = make_table(document, spans, wanted, self.rule)
        return SearchedPage(
            site_of(gold.id, gold.meta), kept["reading"], tuple(each["seconds"] for each in found), table
        )

    def _kept(self, page: PageToSearch, document: Document, reading: float) -> dict[str, Any]:
        """Return what is known of the page; members that are missing work now."""
        digest = hashlib.sha256(page.files.id.encode(errors="replace")).hexdigest()[:8]
        path = page.folder / f"{file_stem(page.files.id)}.{digest}.json"
        kept = _known(path, len(document.source)) or {"reading": reading, "members": {}}
        missing = [member for member in self.members if str(member) not in kept["members"]]
        for member in missing:
            kept["members"][str(member)] = _timed(member, document)
        if missing:
            with suppress(WebwinnowError):  # it is only computed once more; tables report a full disk
                write_aside(path, json.dumps(kept).encode())
        return kept


def _known(path: Path, size: int) -> dict[str, Any] | None:
    """Read what is kept of a page; what is broken is made anew, member by member."""
    try:
        content = json.loads(path.read_bytes())
        reading, members = float(content["reading"]), dict(content["members"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return {"reading": reading, "members": {name: each for name, each in members.items() if _is_whole(each, size)}}


def _is_whole(kept: Any, size: int) -> bool:
    """Tell whether what is kept of a member can be used: its seconds, and spans within the page."""
    try:
        _unpacked(kept["spans"], size)
        return isinstance(kept["seconds"], float)
    except (ValueError, KeyError, TypeError, zlib.error):
        return False


def _read(page: GoldPage) -> tuple[Document, float]:
    """Decode a page and read what most members look at, so that none of them pays for the others."""
    html = page.html()
    start = perf_counter()
    document = Document.from_bytes(html, url=page.meta.url)
    shared = (document.visible, document.words, document.blocks, document.characters_before, document.code)
    return document, perf_counter() - start if shared else 0.0


def _timed(member: Extractor, document: Document) -> dict[str, Any]:
    start = perf_counter()
    found = member(document)
    return {"seconds": perf_counter() - start, "spans": _packed(found)}


def _packed(spans: Spans) -> str:
    return base64.b85encode(zlib.compress(np.concatenate([spans.starts, spans.ends]).astype("<i4").tobytes())).decode()


def _unpacked(packed: str, size: int) -> Spans:
    columns = np.frombuffer(zlib.decompress(base64.b85decode(packed)), dtype="<i4").reshape(2, -1)
    line = columns.T.ravel()
    if len(line) and not (line[0] >= 0 and line[-1] <= size and (np.diff(line) >= 0).all()):
        raise ValueError("spans out of order or outside the page")
    return Spans.from_sorted(columns[0], columns[1], size)
