"""A picture whose texts are drawn as strokes, for machines without fonts: there, a renderer would leave them out."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from typing import Final

from webwinnow.drawing.palette import literal
from webwinnow.drawing.stroke_letters import strokes
from webwinnow.explain.style import TEXTS, Lettering

_SPACE: Final = "http://www.w3.org/2000/svg"
_ANCHORS: Final = {"middle": 0.5, "end": 1.0}
"""How much of a text's width stands before its place."""


def with_strokes(svg: str) -> str:
    """Replace the texts of one of our pictures by strokes."""
    root = Xml.fromstring(svg)
    for text in list(root.iter(f"{{{_SPACE}}}text")):
        _draw(text)
    return Xml.tostring(root, encoding="unicode")


def _draw(text: Xml.Element) -> None:
    look = TEXTS[text.get("class", "caption")]
    lines, width = strokes("".join(text.itertext()))
    unit = look.size / 10
    x = float(text.get("x", 0)) - _ANCHORS.get(text.get("text-anchor", ""), 0.0) * width * unit
    y = float(text.get("y", 0))
    points = [[f"{x + right * unit:.2f} {y - up * unit:.2f}" for right, up in line] for line in lines]
    path = "".join(f"M{'L'.join(line)}{'h0.01' * (len(line) == 1)}" for line in points)
    kept = {name: value for name, value in text.items() if name == "transform"}
    text.clear()
    text.tag = f"{{{_SPACE}}}path"
    text.attrib.update(kept, d=path or "M0 0", **_stroke(look))


def _stroke(look: Lettering) -> dict[str, str]:
    width = look.size * (0.115 if look.bold else 0.085)
    ends = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill": "none"}
    return {"stroke": literal(look.colour), "stroke-width": f"{width:.2f}", **ends}
