"""What a method answers with: a headline, where it stands, and how sure the method is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Headline:
    """One text that may be the page's headline."""

    text: str
    """The text, with character references resolved and white space folded."""
    spans: Spans
    """Where it was read, as offsets in the page's source; for a meta tag or a script, the whole of that."""
    score: float
    """How good it is by the method's own scale; comparable within one method only."""
    method: str
    source: str
    """What held it: an element's name (h1, title, p), a meta tag's (og:title), json-ld, microdata."""

    def to_json(self) -> dict[str, Any]:
        """What JSON output says of it."""
        return {
            "text": self.text,
            "score": round(self.score, 6),
            "method": self.method,
            "source": self.source,
            "spans": list(self.spans),
        }
