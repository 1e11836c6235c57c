"""webwinnow: finds the main content of any web page, proves how well it does it, and shows why."""

from webwinnow.document import Document
from webwinnow.errors import WebwinnowError
from webwinnow.expression import parse
from webwinnow.extraction import Result, extract
from webwinnow.spans import Spans
from webwinnow.version import __version__

__all__ = ["Document", "Result", "Spans", "WebwinnowError", "__version__", "extract", "parse"]
