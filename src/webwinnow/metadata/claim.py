"""Several values that one place gives together, such as the authors of one byline."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """What one place says."""

    values: tuple[str, ...]
    source: str
    start: int
    end: int
    confidence: float
