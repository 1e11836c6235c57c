"""Callouts: known by what generators call them, and shown as such."""

from __future__ import annotations

import pytest

from render.readers import markdown_of
from webwinnow.extraction import extract

MKDOCS = '<div class="admonition tip"><p class="admonition-title">Right angles</p><p>Measure twice.</p></div>'


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (MKDOCS, "> [!TIP]\n> **Right angles**\n>\n> Measure twice.\n"),
        ('<div class="danger admonition"><p>Hot.</p></div>', "> [!CAUTION]\n> Hot.\n"),
        (
            '<div class="admonition"><p class="admonition-title">And so</p><p>on</p></div>',
            "> [!NOTE]\n> **And so**\n>\n> on\n",
        ),
        (
            '<div class="theme-admonition theme-admonition-warning alert alert--warning">'
            '<div class="admonitionHeading_x">Watch</div><div class="admonitionContent_y"><p>Hot.</p></div></div>',
            "> [!WARNING]\n> **Watch**\n>\n> Hot.\n",
        ),
        (
            '<div class="markdown-alert markdown-alert-important"><p class="markdown-alert-title">Important</p>'
            "<p>Do.</p></div>",
            "> [!IMPORTANT]\n> Do.\n",
        ),
        ('<details class="info" open><summary>Why?</summary><p>So.</p></details>', "> [!NOTE]\n> **Why?**\n>\n> So.\n"),
        ('<div class="custom-block tip"><p>Try.</p></div>', "> [!TIP]\n> Try.\n"),
        ('<div class="alert alert-danger">Hot <b>iron</b>.</div>', "> [!CAUTION]\n> Hot **iron**.\n"),
        ('<aside role="note"><p>Beside.</p></aside>', "> [!NOTE]\n> Beside.\n"),
        ('<div class="callout-note callout"><pre>x</pre></div>', "> [!NOTE]\n>\n> ```\n> x\n> ```\n"),
        ('<div class="admonition note"><p class="admonition-title">Note</p></div>', "> [!NOTE]\n> **Note**\n"),
        (f"<ol><li>one{MKDOCS}</ol>", "1. one\n\n   > [!TIP]\n   > **Right angles**\n   >\n   > Measure twice.\n"),
    ],
)
def test_in_markdown(source: str, expected: str) -> None:
    assert markdown_of(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "<div class=hint>text</div>",
        "<div class='alert alert-dismissible'>text</div>",
        "<div class=alertness>text</div>",
        "<div class='admonition-title'>text</div>",
        "<div class='callout-content'>text</div>",
        "<details><summary>text</summary></details>",
        "<div class=note>text</div>",
    ],
)
def test_what_is_none(source: str) -> None:
    assert markdown_of(source) == "text\n"


def test_in_the_other_forms() -> None:
    result = extract(f"<h1>Shelves</h1><p>How to build one.</p>{MKDOCS}", "plain")
    assert '<note type="tip">\n<p><hi rend="bold">Right angles</hi></p>' in result.render("tei")
    assert '<aside class="callout tip" role="note"><p><strong>Right angles</strong></p>' in result.render("reader")
    assert '<quote level="1" label="tip">' in result.render("xml")
    assert "Right angles\n\nMeasure twice." in result.text
    assert "uot" not in result.render("speech")


def test_each_chunk_of_a_callout_names_it() -> None:
    body = "".join(f"<p>{word * 8}</p>" for word in ("alpha ", "beta ", "gamma "))
    result = extract(f'<div class="admonition warning">{body}</div>', "plain", headline=False)
    assert [chunk.text.split("\n")[0] for chunk in result.chunks(90)] == ["> [!WARNING]"] * 3
