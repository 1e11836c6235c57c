"""Formulas and where their TeX source stands: MathML, KaTeX, MathJax, and pictures of formulas.

Pages write a formula several times over: as MathML for programs, as boxes for the eye, as source for a script. Such a
group is one formula; where its source is known, that is what is kept of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.document.tokens import start_tag_length
from webwinnow.render.structure.gaps import StartTags
from webwinnow.render.structure.kept import Flags
from webwinnow.render.structure.noted import Noted
from webwinnow.render.structure.places import Pairs

_LARGEST: Final = 4000
"""Elements; larger formulas are no formulas."""
_NEXT_ROW: Final = r" \\ "
_TOKENS: Final = frozenset({"mi", "mn", "mo", "mtext", "ms"})
_SIGNS: Final = {"−": "-", "\u2062": "", "\u2061": "", "\u2063": "", "{": r"\{", "}": r"\}"}
_SCRIPT, _IMG = NUMBER["script"], NUMBER["img"]
_AROUND: Final = re.compile(r"katex|mwe-math-element|mathjax\w*|mjx-container|ltx_math", re.IGNORECASE)
_LEVELS: Final = 6
"""How far above its MathML the element around all forms of a formula may stand."""
_PICTURE: Final = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image\S*|tex|latex)(?:\s|$)")
_DISPLAY: Final = re.compile(r"katex-display|mode=display|-display|mathjax_display|displaystyle", re.IGNORECASE)
_WRAPPED: Final = re.compile(r"\{\\displaystyle\s*(.*)\}", re.DOTALL)


class _Mathematics:
    """Reads formulas in MathML; single numbers of columns are looked up, for which numpy itself is slow."""

    def __init__(self, page: Document, tags: StartTags) -> None:
        elements = page.elements
        self.source, self.edge, self.name, self.tags = page.source, page.tokens.edge.data, page.tokens.name, tags
        self.tag, self.parent, self.first, self.close, self.last = (
            column.data for column in (elements.tag, elements.parent, elements.first, elements.close, elements.last)
        )
        self._around = dict[int, bool]()
        """What is known of the elements above: whether they are there only for a formula."""

    def attributes(self, element: int) -> dict[str, str]:
        """Read an element's attributes, of those that have a value."""
        tag = self.tags.written(element)
        return read_attributes(tag) if "=" in tag else {}

    def tex(self, math: int, stated: Mapping[str, str]) -> str:
        """Return the TeX source of a `math` element; empty where there is none and nothing could be translated."""
        last = min(self.last[math], math + _LARGEST)
        names = [self.name(tag) for tag in self.tag[math:last]]
        for offset, name in enumerate(names) if "annotation" in names else ():
            if name == "annotation" and "tex" in self.attributes(math + offset).get("encoding", "").lower():
                return self._text(math + offset).strip()
        return stated.get("alttext", "").strip() or self._translated(math, names)

    def _text(self, element: int) -> str:
        edge, source = self.edge, self.source
        gaps = range(2 * self.first[element] + 2, 2 * self.close[element] + 2, 2)
        return decode_references("".join([source[edge[gap] : edge[gap + 1]] for gap in gaps]))

    def _translated(self, math: int, names: list[str]) -> str:
        """Translate from the last element to the first, so that what is inside is known before what is around it."""
        inside: dict[int, list[str]] = {}
        for offset in range(len(names) - 1, -1, -1):
            parts = inside.pop(math + offset, [])[::-1]
            if not parts and names[offset] in _TOKENS:
                parts = [" ".join(self._text(math + offset).split())]
            inside.setdefault(self.parent[math + offset], []).append(_in_tex(names[offset], parts))
        return inside[self.parent[math]][0]

    def root(self, element: int) -> int:
        """Climb to the outermost element that is there only for the formula."""
        root, at = element, element
        for _ in range(_LEVELS):
            at = self.parent[at]
            if at < 0:
                break
            if self._is_around(at):
                root = at
        return root

    def _is_around(self, element: int) -> bool:
        known = self._around.get(element)
        if known is None:
            known = self._around[element] = bool(_AROUND.search(self.tags.written(element)))
        return known


def _in_tex(name: str, parts: list[str]) -> str:
    shape, written = _SHAPES.get(name), _WRITTEN.get(name)
    if shape and len(parts) == shape[0]:
        return shape[1](*(_braced(part) for part in parts))
    return written(parts) if written else _joined(parts)


def _sign(parts: list[str]) -> str:
    sign = _joined(parts)
    return _SIGNS.get(sign, sign)


def _joined(parts: list[str], between: str = " ") -> str:
    return between.join([part for part in parts if part])


_WRITTEN: Final[dict[str, Callable[[list[str]], str]]] = {
    "mo": _sign,
    "mtext": lambda parts: rf"\text{{{''.join(parts)}}}",
    "msqrt": lambda parts: rf"\sqrt{{{_joined(parts)}}}",
    "mtable": lambda parts: rf"\begin{{matrix}} {_joined(parts, _NEXT_ROW)} \end{{matrix}}",
    "mtr": lambda parts: _joined(parts, " & "),
    "mfenced": lambda parts: rf"\left( {_joined(parts, ', ')} \right)",
    "annotation": lambda _: "",
    "annotation-xml": lambda _: "",
}


def _braced(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"


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


def _in_braces(part: str) -> str:
    return part if part.startswith("{") else f"{{{part}}}"


class Formula(NamedTuple):
    """A formula as TeX; `source` is empty for another form of the formula that stands beside it."""

    source: str
    display: bool
    places: Pairs = ()
    """Where it stands in the page's source, if that is no text that readers see."""


def find_formulas(page: Document, needed: Flags, tags: StartTags, noted: Noted) -> dict[int, Formula]:
    """Find the kept formulas by the outermost element of each."""
    if not noted.math and not noted.formulas:  # as on most pages
        return {}
    found: dict[int, Formula] = {}
    of_tags = page.elements.tag[noted.formulas].tolist()
    scripts, pictures = (
        [element for element, tag in zip(noted.formulas, of_tags, strict=True) if tag == named]
        for named in (_SCRIPT, _IMG)
    )
    written = _written(page, needed, tags, noted.math)
    for root, formula in (*written, *_in_scripts(page, tags, scripts), *_pictures(tags, pictures)):
        found.setdefault(root, formula)
    return _outermost(page, found)


def _outermost(page: Document, found: dict[int, Formula]) -> dict[int, Formula]:
    last, end = page.elements.last, 0
    kept: dict[int, Formula] = {}
    for root in sorted(found):
        if root >= end:
            kept[root] = found[root]
            end = int(last[root])
    return kept


def _written(page: Document, needed: Flags, tags: StartTags, math: list[int]) -> Iterator[tuple[int, Formula]]:
    """Read MathML, and what stands around it."""
    reading, end = _Mathematics(page, tags), 0
    for element in math:
        if element < end:  # inside the last one
            continue
        end = reading.last[element]
        root = reading.root(element)
        if not needed[root]:
            continue
        attributes = reading.attributes(element)
        if source := reading.tex(element, attributes):
            around = _tags_around(page, root, element, tags)
            block = attributes.get("display") == "block" or bool(_DISPLAY.search(around))
            yield root, Formula(_bare(source), block)


def _in_scripts(page: Document, tags: StartTags, scripts: list[int]) -> Iterator[tuple[int, Formula]]:
    """Read the sources that MathJax keeps in scripts; what it made of them stands right before."""
    for element in scripts:
        tag = tags.written(element)
        length = start_tag_length(tag)
        if "math/" not in tag[:length]:
            continue
        kind = page.attributes(element).get("type", "")
        if kind.startswith("math/tex"):
            written = tag[length:]
            end = tags.place(element) + len(tag)
            place = (end - len(written.lstrip()), end - len(written) + len(written.rstrip()))
            yield element, Formula(_bare(written), bool(_DISPLAY.search(kind)), (place,))
            yield from ((beside, Formula("", False)) for beside in _beside(page, element, tags))


def _beside(page: Document, script: int, tags: StartTags) -> Iterator[int]:
    """Return the elements before a script that show the same formula."""
    parent = page.elements.parent
    at = script
    for _ in range(2):
        at -= 1
        while at >= 0 and parent[at] > parent[script]:
            at = int(parent[at])
        if at < 0 or parent[at] != parent[script] or "MathJax" not in tags.written(at):
            return
        yield at


def _pictures(tags: StartTags, pictures: list[int]) -> Iterator[tuple[int, Formula]]:
    for element in pictures:
        attributes = read_attributes(tags.written(element))
        if _PICTURE.search(attributes.get("class", "")) and attributes.get("alt", "").strip():
            yield element, Formula(_bare(attributes["alt"]), "-display" in attributes["class"])


def _bare(source: str) -> str:
    """Take off what says only how large the formula is shown, and fold blanks."""
    source = " ".join(decode_references(source).replace("% <![CDATA[", "").replace("%]]>", "").split())
    wrapped = _WRAPPED.fullmatch(source)
    return wrapped[1].strip() if wrapped else source


def _tags_around(page: Document, root: int, element: int, tags: StartTags) -> str:
    """Join the tags from around a formula to it."""
    around = []
    while element > root:
        element = int(page.elements.parent[element])
        around.append(tags.written(element))
    return "".join(around)
