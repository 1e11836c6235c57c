"""The memory that each task takes at its peak, as a multiple of the page, for large pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from benchmarks.child import NUMPY, Child
from benchmarks.pages import Page, Pages, page_of
from benchmarks.progress import counted
from benchmarks.speed import MEGABYTE

AT_MOST: Final = 3
"""Large pages that are tried; each takes a new process for every task."""
_GENERATED: Final = (1_500_000, 3_000_000)


def large_pages(pages: Pages) -> list[Page]:
    """Choose the largest of the pages above a megabyte; if there is none, generate some."""
    found = sorted((page for page in pages if len(page.data) > MEGABYTE), key=lambda page: -len(page.data))
    return found[:AT_MOST] or [Page(f"generated, {size / MEGABYTE} MB", page_of(size)) for size in _GENERATED]


def peaks(tasks: Iterable[str], pages: Iterable[Page]) -> dict[str, float | None]:
    """Measure each task on each page in a new process, and keep the worst; None where it failed or nothing is known.

    A name that ends in ", numpy" is the task without compiled kernels.
    """
    names, pages = list(tasks), list(pages)
    return {name: _worst([_peak(name, page) for page in pages]) for name in counted(names, len(names), "memory: task")}


def _peak(name: str, page: Page) -> float | None:
    task = name.removesuffix(f", {NUMPY}")
    with Child(pure=task != name) as child:
        return child.peak(task, page)


def _worst(found: list[float | None]) -> float | None:
    return max((each for each in found if each is not None), default=None)
