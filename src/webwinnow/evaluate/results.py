"""A run as a value, and its folder.

    run = load_run("results")                      what `evaluate` returned, read again
    run.summary                                    means, intervals, slices, pairs: see `summary`
    run.cells["example", "lqf >> bte"]             one `Cell` per page, sorted by page: see `cell`
    run.report                                     the path of the report
    run.gold_page("example", "en-harbour-news")    the page with its gold; None if the package is no longer there
    run.found_texts("example", "lqf >> bte")       page to the text found on it

In the folder lie

    run.json                          what was run: program, measures, packages with their pages, candidates
    summary.json  summary.tsv         the results in short
    report.html                       the results to look at
    pages/<package>/<candidate>.tsv   the results page by page
    cells/<name>.jsonl                one line per cell, appended as they come (see `Cell`)
    texts/<name>.jsonl                one line per cell that has an answer: the text found, compressed

A file of cells is named by what its cells depend on: candidate, package digest, program and measures. So a run goes on
where one before was cut off, and a second run computes what has changed. A last line that was cut off is passed over by
readers and removed by the next writer.

The tables follow gottron2007, section 4.3: per document processing time, precision, recall and F1, and the standard
deviation.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError, UsageError, WebwinnowError
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import Measure, parse_measure
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.evaluate.summary import CandidateSummary, PackageSummary, Summary, from_json, to_json
from webwinnow.evaluate.writing import file_stem, write_aside
from webwinnow.version import __version__

StrPath = str | PathLike[str]
RUN: Final = "run.json"
SUMMARY: Final = "summary.json"
SUMMARY_TABLE: Final = "summary.tsv"
REPORT: Final = "report.html"
CELLS: Final = "cells"
TEXTS: Final = "texts"
PAGES: Final = "pages"


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
    measures: tuple[Measure, ...]
    slicings: tuple[str, ...]
    limit: int | None
    packages: tuple[RunPackage, ...]
    candidates: tuple[RunCandidate, ...]
    files: Mapping[tuple[str, str], str]
    cells: Mapping[tuple[str, str], tuple[Cell, ...]]
    summary: Summary

    @property
    def leading(self) -> Measure:
        """The measure that tables are sorted by."""
        return self.summary.leading

    @property
    def report(self) -> Path:
        """Where the report is, if one was written."""
        return self.folder / REPORT

    def package(self, name: str) -> RunPackage:
        """Return the package of this name; raises KeyError if the run has none."""
        return {package.name: package for package in self.packages}[name]

    def candidate(self, name: str) -> RunCandidate:
        """Return the candidate of this name; raises KeyError if the run has none."""
        return {candidate.name: candidate for candidate in self.candidates}[name]

    def gold_page(self, package: str, page: str) -> GoldPage | None:
        """Return a page with its gold, read from its package; None if it is no longer there or broken."""
        try:
            return load(self.package(package).folder).page(page)
        except PackageError:
            return None

    def found_texts(self, package: str, candidate: str, pages: Container[str] | None = None) -> dict[str, str]:
        """Read the texts a candidate found, by page; those of some pages, or all; without pages where it failed."""
        return read_texts(self.folder / TEXTS / self.files[package, candidate], pages)


def load_run(folder: StrPath) -> Run:
    """Read a run; raises WebwinnowError if the folder holds none, or one that was cut off."""
    folder = Path(folder)
    content = _object(folder / RUN)
    try:
        return _run(folder, content, from_json(_file_text(folder / SUMMARY)))
    except (AttributeError, KeyError, TypeError, ValueError, UsageError) as error:
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
        measures=tuple(map(parse_measure, content["measures"])),
        slicings=tuple(content["slicings"]),
        limit=content["limit"],
        packages=packages,
        candidates=tuple(RunCandidate(**each) for each in content["candidates"]),
        files=files,
        cells={key: _cells(folder, file, packages, key[0]) for key, file in files.items()},
        summary=summary,
    )


def _cells(folder: Path, file: str, packages: tuple[RunPackage, ...], name: str) -> tuple[Cell, ...]:
    """Return the cells of the run's own pages, in order; the file may hold those of more."""
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
        advice = "the run was cut off, repeat it" if path.name == SUMMARY else "give the folder that -o named"
        raise WebwinnowError(f"{path.parent}: holds no {path.name}: {advice}") from None
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be read ({error.strerror}): check its permissions") from None


def write_results(run: Run) -> None:
    """Write what a run found: its tables, and the summary last, which makes the run a finished one."""
    for key, path in table_paths(run.folder, run.cells).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_aside(path, page_table(run.cells[key], run.measures).encode(errors="replace"))
    write_aside(run.folder / SUMMARY_TABLE, summary_table(run.summary).encode(errors="replace"))
    write_aside(run.folder / SUMMARY, to_json(run.summary).encode(errors="replace"))


def table_paths(folder: Path, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Path]:
    """Return where the table of each package and candidate is; names that would be the same file get a hash."""
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
        except (AttributeError, KeyError, TypeError, UsageError) as error:
            raise WebwinnowError(f"{path}: a line is no cell ({error}): remove the file and run again") from None
        cells[cell.page] = cell
    return cells


def read_texts(path: Path, pages: Container[str] | None = None) -> dict[str, str]:
    """Read the texts found, page by page, all of them or those of some pages; of two of one page the later counts."""
    try:
        packed = {each["page"]: each["text"] for each in _lines(path) if pages is None or each.get("page") in pages}
        return {page: zlib.decompress(base64.b85decode(text)).decode() for page, text in packed.items()}
    except (AttributeError, KeyError, TypeError, ValueError, zlib.error) as error:
        raise WebwinnowError(f"{path}: a line is no text ({error}): remove the file and run again") from None


def cell_line(cell: Cell) -> bytes:
    """Write a cell as a line."""
    return _line(cell.to_json())


def text_line(page: str, text: str) -> bytes:
    """Write a found text as a line, compressed by itself: lines are whole or lost one by one."""
    packed = base64.b85encode(zlib.compress(text.encode("utf-8", "replace"), 1)).decode()
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


def page_table(cells: Sequence[Cell], measures: Sequence[Measure]) -> str:
    """Write one line per page: outcome, size, time, and the numbers of every measure."""
    columns = [(measure, column) for measure in measures for column in measure.columns]
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
    """Write one line per package, candidate and measure."""
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


_NO_PART: Final = ("cli", "evaluate/report")
"""Folders that show results and do not make them."""


@cache
def program_version() -> str:
    """Return the version with a hash of the program's files, such as `0.1.0+4c1d2f9ab3e0`.

    While a program is being changed, its version stays the same; the hash does not.
    """
    return f"{__version__}+{folder_digest(Path(__file__).parents[1])[:12]}"


def folder_digest(folder: Path) -> str:
    """Hash names and contents of all files that results depend on."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix != ".pyc" and not place.startswith(_NO_PART):
            total.update(f"{place}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
