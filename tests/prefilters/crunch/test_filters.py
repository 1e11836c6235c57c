"""All filters together, each with its switch."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.plain import Plain
from webwinnow.prefilters.crunch.empty_tables import CrunchEmptyTables
from webwinnow.prefilters.crunch.filters import CrunchFilters
from webwinnow.prefilters.crunch.link_cells import CrunchLinkCells
from webwinnow.prefilters.crunch.link_lists import CrunchLinkLists

SWITCHES = [field.name for field in fields(CrunchFilters) if isinstance(field.default, bool)]
SOURCE = (
    "<body><ul><li><a href=1>Long menu</a> list</ul>"
    "<table><tr><td>Cell <a href=2>one</a> <a href=3>two</a></td></tr></table>"
    "<table><tr><td>ok</td></tr></table>"
    "<p>Text with <a href=/4>a link</a> and <a href=//taboola.com/5><img> an advertisement</a>.</p></body>"
)


def left(**settings: object) -> str:
    page = CrunchFilters(**settings)(Document(SOURCE))
    return " ".join(page.source[start:end] for start, end in page.visible)


def test_everything_that_clutters_goes() -> None:
    assert left() == "ok Text with and ."


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"text_links": False}, "ok Text with a link and ."),
        ({"ads": False}, "ok Text with and an advertisement ."),
        ({"link_lists": False}, "list ok Text with and ."),
        ({"link_cells": False}, "Cell ok Text with and ."),
        ({"least": 3}, "Text with and ."),
        ({"least": 3, "empty_tables": False}, "ok Text with and ."),
        ({"cell_ratio": 10}, "Cell ok Text with and ."),
        ({"list_quota": 1}, "list ok Text with and ."),
    ],
)
def test_switches_and_thresholds(settings: dict[str, object], expected: str) -> None:
    assert left(**settings) == expected


def test_images_and_styles_change_the_code() -> None:
    page = Document("<div style='x: y'>text<img></div>")
    assert CrunchFilters(div_styles=True)(page).code.tolist() == [5, 0, 6]
    assert CrunchFilters(images=False)(page).code.tolist() == [18, 5, 6]


def test_all_switched_off_leaves_the_very_page() -> None:
    page = Document(SOURCE)
    assert CrunchFilters(**dict.fromkeys(SWITCHES, False))(page) is page


def test_thresholds_start_as_those_of_the_filters() -> None:
    chosen = CrunchFilters()
    assert (chosen.cell_ratio, chosen.list_quota, chosen.least) == (
        CrunchLinkCells().threshold,
        CrunchLinkLists().threshold,
        CrunchEmptyTables().least,
    )


@pytest.mark.parametrize(
    "settings", [{"ads": 1}, {"images": "yes"}, {"cell_ratio": -1}, {"list_quota": 2}, {"least": -1}]
)
def test_parameters_out_of_range_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        CrunchFilters(**settings)


def test_the_recipe_keeps_what_is_left() -> None:
    assert parse("crunch") == CrunchFilters() >> Plain()
    page = Document(SOURCE)
    assert parse("crunch")(page) == CrunchFilters()(page).visible


@given(markup())
def test_any_page_loses_text_and_gains_none(source: str) -> None:
    page = Document(source)
    found = CrunchFilters(div_styles=True)(page)
    assert found.visible == found.visible & page.visible
    assert (found.code <= page.code).all()
