"""Reading a run: `load_run(folder)` gives what was run, every cell, and the summary.

    run = load_run(Path("results"))
    run.summary                                    means, intervals, slices, pairs: see `summary`
    run.cells["example", "lqf >> bte"]             one `Cell` per page, sorted by page: see `cell`
    run.gold_page("example", "en-harbour-news")    the page with its gold; None if the package is no longer there
    run.found_text("example", "lqf >> bte", "en-harbour-news")

The text found is not kept for expressions of ours: `found_text` computes it again, which gives the same text as
long as the program is the same. For all other candidates, which may be gone or cost much, it is kept with the
cells, each text compressed on a line of its own. Where a run's files lie is told in `run_folder`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import parse
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, Summary, from_json
from webwinnow.evaluate.writing import file_stem
from webwinnow.extraction import extract

RUN: Final = "run.json"
SUMMARY: Final = "summary.json"
SUMMARY_TABLE: Final = "summary.tsv"
REPORT: Final = "report.html"
CELLS: Final = "cells"
TEXTS: Final = "texts"
PAGES: Final = "pages"


def table_paths(folder: Path, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Path]:
    """Where the table of each package and candidate is; names that would be the same file get a hash."""
    plain = {key: folder / PAGES / file_stem(key[0]) / file_stem(key[1]) for key in keys}
    often = Counter(str(path).casefold() for path in plain.values())
    return {
        key: path.with_name(path.name + (_mark(key) if often[str(path).casefold()] > 1 else "") + ".tsv")
        for key, path in plain.items()
    }


def _mark(key: tuple[str, str]) -> str:
    return "-" + hashlib.sha256("\0".join(key).encode("utf-8", "replace")).hexdigest()[:8]


def read_cells(path: Path) -> dict[str, Cell]:
    """Read a file of cells by page; of two cells of one page the later counts, a missing file is empty."""
    cells = {}
    for content in _lines(path):
        try:
            cell = Cell.from_json(content)
        except (KeyError, TypeError) as error:
            raise WebwinnowError(f"{path}: a line is no cell ({error}): remove the file and run again") from None
        cells[cell.page] = cell
    return cells


def read_text(path: Path, page: str) -> str | None:
    """Read the text found on one page; None if there is none."""
    packed = [content["text"] for content in _lines(path) if content.get("page") == page]
    return zlib.decompress(base64.b85decode(packed[-1])).decode() if packed else None


def cell_line(cell: Cell) -> bytes:
    """A cell as a line."""
    return _line(cell.to_json())


def text_line(page: str, text: str) -> bytes:
    """A found text as a line, compressed by itself: lines are whole or lost one by one."""
    packed = base64.b85encode(zlib.compress(text.encode("utf-8", "replace"), 6)).decode()
    return _line({"page": page, "text": packed})


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield _line_object(path, line)


def _line_object(path: Path, line: bytes) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except ValueError as error:
        raise WebwinnowError(f"{path}: a line is broken ({error}): remove the file and run again") from None
    if not isinstance(content, dict):
        raise WebwinnowError(f"{path}: a line is no object: remove the file and run again")
    return content


_SUMMARY_COLUMNS = (
    *("package", "candidate", "measure", "pages", "precision", "recall", "f1", "f1_low", "f1_high"),
    *("f1_standard_deviation", "f1_with_failures", "with", "without", "approximate"),
    *("failures", "pages_without_gold", "seconds", "seconds_per_kB"),
)


def page_table(cells: Sequence[Cell], measures: Sequence[str]) -> str:
    """One line per page: outcome, size, time, and the numbers of every measure."""
    columns = [(measure, column) for measure in measures for column in parse(measure).columns]
    head = ["page", "outcome", "reason", "bytes", "seconds", *(f"{measure} {column}" for measure, column in columns)]
    lines = (
        [
            *(cell.page, cell.outcome, cell.failure and f"{cell.failure.kind}: {cell.failure.reason}"),
            *(cell.size, cell.seconds),
            *(cell.number(measure, column) for measure, column in columns),
        ]
        for cell in cells
    )
    return _table([head, *lines])


def summary_table(summary: Summary) -> str:
    """One line per package, candidate and measure."""
    packages = [*summary.packages, *([summary.overall] if summary.overall else [])]
    lines = (line for package in packages for each in package.candidates for line in _summary_lines(package, each))
    return _table([_SUMMARY_COLUMNS, *lines])


def _summary_lines(package: PackageSummary, each: CandidateSummary) -> Iterable[list[object]]:
    ending = [each.failed, each.without_gold, each.seconds, each.seconds_per_kb]
    if not each.measures:
        yield [package.name, each.candidate, *[None] * 12, *ending]
    for measure, found in each.measures.items():
        means = [found.columns.get(column) for column in ("precision", "recall", "f1", "with", "without")]
        precision, recall, f1, present, absent = (mean and mean.mean for mean in means)
        bounds = (means[2].low, means[2].high) if means[2] else (None, None)
        rest = (found.deviation, found.with_failures) if means[2] else (None, None)
        yield [
            *(package.name, each.candidate, measure, found.pages, precision, recall, f1, *bounds, *rest),
            *(present, absent, found.approximate, *ending),
        ]


def _table(lines: Iterable[Sequence[object]]) -> str:
    return "".join("\t".join(map(_field, line)) + "\n" for line in lines)


def _field(value: object) -> str:
    """Write a value; numbers with nine digits, nothing for what is not known, no tab and no line break."""
    if value is None:
        return ""
    return f"{value:.9g}" if isinstance(value, float) else " ".join(str(value).split())


@dataclass(frozen=True, slots=True)
class RunCandidate:
    """What was evaluated: `kind` is expression, peer, python, command or proxy.

    `name` is what tables show, `specification` what was run, `version` what else its answers depend on.
    """

    name: str
    kind: str
    specification: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class RunPackage:
    """A package as it was when the run was made; `pages` are the ids of those that were evaluated."""

    name: str
    folder: Path
    digest: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run; cells by the names of package and candidate; `limit` is None unless it took a sample."""

    folder: Path
    program: str
    measures: tuple[str, ...]
    slicings: tuple[str, ...]
    limit: int | None
    packages: tuple[RunPackage, ...]
    candidates: tuple[RunCandidate, ...]
    files: Mapping[tuple[str, str], str]
    cells: Mapping[tuple[str, str], tuple[Cell, ...]]
    summary: Summary

    @property
    def leading(self) -> str:
        """The measure that tables are sorted by."""
        return self.summary.leading

    def package(self, name: str) -> RunPackage:
        """The package of this name; raises KeyError if the run has none."""
        return {package.name: package for package in self.packages}[name]

    def candidate(self, name: str) -> RunCandidate:
        """The candidate of this name; raises KeyError if the run has none."""
        return {candidate.name: candidate for candidate in self.candidates}[name]

    def gold_page(self, package: str, page: str) -> GoldPage | None:
        """A page with its gold, read from its package; None if it is no longer there or broken."""
        try:
            return load(self.package(package).folder).page(page)
        except PackageError:
            return None

    def found_text(self, package: str, candidate: str, page: str) -> str | None:
        """The text a candidate found on a page; None if it failed or the package is no longer there."""
        known = self.candidate(candidate)
        if known.kind != "expression":
            return read_text(self.folder / TEXTS / self.files[package, candidate], page)
        gold_page = self.gold_page(package, page)
        if gold_page is None:
            return None
        try:
            return extract(gold_page.html(), known.specification, url=gold_page.meta.url).text
        except WebwinnowError:
            return None


def load_run(folder: Path) -> Run:
    """Read a run; raises WebwinnowError if the folder holds none, or one that was cut off."""
    content = _object(folder / RUN)
    try:
        return _run(folder, content, from_json(_file_text(folder / SUMMARY)))
    except (KeyError, TypeError, ValueError) as error:
        raise WebwinnowError(f"{folder}: not a run of this program ({error}): run the evaluation again") from None


def _run(folder: Path, content: Mapping[str, Any], summary: Summary) -> Run:
    packages = tuple(
        RunPackage(each["name"], Path(each["folder"]), each["digest"], tuple(each["pages"]))
        for each in content["packages"]
    )
    files = {(each["package"], each["candidate"]): each["file"] for each in content["files"]}
    return Run(
        folder=folder,
        program=content["program"],
        measures=tuple(content["measures"]),
        slicings=tuple(content["slicings"]),
        limit=content["limit"],
        packages=packages,
        candidates=tuple(RunCandidate(**each) for each in content["candidates"]),
        files=files,
        cells={key: _cells(folder, file, packages, key[0]) for key, file in files.items()},
        summary=summary,
    )


def _cells(folder: Path, file: str, packages: tuple[RunPackage, ...], name: str) -> tuple[Cell, ...]:
    """The cells of the run's own pages, in order; the file may hold those of more."""
    known = read_cells(folder / CELLS / file)
    pages = next(package.pages for package in packages if package.name == name)
    return tuple(known[page] for page in pages if page in known)


def _object(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(_file_text(path))
    except ValueError as error:
        raise WebwinnowError(f"{path}: broken ({error}): run the evaluation again") from None
    if not isinstance(content, dict):
        raise WebwinnowError(f"{path}: not a run: run the evaluation again")
    return content


def _file_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        told = "the run was cut off, repeat it" if path.name == SUMMARY else "give the folder that -o named"
        raise WebwinnowError(f"{path.parent}: holds no {path.name}: {told}") from None
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be read ({error.strerror}): check its permissions") from None
