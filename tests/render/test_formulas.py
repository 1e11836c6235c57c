"""Formulas in MathML, in TeX."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.render.structure.formulas import find_formulas
from webwinnow.render.structure.gaps import StartTags
from webwinnow.render.structure.kept import find_kept
from webwinnow.render.structure.noted import find_noted

CASES = {
    "<mi>x</mi><mo>−</mo><mn>1</mn>": "x - 1",
    "<mrow><mi>x</mi></mrow><mtext>if</mtext>": r"x \text{if}",
    "<msup><mi>x</mi><mrow><mn>1</mn><mn>0</mn></mrow></msup>": "x^{1 0}",
    "<mfenced><mi>a</mi><mi>b</mi></mfenced>": r"\left( a, b \right)",
    "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>": (
        r"\begin{matrix} a & b \\ c \end{matrix}"
    ),
    "<semantics><mi>x</mi><annotation encoding='application/x-tex'> y </annotation></semantics>": "y",
    "<semantics><mi>x</mi><annotation encoding='other'>y</annotation></semantics>": "x",
    "<mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac>": r"\frac{a}{\sqrt{b}}",
}


@pytest.mark.parametrize(("markup", "expected"), CASES.items())
def test_formulas_are_translated(markup: str, expected: str) -> None:
    assert [each.source for each in found(f"<p>Let <math>{markup}</math>.").values()] == [expected]


def test_what_only_holds_a_formula_belongs_to_it() -> None:
    page = "<p>Let <span class=katex-display>{}</span> and <math display=block><mi>y</mi></math>.".format(
        "<span class=katex><math alttext='a &lt; b' ><mi>x</mi></math></span>"
    )
    assert [(each.source, each.display) for each in found(page).values()] == [("a < b", True), ("y", True)]


def found(source):
    page = Document(source)
    kept, tags = find_kept(page, page.visible), StartTags.of(page)
    return find_formulas(page, kept.needed, tags, find_noted(page, kept, tags))
