"""The formats that keep the structure of what is kept, by name; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final, TypeAlias

from webwinnow.document import Document
from webwinnow.render.hidden import Policy
from webwinnow.render.normalising import normalised
from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """What may be asked of a rendering besides its format."""

    links: bool = True
    """Whether links stay links; without, only their text stays."""
    keep_formatting: bool = False
    """Whether plain text shows headings, lists, quotes, tables and emphasis by signs."""
    normalise: bool = False
    """Whether marks that nobody sees are removed and letters are composed (see normalising.py)."""
    header: bool = False
    """Whether a row of csv has the names of the columns above it."""
    hidden: Policy | None = None
    """What becomes of text that readers do not see; None leaves it to the format (see hidden.py)."""

    @property
    def clean(self) -> Callable[[str], str] | None:
        """What is done with each piece of text, if anything."""
        return normalised if self.normalise else None


Renderer: TypeAlias = Callable[[Document, Spans, RenderOptions], str]

_PLACES: Final = {
    "markdown": "webwinnow.render.markdown:render",
    "clean-html": "webwinnow.render.clean_html:render",
    "reader": "webwinnow.render.reader:render",
    "speech": "webwinnow.render.speech:render",
    "tei": "webwinnow.render.tei:render",
    "xml": "webwinnow.render.xml:render",
    "csv": "webwinnow.render.csv:render",
    "formatted-text": "webwinnow.render.formatted_text:render",
}
STRUCTURED: Final = ("markdown", "clean-html", "reader", "speech", "tei", "xml", "csv")
"""The names that users may ask for; formatted text is text with an option."""


def render_structured(form: str, page: Document, spans: Spans, options: RenderOptions) -> str:
    """Render in one of the formats above."""
    module, name = _PLACES[form].split(":")
    render: Renderer = getattr(import_module(module), name)
    return render(page, spans, options)
