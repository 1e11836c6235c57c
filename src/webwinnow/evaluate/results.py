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

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.evaluate.run_folder import CELLS, RUN, SUMMARY, TEXTS, read_cells, read_text
from webwinnow.evaluate.summary import Summary, from_json
from webwinnow.extraction import extract

__all__ = ["Candidate", "Run", "RunPackage", "load_run"]


@dataclass(frozen=True, slots=True)
class Candidate:
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
    candidates: tuple[Candidate, ...]
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

    def candidate(self, name: str) -> Candidate:
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
        return _run(folder, content, from_json(_text(folder / SUMMARY)))
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
        candidates=tuple(Candidate(**each) for each in content["candidates"]),
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
        content = json.loads(_text(path))
    except ValueError as error:
        raise WebwinnowError(f"{path}: broken ({error}): run the evaluation again") from None
    if not isinstance(content, dict):
        raise WebwinnowError(f"{path}: not a run: run the evaluation again")
    return content


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        told = "the run was cut off, repeat it" if path.name == SUMMARY else "give the folder that -o named"
        raise WebwinnowError(f"{path.parent}: holds no {path.name}: {told}") from None
    except OSError as error:
        raise WebwinnowError(f"{path}: cannot be read ({error.strerror}): check its permissions") from None
