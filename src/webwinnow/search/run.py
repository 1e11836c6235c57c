"""The whole search: members work on every page, then all combinations are scored, validated and ranked.

It may be stopped at any moment; the next search into the same folder goes on. What members found is kept apart from
the pages' tables, so that with another member only that one works.

What members find on a page, and how long it takes them, is computed once and kept in the folder of the search:

    members/<package>.<digest>/<page>.json   per member: seconds, and its spans

The digest is that of package and program, as in `evaluate`. Reading a page is timed apart: members share it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import GoldPage, PageFiles, load
from webwinnow.evaluate.results import program_version
from webwinnow.evaluate.run import sample
from webwinnow.evaluate.trial import gold_of
from webwinnow.evaluate.writing import append, claimed, file_stem, mend, write_aside
from webwinnow.processes import Pool, Trouble
from webwinnow.render.hidden import shown_of
from webwinnow.search.combinations import Combination, Member, Scorer, all_combinations
from webwinnow.search.findings import Findings, Measured, Sums, deal
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


MEMBERS: Final = "members"
TABLES: Final = "tables"
FOLDS: Final = 5

Watcher = Callable[[str, int, int], None]
"""Called with what is being done ("members" or "combinations"), how many pages are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What a search is to do."""

    packages: tuple[Path, ...]
    members: tuple[Member, ...]
    size: int = 3
    folds: int = FOLDS
    rule: str = "unicode"
    jobs: int = 1
    limit: int | None = None
    timeout: float = 120.0


def search(wanted: SearchSettings, folder: Path, watcher: Watcher | None = None) -> Findings:
    """Search for the best combination; raises WebwinnowError before any work if it cannot."""
    tell = watcher or (lambda *_: None)
    every = all_combinations(len(wanted.members), wanted.size)
    if wanted.folds < 2:
        raise UsageError(f"cross validation needs at least 2 folds, not {wanted.folds}")
    with claimed(folder):
        packages = [_Package.load(package, wanted, folder) for package in wanted.packages]
        pages, failures = _compute(packages, wanted, tell)
    if not pages:
        reasons = "; ".join(f"{page}: {reason}" for page, reason in failures.items())
        raise WebwinnowError(f"no page could be used: {reasons or 'none has gold text'}")
    return _found(wanted, every, pages, failures, tell)


@dataclass(frozen=True, slots=True)
class _Package:
    """The pages of one package, the file that keeps their tables, and the folder of what members found."""

    pages: tuple[PageFiles, ...]
    tables: Path
    members: Path

    @classmethod
    def load(cls, folder: Path, wanted: SearchSettings, output: Path) -> _Package:
        """List a package's pages; files are named by all that they depend on."""
        package = load(folder)
        name, depends = file_stem(package.name), [package.digest(), program_version()]
        members = [wanted.rule, *(str(member.stage) for member in wanted.members)]
        return cls(
            pages=sample(package, wanted.limit),
            tables=output / TABLES / f"{name}.{_digest([*depends, *members])}.jsonl",
            members=output / MEMBERS / f"{name}.{_digest(depends)}",
        )


def _digest(depends: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps(depends).encode()).hexdigest()[:16]


def _compute(
    packages: Sequence[_Package], wanted: SearchSettings, tell: Watcher
) -> tuple[list[SearchedPage], dict[str, str]]:
    """Return what members make of the pages that have gold, and the pages that failed, with the reason.

    What earlier searches kept is read once, what is missing is computed and kept as soon as it is there.
    """
    known = [_kept(package) for package in packages]
    missing = [
        PageToSearch(number, files, package.members)
        for number, package in enumerate(packages)
        for files in package.pages
        if files.id not in known[number]
    ]
    total, failures = sum(len(package.pages) for package in packages), dict[str, str]()
    before = total - len(missing)
    tell(MEMBERS, before, total)
    work = MemberResults(tuple(member.stage for member in wanted.members), wanted.rule)
    with Pool(work, wanted.jobs, timeout=wanted.timeout, warm=work.prepare) as pool:
        for done, (page, finished) in enumerate(pool.stream(missing, ordered=False), start=before + 1):
            if finished.trouble is None:
                known[page.package][page.files.id] = finished.value
                append(packages[page.package].tables, _line(page.files.id, finished.value))
            else:
                failures[page.files.id] = _reason(finished.trouble)
            tell(MEMBERS, done, total)
    pages = (page for package, found in zip(packages, known, strict=True) for page in _in_order(package, found))
    return list(pages), failures


def _in_order(package: _Package, found: Mapping[str, SearchedPage | None]) -> list[SearchedPage]:
    """Return the pages of this search that have a table; the file may hold more."""
    pages = (found.get(name) for name in sorted(files.id for files in package.pages))
    return [page for page in pages if page is not None]


def _reason(trouble: Trouble) -> str:
    return str(trouble.error) if isinstance(trouble.error, WebwinnowError) else trouble.reason


def _line(page: str, found: SearchedPage | None) -> bytes:
    content = {"page": page} | ({"table": None} if found is None else found.to_json())
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _kept(package: _Package) -> dict[str, SearchedPage | None]:
    """Read the tables that are there; None stands for a page without gold."""
    path = package.tables
    for folder in (path.parent, package.members):
        folder.mkdir(parents=True, exist_ok=True)
    mend(path)
    try:
        lines = path.read_bytes().splitlines() if path.exists() else []
        every = map(json.loads, lines)
        return {each["page"]: SearchedPage.from_json(each) if each["table"] else None for each in every}
    except (ValueError, KeyError, TypeError) as error:
        raise WebwinnowError(f"{path}: a line is broken ({error}): remove the file and search again") from None


def _found(
    wanted: SearchSettings, every: list[Combination], pages: list[SearchedPage], failures: dict[str, str], tell: Watcher
) -> Findings:
    """Score all combinations on all pages."""
    fold = deal([page.site for page in pages], wanted.folds)
    scorer = Scorer.of(every, len(wanted.members))
    f1 = np.zeros((len(every), max(fold) + 1))
    precision, recall = np.zeros(len(every)), np.zeros(len(every))
    for number, (page, place) in enumerate(zip(pages, fold, strict=True), start=1):
        scores = scorer(page.table)
        f1[:, place] += scores.f1
        precision += scores.precision
        recall += scores.recall
        tell("combinations", number, len(pages))
    seconds = np.mean([page.seconds for page in pages], axis=0)
    measured = Measured(
        sums=Sums(f1, np.bincount(fold)),
        precision=precision / len(pages),
        recall=recall / len(pages),
        reading=float(np.mean([page.reading for page in pages])),
        member_seconds=tuple(float(each) for each in seconds),
        fold=tuple(fold),
        sites=len({page.site for page in pages}),
        approximate=sum(page.table.approximate for page in pages),
    )
    return Findings.of(wanted.members, every, measured, failures, [page.table for page in pages])
