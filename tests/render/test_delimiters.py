r"""Formulas between the delimiters of MathJax and KaTeX."""

from __future__ import annotations

from time import process_time

import pytest

from render.readers import markdown_of
from webwinnow.document import Document
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.delimiters import delimited, typesets

LOADS = '<script src="https://cdn.example.net/npm/mathjax@3/es5/tex-mml-chtml.js"></script>'


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"<p>where \(a &lt; b\), or \( c \).</p>", "where $a \\lt b$, or $c$.\n"),
        (r"<p>\[ E = mc^2 \]</p>", "$$E = mc^2$$\n"),
        ("<p>So:\n$$x\n= 1$$ holds</p>", "So: $$x = 1$$ holds\n"),
        (
            r"<p>\begin{align} a &amp;= b \\[2pt] c &= d \end{align}</p>",
            "$$\\begin{align} a &= b \\\\[2pt] c &= d \\end{align}$$\n",
        ),
        (r"<p>open \( for ever, <code>\(x\)</code></p>", "open \\\\( for ever, `\\(x\\)`\n"),
        (r"<pre>\[x\]</pre>", "```\n\\[x\\]\n```\n"),
    ],
)
def test_where_a_script_typesets_formulas(source: str, expected: str) -> None:
    assert markdown_of(LOADS + source) == expected


def test_where_none_does_only_what_is_named_a_formula_is_one() -> None:
    assert markdown_of(r"<p>not \(x\)</p>") == "not \\\\(x\\\\)\n"
    named = '<p>in <span class="math inline">\\(x\\)</span> line</p><div class="arithmatex">\\[y\\]</div>'
    assert markdown_of(named) == "in $x$ line\n\n$$y$$\n"
    ignored = f"{LOADS}<section class='tex2jax_ignore mathjax_ignore'><p>not \\(x\\)</p><div class=math>\n\\[y\\]</div>"
    assert markdown_of(ignored) == "not \\\\(x\\\\)\n\n$$y$$\n"


def test_places_are_those_of_formula_and_text() -> None:
    page = Document(LOADS + r"<p>for &amp; \(x\) all</p>")
    (block,) = build_tree(page, page.visible)
    assert [page.source[start:end] for start, end in block.spans] == ["for &amp; ", r"\(x\)", " all"]
    assert [inline.text for inline in block.inlines] == ["for & ", "x", " all"]


@pytest.mark.parametrize(
    "part", [r"\(", r"\[", r"\(a", "$$", r"\begin{align}", r"\begin{align}\begin{equation}x", "\\"]
)
def test_openings_without_end_cost_no_second_look(part: str) -> None:
    start = process_time()
    assert not list(delimited(part * (500_000 // len(part))))
    assert process_time() - start < 10  # squared, it would be hours


@pytest.mark.parametrize(
    ("script", "found"),
    [("MathJax.js", True), ("\N{KELVIN SIGN}ate\N{KELVIN SIGN}x.js", False), ("\N{KELVIN SIGN}atex.min.js", True),
     ("chaff.js", False), ("mathjax-is-named", False)],
)  # fmt: skip
def test_typesetters_are_known_by_their_scripts(script: str, found: bool) -> None:
    assert typesets(Document(f"<p>grain</p><p>{script}</p>")) is found
