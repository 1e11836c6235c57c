"""An address that was found, with what its source says about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Discovered:
    """One article of a site; None where the source does not say."""

    address: str
    source: str
    """Where it was found: `page`, or `feed` or `sitemap` and its address."""
    title: str | None = None
    date: str | None = None
    """When it was published or changed, as ISO 8601."""
    teaser: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what JSON output says of it."""
        return {name: getattr(self, name) for name in self.__slots__}
