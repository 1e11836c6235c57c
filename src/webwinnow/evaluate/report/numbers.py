"""How numbers are written in a report: rounded for reading, never so that they say something else."""

from __future__ import annotations

from math import isinf
from typing import Final

NONE: Final = "–"
"""Stands where there is no number."""
_MINUS: Final = "\u2212"


def count(value: int) -> str:
    """Write a number of pages: `1,234`."""
    return f"{value:,}"


def share(value: float | None) -> str:
    """Write a score with three digits: `0.873`."""
    return NONE if value is None else f"{value:.3f}"


def signed(value: float, digits: int = 3) -> str:
    """Write a difference with its sign: `+0.031`; what rounds to nothing has none."""
    written = f"{abs(value):.{digits}f}"
    if not float(written):
        return written
    return f"{'+' if value > 0 else _MINUS}{written}"


def percent(part: int, whole: int) -> str:
    """Write a part in per cent; neither 0 nor 100 unless it is so."""
    if not whole:
        return NONE
    if part in (0, whole):
        return "100\u00a0%" if part else "0\u00a0%"
    value = 100 * part / whole
    return "< 0.1\u00a0%" if value < 0.1 else f"{min(value, 99.9):.1f}\u00a0%"


def p_value(value: float) -> str:
    """Write a p-value: `p = 0.023`, `p < 0.001`."""
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def effect(value: float) -> str:
    """Write an effect size: `d = +0.42`."""
    return f"d = {_MINUS * (value < 0)}∞" if isinf(value) else f"d = {signed(value, 2)}"


def effect_word(value: float) -> str:
    """Name the size of an effect by the usual bounds (Cohen: 0.2, 0.5, 0.8)."""
    size = abs(value)
    return "negligible" if size < 0.2 else "small" if size < 0.5 else "medium" if size < 0.8 else "large"


def seconds(value: float | None) -> str:
    """Write a time in the unit that suits it: `850 µs`, `1.2 ms`, `3.4 s`."""
    if value is None:
        return NONE
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 0.9995:
            return f"{_digits(value * factor)} {unit}"
    return f"{_digits(value * 1e6)} µs"


def size(value: float) -> str:
    """Write a number of bytes: `34 kB`, `1.2 MB`; a kB is 1,000 bytes, as in the speed."""
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if value >= factor:
            return f"{_digits(value / factor)} {unit}"
    return f"{value:.0f} bytes"


def _digits(value: float) -> str:
    """Write a number with two or three digits that count."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:.3g}" if value >= 9.995 else f"{value:.2g}"
