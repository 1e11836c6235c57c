"""What pages say about themselves: authors, dates, site, language, each with where it came from."""

from __future__ import annotations

from webwinnow.metadata.finding import Metadata, find_metadata
from webwinnow.metadata.found import Found

__all__ = ["Found", "Metadata", "find_metadata"]
