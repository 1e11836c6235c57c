"""Blocks: what readers see as one paragraph, heading, cell or list item."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document


def blocks(source: str) -> list[list[str]]:
    page = Document(source)
    first, runs = page.blocks.first.tolist(), page.blocks.runs
    return [
        [page.source[page.runs.start[run] : page.runs.end[run]] for run in runs[start:end]]
        for start, end in itertools.pairwise(first)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", []),
        ("<p></p><div>  </div>", []),
        ("a<b>b</b>c", [["a", "b", "c"]]),
        ("<p>a<p>b", [["a"], ["b"]]),
        ("a<div>b</div>c", [["a"], ["b"], ["c"]]),
        ("<h1>a</h1>b<hr>c", [["a"], ["b"], ["c"]]),
        ("<ul><li>a<li>b<i>c</i></ul>", [["a"], ["b", "c"]]),
        ("<table><tr><td>a<td>b</table>", [["a"], ["b"]]),
        ("a<br>b", [["a", "b"]]),
        ("a<br><br>b", [["a"], ["b"]]),
        ("a<br> <i></i> <br>b", [["a"], ["b"]]),
        ("a<br>b<br>c", [["a", "b", "c"]]),
        ("a<!-- x --><span></span>b", [["a", "b"]]),
        ("a<script>x</script>b<style>y</style>c", [["a", "b", "c"]]),
        ("a <svg><title>x</title><path/></svg> b", [["a", "b"]]),
        ("<p>a <noscript><img></noscript> b</p>", [["a", "b"]]),
        ("a<select><option>x</select>b", [["a"], ["b"]]),
    ],
)
def test_blocks(source: str, expected: list[list[str]]) -> None:
    assert blocks(source) == expected


def test_hidden_text_is_in_no_block() -> None:
    page = Document("<p>some text that is seen<p hidden>not</p>more")
    assert len(page.blocks) == 2
    assert len(page.without(page.select([(0, 25)])).blocks) == 1


@given(markup())
def test_every_visible_run_is_in_one_block(source: str) -> None:
    page = Document(source)
    first, runs = page.blocks.first, page.blocks.runs
    assert first[0] == 0
    assert first[-1] == len(runs) == page.visible.contains(page.runs.start).sum()
    assert (first[:-1] < first[1:]).all()
