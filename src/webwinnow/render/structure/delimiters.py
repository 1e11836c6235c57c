r"""Formulas written as TeX in the text itself, between the delimiters that MathJax and KaTeX look for in a browser.

`\(...\)` stands in a line, `\[...\]`, `$$...$$` and environments like `align` stand alone. Readers of the page see them
as formulas only where a script typesets them, or an element says by its class that it is one, as Sphinx and MkDocs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.document.word_search import WordSearch

_INSIDE: Final = r"[^\\]*+(?:\\[^()\[\]][^\\]*+)*+"
"""Anything up to the next delimiter with a backslash, so that openings without end cost no second look."""
_NAMES: Final = "equation|align|gather|multline|eqnarray|alignat|flalign"
_FORMULA: Final = re.compile(
    rf"\\\((?P<line>{_INSIDE})\\\)|\\\[(?P<alone>{_INSIDE})\\\]|\$\$(?P<dollars>[^$]++)\$\$"
    rf"|(?P<whole>\\begin\{{(?P<name>{_NAMES})\*?\}}(?:[^\\]++|\\(?!(?:begin|end)\{{(?P=name)))*+\\end\{{(?P=name)\*?\}})"
)
_TYPESETTER: Final = re.compile(
    r"<script[^>]{0,2000}(?:mathjax|katex)|(?:mathjax|katex)[\w.@/-]{0,200}\.js", re.IGNORECASE
)
_TYPESETTERS: Final = WordSearch(("mathjax", "katex"), ignore_case=True)
_KELVIN: Final = "\N{KELVIN SIGN}"
"""The only sign beyond ASCII that patterns take for a letter of these words."""
_IGNORED: Final = ("tex2jax_ignore", "mathjax_ignore")
FORMULA_NAMES: Final = WordSearch(("math", "arithmatex", "tex2jax_process"))
"""What a tag holds that may name what is inside a formula."""
_NAMED: Final = re.compile(r"""class\s*=\s*["']?[^"'>]{0,200}?(?<![\w-])(?:math|arithmatex|tex2jax_process)(?![\w-])""")


class Delimited(NamedTuple):
    """A formula in a stretch of source: where it stands with its delimiters, its TeX, and whether it stands alone."""

    start: int
    end: int
    source: str
    display: bool


def typesets(page: Document) -> bool:
    """Tell whether a script of the page typesets formulas in all its text. Found once per page."""
    return page.once(typesets, lambda: _typesets(page))


def _typesets(page: Document) -> bool:
    source = page.source
    if not _TYPESETTERS.stand_in(page.markup) and _KELVIN not in source:  # as on most pages; the pattern is slow
        return False
    return not any(name in source for name in _IGNORED) and bool(_TYPESETTER.search(source))


def is_formula(tag: str) -> bool:
    """Tell whether a start tag names what is inside a formula."""
    return "ma" in tag and bool(_NAMED.search(tag))


def delimited(source: str) -> Iterator[Delimited]:
    r"""Find the formulas in a stretch of source without tags.

    >>> [formula.source for formula in delimited(r"where \(a &lt; b\) and \[ E = mc^2 \]")]
    ['a < b', 'E = mc^2']
    """
    for match in _FORMULA.finditer(source):
        written = next(filter(None, match.group("line", "alone", "dollars", "whole")), "")
        if text := " ".join(decode_references(written).split()):
            yield Delimited(*match.span(), text, match["line"] is None)
