"""Gold and found texts of single pages; each package's folder is listed once, not once a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.package import GoldPage, Package, load
from webwinnow.evaluate.results import Run
from webwinnow.extraction import extract


@dataclass(frozen=True)
class PageTexts:
    """Reads the pages of a run's packages, which may have moved or changed since."""

    run: Run

    @property
    def changed(self) -> bool:
        """Whether the program is no longer the one that made the run: texts computed again may differ then."""
        return self.run.program != program_version()

    def page(self, package: str, page: str) -> GoldPage | None:
        """Read a page with its gold; None if it is no longer there or broken."""
        known = self._packages[package]
        try:
            return None if known is None else known.page(page)
        except PackageError:
            return None

    def found(self, package: str, candidate: str, page: GoldPage) -> str | None:
        """Give the text a candidate found on a page, computed again for expressions of ours; None if not known."""
        known = self.run.candidate(candidate)
        if known.kind != "expression":
            return self.run.found_text(package, candidate, page.id)
        try:
            return extract(page.html(), known.specification, url=page.meta.url).text
        except WebwinnowError:
            return None

    @cached_property
    def _packages(self) -> dict[str, Package | None]:
        return {each.name: _loaded(each.folder) for each in self.run.packages}


def _loaded(folder: Path) -> Package | None:
    try:
        return load(folder)
    except PackageError:
        return None
