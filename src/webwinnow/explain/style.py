"""How pictures look: one set of rules, written with fixed colours for files and with variables for pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

SANS: Final = "Inter,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif"
MONO: Final = "'SF Mono',Menlo,Consolas,'Liberation Mono','Noto Sans Mono','DejaVu Sans Mono',monospace"

_FILLS: Final = {
    "paper": "paper",
    "band": "chosen",
    "area": "content-left",
    "content": "content",
    "content-left": "content-left",
    "code": "code",
    "code-left": "code-left",
    "heading": "ink",
    "expression": "quiet",
    "caption": "quiet",
    "tick": "quiet",
    "axis-name": "quiet",
    "in-content": "content",
    "in-code": "code",
    "in-chosen": "chosen-ink",
    "in-threshold": "threshold",
    "bar": "chosen-ink",
    "track": "rule",
}
_STROKES: Final = {
    "grid": "rule",
    "zero": "axis",
    "curve": "content-left",
    "curve-chosen": "content",
    "limit": "threshold",
}


def rules(colour: Callable[[str], str]) -> str:
    """Write the rules of pictures; `colour` turns the name of a colour into what stands in the rule."""
    fills = "".join(f".{name}{{fill:{colour(meaning)}}}" for name, meaning in _FILLS.items())
    strokes = "".join(f".{name}{{stroke:{colour(meaning)};fill:none}}" for name, meaning in _STROKES.items())
    return f"{fills}{strokes}{_SHAPES}"


_SHAPES: Final = (
    f"text{{font-family:{SANS};font-size:12px}}"
    ".heading{font-size:15px;font-weight:600}.page-title{font-size:20px;font-weight:600}"
    f".expression{{font-family:{MONO};font-size:12.5px}}"
    ".tick{font-size:11px}.axis-name{font-size:11px}.in-content,.in-code,.in-threshold{font-size:11.5px;font-weight:600}"
    ".in-chosen{font-size:11px;font-weight:600}"
    ".area{fill-opacity:.3}.grid{stroke-width:1}.zero{stroke-width:1}.limit{stroke-width:1.5;stroke-dasharray:5 3}"
    ".curve{stroke-width:2;stroke-linejoin:round}.curve-chosen{stroke-width:3;stroke-linejoin:round}"
)
