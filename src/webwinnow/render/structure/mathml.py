"""MathML to TeX: the source that an annotation holds, else a translation of the common elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webwinnow.document import Document
from webwinnow.document.references import decode_references

_LARGEST: Final = 4000
"""Elements; larger formulas are no formulas."""


def tex_of(page: Document, math: int) -> str:
    """Give the TeX source of a `math` element; empty where there is none and nothing could be translated."""
    last = min(int(page.elements.last[math]), math + _LARGEST)
    names = [page.name(element) for element in range(math, last)]
    for offset, name in enumerate(names):
        if name == "annotation" and "tex" in page.attributes(math + offset).get("encoding", "").lower():
            return _text(page, math + offset).strip()
    return page.attributes(math).get("alttext", "").strip() or _translated(page, math, names)


def _text(page: Document, element: int) -> str:
    start, end = int(page.elements.first[element]) + 1, int(page.elements.close[element])
    gaps = zip(page.tokens.gap_start[start : end + 1], page.tokens.gap_end[start : end + 1], strict=True)
    return decode_references("".join(page.source[first:last] for first, last in gaps))


def _translated(page: Document, math: int, names: list[str]) -> str:
    """Translate from the last element to the first, so that what is inside is known before what is around it."""
    inside: list[list[str]] = [[] for _ in names]
    for offset in range(len(names) - 1, -1, -1):
        element = math + offset
        parts = inside[offset][::-1]
        if not parts:
            parts = [" ".join(_text(page, element).split())] if names[offset] in _TOKENS else []
        written = _written(names[offset], parts)
        parent = int(page.elements.parent[element]) - math
        if offset == 0:
            return written
        inside[parent].append(written)
    return ""


def _written(name: str, parts: list[str]) -> str:
    shape = _SHAPES.get(name)
    if shape and len(parts) == shape[0]:
        return shape[1](*(_braced(part) for part in parts))
    if name == "mtext":
        return rf"\text{{{''.join(parts)}}}"
    if name == "msqrt":
        return rf"\sqrt{{{_joined(parts)}}}"
    if name == "mtable":
        return rf"\begin{{matrix}} {_joined(parts, _NEXT_ROW)} \end{{matrix}}"
    if name == "mtr":
        return _joined(parts, " & ")
    if name == "mfenced":
        return rf"\left( {_joined(parts, ', ')} \right)"
    if name in ("annotation", "annotation-xml"):
        return ""
    return _SIGNS.get(_joined(parts), _joined(parts)) if name == "mo" else _joined(parts)


def _joined(parts: list[str], between: str = " ") -> str:
    return between.join(part for part in parts if part)


def _braced(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"


_NEXT_ROW: Final = r" \\ "
_TOKENS: Final = frozenset({"mi", "mn", "mo", "mtext", "ms"})
_SHAPES: Final[dict[str, tuple[int, Callable[..., str]]]] = {
    "msup": (2, lambda of, above: f"{of}^{above}"),
    "msub": (2, lambda of, below: f"{of}_{below}"),
    "msubsup": (3, lambda of, below, above: f"{of}_{below}^{above}"),
    "mover": (2, lambda of, above: rf"\overset{{{above}}}{of}" if above != "{¯}" else rf"\bar{of}"),
    "munder": (2, lambda of, below: f"{of}_{below}"),
    "munderover": (3, lambda of, below, above: f"{of}_{below}^{above}"),
    "mfrac": (2, lambda above, below: rf"\frac{_in_braces(above)}{_in_braces(below)}"),
    "mroot": (2, lambda of, degree: rf"\sqrt[{degree}]{_in_braces(of)}"),
}
_SIGNS: Final = {"−": "-", "\u2062": "", "\u2061": "", "\u2063": "", "{": r"\{", "}": r"\}"}


def _in_braces(part: str) -> str:
    return part if part.startswith("{") else f"{{{part}}}"
