"""Cells with more links than text."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.prefilters.crunch.link_cells import CrunchLinkCells


def left(source: str, **settings: float) -> list[str]:
    page = CrunchLinkCells(**settings)(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def row(*cells: str) -> str:
    return f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr></table>"


def test_a_cell_at_the_ratio_stays() -> None:
    """One link for 16 letters, which are four words: a ratio of 0.25; with 15 letters it is more."""
    link = "<a href=x>link</a>"
    assert left(row("x" * 16 + link)) == ["x" * 16, "link"]
    assert left(row("x" * 15 + link)) == []
    assert left(row("x" * 15 + link), threshold=0.3) == ["x" * 15, "link"]


def test_a_menu_goes_with_all_in_its_cell() -> None:
    assert left(row("Menu <a href=1>one</a> <a href=2>two</a>", "The text of the page")) == ["The text of the page"]


def test_cells_without_links_and_links_without_cells_stay() -> None:
    assert left(f"<a href=x>link</a>{row('x', '')}<th><a href=x>head</a></th>") == ["link", "x", "head"]


def test_nested_cells_are_judged_with_all_they_hold() -> None:
    inner = row("<a href=1>one</a>", "y" * 40)
    assert left(row(inner)) == ["y" * 40]
    assert left(row(f"{inner}<a href=2>two</a><a href=3>three</a><a href=4>four</a>")) == []


@pytest.mark.parametrize("threshold", [-0.1, "x", True])
def test_thresholds_out_of_range_are_refused(threshold: object) -> None:
    with pytest.raises(ParameterError, match="crunch-link-cells: threshold must be from 0"):
        CrunchLinkCells(threshold=threshold)
