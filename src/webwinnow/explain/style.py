"""How pictures look: one set of rules, written with fixed colours for files and with variables for pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

SANS: Final = "Inter,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif"
MONO: Final = "'SF Mono',Menlo,Consolas,'Liberation Mono','Noto Sans Mono','DejaVu Sans Mono',monospace"


class Lettering(NamedTuple):
    """How a kind of text is set."""

    size: float
    colour: str
    bold: bool = False
    family: str = SANS


TEXTS: Final = {
    "page-title": Lettering(20, "ink", bold=True),
    "heading": Lettering(15, "ink", bold=True),
    "expression": Lettering(12.5, "quiet", family=MONO),
    "caption": Lettering(12, "quiet"),
    "tick": Lettering(11, "quiet"),
    "axis-name": Lettering(11, "quiet"),
    "in-content": Lettering(11.5, "content", bold=True),
    "in-code": Lettering(11.5, "code", bold=True),
    "in-chosen": Lettering(11, "chosen-ink", bold=True),
    "in-threshold": Lettering(11.5, "threshold", bold=True),
}
"""The classes of texts."""

_FILLS: Final = {
    "paper": "paper",
    "band": "chosen",
    "area": "content-left",
    "content": "content",
    "content-left": "content-left",
    "code": "code",
    "code-left": "code-left",
    "bar": "chosen-ink",
    "track": "rule",
}
_STROKES: Final = {
    "grid": "rule",
    "zero": "axis",
    "curve": "content-left",
    "curve-chosen": "content",
    "curve-code": "code",
    "limit": "threshold",
}
_SHAPES: Final = (
    ".area{fill-opacity:.3}.grid,.zero{stroke-width:1}.limit{stroke-width:1.5;stroke-dasharray:5 3}"
    ".curve-code{stroke-width:1.5;stroke-linejoin:round}.curve{stroke-width:2;stroke-linejoin:round}.curve-chosen{stroke-width:3;stroke-linejoin:round}"
)


def rules(colour: Callable[[str], str]) -> str:
    """Write the rules of pictures; `colour` turns the name of a colour into what stands in the rule."""
    texts = "".join(_text_rule(name, look, colour) for name, look in TEXTS.items())
    fills = "".join(f".{name}{{fill:{colour(meaning)}}}" for name, meaning in _FILLS.items())
    strokes = "".join(f".{name}{{stroke:{colour(meaning)};fill:none}}" for name, meaning in _STROKES.items())
    return f"{texts}{fills}{strokes}{_SHAPES}"


def _text_rule(name: str, look: Lettering, colour: Callable[[str], str]) -> str:
    font = f"font-family:{look.family};font-size:{look.size:g}px;font-weight:{600 if look.bold else 400}"
    return f".{name}{{fill:{colour(look.colour)};{font}}}"
