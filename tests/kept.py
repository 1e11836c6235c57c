"""What a stage keeps of a page, and an article between menus to try it on."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.stages import Extractor

PARAGRAPH = (
    "<p>The mayor said on Monday that the old bridge would be closed for repairs until the end of the year, and that "
    "traffic would be sent over the new one. It was opened last summer after years of delay.</p>"
)
MENU = "<ul>" + "<li><a href=/x>Sports</a></li><li><a href=/y>Weather</a></li>" * 8 + "</ul>"


def kept_parts(stage: Extractor, source: str) -> list[str]:
    """Return the source of each span that a stage keeps."""
    page = Document(source)
    return [page.source[start:end] for start, end in stage(page)]


def kept_text(stage: Extractor, source: str) -> str:
    """Return the spans with blanks between them."""
    return " ".join(kept_parts(stage, source))
