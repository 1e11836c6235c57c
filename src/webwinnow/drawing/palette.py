"""The colours of pictures, each for light and for dark paper; they stay apart for colour-blind readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple


class Colour(NamedTuple):
    """One meaning, two papers."""

    light: str
    dark: str


PALETTE: Final = {
    "paper": Colour("#ffffff", "#14181d"),
    "raised": Colour("#f6f8fa", "#1b2128"),
    "ink": Colour("#1c242c", "#e6ebf0"),
    "quiet": Colour("#5a6570", "#9aa7b4"),
    "rule": Colour("#e6eaee", "#28313a"),
    "axis": Colour("#7d8893", "#75828f"),
    "content": Colour("#1b6ab0", "#6cb4f5"),
    "content-left": Colour("#a9cae8", "#33597c"),
    "code": Colour("#c46a20", "#e8a468"),
    "code-left": Colour("#efd2b6", "#6d4d30"),
    "chosen": Colour("#e3f3e8", "#1a3325"),
    "chosen-ink": Colour("#1b7441", "#7fd6a1"),
    "threshold": Colour("#93296f", "#ea95cf"),
}
"""What a colour stands for: paper and ink, content and code (`-left` where it was not chosen), the choice itself."""


def literal(name: str) -> str:
    """Write a colour as it is on light paper, for files that stand alone."""
    return PALETTE[name].light


def variable(name: str) -> str:
    """Write a colour as a variable, for pages that define both variants."""
    return f"var(--{name})"


def variables(paper: Callable[[Colour], str]) -> str:
    """Define the variables for one paper: `variables(lambda colour: colour.dark)`."""
    return "".join(f"--{name}:{paper(colour)};" for name, colour in PALETTE.items())
