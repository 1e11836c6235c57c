"""webwinnow: finds the main content of any web page, proves how well it does it, and shows why."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from webwinnow.errors import WebwinnowError
from webwinnow.version import __version__

if TYPE_CHECKING:
    from webwinnow.document import Document
    from webwinnow.expression import Favour, parse, parse_extractor
    from webwinnow.extraction import extract
    from webwinnow.limits import Limits
    from webwinnow.render.formats import Format, HiddenPolicy, Outline, RenderOptions
    from webwinnow.result import Result
    from webwinnow.spans import Spans

__all__ = [
    "Document",
    "Favour",
    "Format",
    "HiddenPolicy",
    "Limits",
    "Outline",
    "RenderOptions",
    "Result",
    "Spans",
    "WebwinnowError",
    "__version__",
    "extract",
    "parse",
    "parse_extractor",
]

_PLACES = {
    "Document": "webwinnow.document",
    "Favour": "webwinnow.expression",
    "Format": "webwinnow.render.formats",
    "HiddenPolicy": "webwinnow.render.formats",
    "Limits": "webwinnow.limits",
    "Outline": "webwinnow.render.formats",
    "RenderOptions": "webwinnow.render.formats",
    "Result": "webwinnow.result",
    "Spans": "webwinnow.spans",
    "extract": "webwinnow.extraction",
    "parse": "webwinnow.expression",
    "parse_extractor": "webwinnow.expression",
}
"""Names that are imported when they are first used: `webwinnow --version` need not wait for numpy."""


def __getattr__(name: str) -> object:
    """Import a public name; it stays, so that this is asked once."""
    if name not in _PLACES:
        raise AttributeError(f"module 'webwinnow' has no attribute {name!r}")
    found = getattr(import_module(_PLACES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Show the names that wait, too."""
    return sorted({*globals(), *__all__})
