"""webwinnow: finds the main content of any web page, proves how well it does it, and shows why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webwinnow.errors import WebwinnowError
from webwinnow.lazy_names import lazy_names
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

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "document": ("Document",),
        "expression": ("Favour", "parse", "parse_extractor"),
        "extraction": ("extract",),
        "limits": ("Limits",),
        "render.formats": ("Format", "HiddenPolicy", "Outline", "RenderOptions"),
        "result": ("Result",),
        "spans": ("Spans",),
    },
)  # `webwinnow --help` need not wait for numpy
