"""A run of `extract` over its pages: what fails is told and counted, the rest goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.pages import read_document, without_credentials
from webwinnow.cli.progress import Progress, wanted
from webwinnow.cli.targets import Targets
from webwinnow.errors import PageError
from webwinnow.extraction import Result, extract, find_page_type
from webwinnow.fetch import Client
from webwinnow.render.html import Outline
from webwinnow.render.links import html_with_links, removed_links, text_with_links
from webwinnow.render.structured import RenderOptions
from webwinnow.stages import Extractor

OVERVIEW: Final = 3
"""The exit code where overview pages were skipped and nothing else is wrong."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_AS_IT_IS: Final = RenderOptions()


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is done with each page of a run."""

    extractor: Extractor
    form: str
    outline: Outline
    url: str | None
    encoding: str | None
    client: Client
    links_at_end: bool = False
    options: RenderOptions = _AS_IT_IS
    skip_overview: bool = False

    def __call__(self, place: str) -> str | None:
        """Read a page and render its main content; None if it is an overview page, and those are not wanted."""
        page = read_document(place, self.client, url=self.url, encoding=self.encoding)
        if self.skip_overview and find_page_type(page).name == "overview":
            return None
        result = extract(page, self.extractor)
        for warning in result.warnings:
            complain(f"{place}: {warning}")
        return self._rendered(place, result)

    def _rendered(self, place: str, result: Result) -> str:
        rendered = result.render(self.form, self.outline, self.options)
        links = removed_links(result.page, result.spans) if self.links_at_end else []
        if self.form == "json":
            named = {"page": without_credentials(place), **json.loads(rendered)}
            removed = {"removed_links": [link._asdict() for link in links]} if self.links_at_end else {}
            return json.dumps(named | removed, ensure_ascii=False) + "\n"
        if self.form == "text":
            return text_with_links(rendered, links)
        if self.form == "html":
            # The mark outdoes the page's own word about an encoding that it no longer has.
            mark = _BYTE_ORDER_MARK if result.page.encoding != "utf-8" else ""
            return mark + html_with_links(rendered, links)
        return rendered


def run(extraction: Extraction, places: Sequence[str], files: Targets) -> int:
    """Work through the pages; the exit code is 1 if any could not be read, else 3 if any was skipped."""
    failed = skipped = False
    with Progress(len(places), wanted(len(places), to_files=None not in files)) as progress:
        for number, (place, file) in enumerate(zip(places, files, strict=True), start=1):
            progress.at(number, place)
            try:
                rendered = extraction(place)
            except PageError as error:
                progress.clear()
                complain(str(error))
                failed = True
            else:
                if rendered is not None:
                    _put(file, rendered)
                    continue
                progress.clear()
                complain(f"{place}: an overview page, skipped")
                skipped = True
    return 1 if failed else OVERVIEW if skipped else 0


def _put(file: Path | None, rendered: str) -> None:
    if file is None:
        emit(rendered)
    else:
        write_file(file, rendered)
