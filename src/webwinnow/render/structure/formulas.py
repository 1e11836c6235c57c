"""Formulas and where their TeX source stands: MathML, KaTeX, MathJax, and pictures of formulas.

Pages write a formula several times over: as MathML for programs, as boxes for the eye, as source for a script. Such a
group is one formula; where its source is known, that is what is kept of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.document.tokens import start_tag_length
from webwinnow.render.structure.kept import Flags
from webwinnow.render.structure.mathml import tex_of
from webwinnow.render.structure.tags import StartTags

_MATH, _SCRIPT, _IMG = NUMBER["math"], NUMBER["script"], NUMBER["img"]
_AROUND: Final = re.compile(r"katex|mwe-math-element|mathjax\w*|mjx-container|ltx_math", re.IGNORECASE)
_LEVELS: Final = 6
"""How far above its MathML the element around all forms of a formula may stand."""
_PICTURE: Final = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image\S*|tex|latex)(?:\s|$)")
_DISPLAY: Final = re.compile(r"katex-display|mode=display|-display|mathjax_display|displaystyle", re.IGNORECASE)
_WRAPPED: Final = re.compile(r"\{\\displaystyle\s*(.*)\}", re.DOTALL)


class Formula(NamedTuple):
    """A formula as TeX; `source` is empty for another form of the formula that stands beside it."""

    source: str
    display: bool


def find_formulas(page: Document, needed: Flags, tags: StartTags) -> dict[int, Formula]:
    """Find the kept formulas by the outermost element of each."""
    if "math" not in page.source and "tex" not in page.source:
        return {}
    found: dict[int, Formula] = {}
    ways = (_written, _in_scripts, _pictures)
    for root, formula in (each for way in ways for each in way(page, needed, tags)):
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


def _written(page: Document, needed: Flags, tags: StartTags) -> Iterator[tuple[int, Formula]]:
    """MathML, and what stands around it."""
    end = 0
    for element in np.flatnonzero(page.elements.tag == _MATH).tolist():
        if element < end:  # inside the last one
            continue
        end = int(page.elements.last[element])
        root = _root(page, element, tags)
        if needed[root] and (source := tex_of(page, element)):
            around = _tags_around(page, root, element, tags)
            block = page.attributes(element).get("display") == "block" or bool(_DISPLAY.search(around))
            yield root, Formula(_bare(source), block)


def _root(page: Document, element: int, tags: StartTags) -> int:
    """Climb to the outermost element that is there only for the formula."""
    root, at = element, element
    for _ in range(_LEVELS):
        at = int(page.elements.parent[at])
        if at < 0:
            break
        if _AROUND.search(tags.written(at)):
            root = at
    return root


def _in_scripts(page: Document, needed: Flags, tags: StartTags) -> Iterator[tuple[int, Formula]]:
    """MathJax keeps sources in scripts; what it made of them stands right before."""
    scripts = np.flatnonzero((page.elements.tag == _SCRIPT) & needed)
    for element in scripts.tolist():
        tag = tags.written(element)
        length = start_tag_length(tag)
        if "math/" not in tag[:length]:
            continue
        kind = page.attributes(element).get("type", "")
        if kind.startswith("math/tex"):
            yield element, Formula(_bare(tag[length:]), bool(_DISPLAY.search(kind)))
            yield from ((beside, Formula("", False)) for beside in _beside(page, element, tags))


def _beside(page: Document, script: int, tags: StartTags) -> Iterator[int]:
    """Give the elements before a script that show the same formula."""
    parent = page.elements.parent
    at = script
    for _ in range(2):
        at -= 1
        while at >= 0 and parent[at] > parent[script]:
            at = int(parent[at])
        if at < 0 or parent[at] != parent[script] or "MathJax" not in tags.written(at):
            return
        yield at


def _pictures(page: Document, needed: Flags, tags: StartTags) -> Iterator[tuple[int, Formula]]:
    for element in np.flatnonzero((page.elements.tag == _IMG) & needed).tolist():
        if "tex" in (tag := tags.written(element)) or "mwe-math" in tag:
            attributes = page.attributes(element)
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
