"""A run of `extract` over its pages: what fails is told and counted, the rest goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from webwinnow.cli.fence import complain
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.progress import Progress, wanted
from webwinnow.cli.targets import Targets
from webwinnow.document import Document
from webwinnow.errors import PageError
from webwinnow.extraction import Result, extract
from webwinnow.fetch import Client, read_page
from webwinnow.render.html import Outline
from webwinnow.stages import Extractor

_BYTE_ORDER_MARK: Final = "\ufeff"
_CREDENTIALS: Final = re.compile(r"(https?://)[^/?#]*@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is done with each page of a run."""

    extractor: Extractor
    form: str
    outline: Outline
    url: str | None
    encoding: str | None
    client: Client

    def __call__(self, place: str) -> str:
        """Read a page and render its main content."""
        fetched = read_page(place, self.client)
        page = Document.from_bytes(
            fetched.body, url=self.url or fetched.url, encoding=self.encoding, transport=fetched.charset
        )
        return self._rendered(place, extract(page, self.extractor))

    def _rendered(self, place: str, result: Result) -> str:
        rendered = result.render(self.form, self.outline)
        if self.form == "json":
            named = {"page": _CREDENTIALS.sub(r"\1", place), **json.loads(rendered)}
            return json.dumps(named, ensure_ascii=False) + "\n"
        if self.form == "html" and result.page.encoding != "utf-8":
            return _BYTE_ORDER_MARK + rendered  # outdoes the page's own word about an encoding that it no longer has
        return rendered


def run(extraction: Extraction, places: Sequence[str], files: Targets) -> int:
    """Work through the pages; the exit code is 1 if any could not be read."""
    failed = False
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
                _put(file, rendered)
    return int(failed)


def _put(file: Path | None, rendered: str) -> None:
    if file is None:
        emit(rendered)
    else:
        write_file(file, rendered)
