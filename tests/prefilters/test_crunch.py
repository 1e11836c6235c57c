"""Crunch: each filter takes out what it is for, and all of them together leave the content."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import resources

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup, well_formed
from nodes import nodes
from webwinnow.document import Document
from webwinnow.document.tree.elements import body
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extraction import extract
from webwinnow.extractors.plain import Plain
from webwinnow.prefilters.crunch import (
    CrunchAds,
    CrunchEmptyTables,
    CrunchFilters,
    CrunchImages,
    CrunchLinkCells,
    CrunchLinkLists,
    CrunchStyles,
    CrunchTextLinks,
    advertisements,
    is_ad_server,
    links,
)
from webwinnow.prefilters.link_filters import Filter1


@given(markup(), st.randoms(use_true_random=False))
def test_the_text_inside_is_hidden_and_no_other(source: str, random) -> None:
    page = Document(source)
    marked = np.array([random.random() < 0.2 for _ in range(len(page.elements))])
    left = page.without_elements(marked)
    expected = [
        (text.start, text.end)
        for node in nodes(page)
        if not any(marked[other.index] for other in [node, *node.around()])
        for text in node.texts
    ]
    assert left.visible == page.select(expected)
    assert ((left.code == page.code) | (left.code == 0)).all()


@given(well_formed(), st.randoms(use_true_random=False))
def test_the_tags_inside_count_as_nothing_and_no_others(source: str, random) -> None:
    page = Document(source)
    marked = np.array([random.random() < 0.2 for _ in range(len(page.elements))])
    marked[: body(page.elements) + 1] = False
    gone = [page.extent(element) for element in np.flatnonzero(page.inside(marked)).tolist()]
    left = page.without_elements(marked)
    for tag, start in enumerate(page.tokens.tag_start.tolist()):
        is_gone = any(first <= start < end for first, end in gone)
        assert left.code[tag] == (0 if is_gone else page.code[tag])


def test_nothing_to_remove_leaves_the_very_page() -> None:
    page = Document("<p>text</p>")
    assert page.without_elements(np.zeros(len(page.elements), dtype=bool)) is page


def test_links_have_an_address() -> None:
    page = Document("<a href=x>one</a><a name=y>two</a><A HREF=z>three</A><b href=x>four</b><a>five</a>")
    assert [page.attributes(element) for element in np.flatnonzero(links(page)).tolist()] == [
        {"href": "x"},
        {"href": "z"},
    ]


def test_a_link_that_is_opened_again_keeps_its_address() -> None:
    page = Document("<p><a href=x>one<p>two</a>")
    assert links(page).sum() == 2


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


def left_of_lists(source: str, **settings: float) -> list[str]:
    page = CrunchLinkLists(**settings)(Document(source))
    return [page.source[start:end] for start, end in page.visible]


@pytest.mark.parametrize("name", ["ul", "ol", "dl", "menu", "nav"])
def test_lists_of_links_go(name: str) -> None:
    item = "<a href=x>link</a>"
    assert left_of_lists(f"<{name}>{item}{item}</{name}><p>text {item}</p>") == ["text", "link"]


def test_a_list_at_the_threshold_stays() -> None:
    half = "<ul><li>half <a href=x>half</a></ul>"
    assert left_of_lists(half) == ["half", "half"]
    assert left_of_lists(half, threshold=0.49) == []


def test_lists_inside_are_judged_by_themselves_too() -> None:
    source = "<ul><li>many words stand here<ul><li><a href=x>link</a></ul></ul>"
    assert left_of_lists(source) == ["many words stand here"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_quotas_out_of_range_are_refused(threshold: float) -> None:
    with pytest.raises(ParameterError, match="crunch-link-lists: threshold must be from 0 to 1"):
        CrunchLinkLists(threshold=threshold)


def left_of_ads(source: str) -> list[str]:
    page = CrunchAds()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


@pytest.mark.parametrize(
    "address",
    [
        '"https://ad.doubleclick.net/click?x=1"', "'http://doubleclick.net'", "//x.taboola.com/y", '" HTTPS://ADS.EXAMPLE.ORG:8080/z"',
        '"https://user@cas.criteo.com/"', '"http://adserver.example.org"',
    ],
)  # fmt: skip
def test_links_to_advertisement_servers_go(address: str) -> None:
    assert left_of_ads(f"<p>text <a class=x href={address}><b>Buy</b> now</a> on</p>") == ["text", "on"]


@pytest.mark.parametrize(
    "address",
    [
        '"https://example.org/doubleclick.net"', '"/ads.html"', '"https://notdoubleclick.net/"', '"https://ads"', '""',
        '"https://doubleclick.net.example.org/"', '"https://example.org/?to=https://taboola.com/"',
    ],
)  # fmt: skip
def test_other_links_stay(address: str) -> None:
    assert left_of_ads(f"<p>text <a href={address}>link</a></p>") == ["text", "link"]


def test_other_attributes_are_no_address() -> None:
    assert left_of_ads("<a data-href='https://taboola.com/' href='/x'>link</a>") == ["link"]


def test_images_and_frames_count() -> None:
    page = Document("<img src='https://x.adnxs.com/1.gif'><iframe src=//ads.example.org/></iframe><img src=/logo.png>")
    marked = np.flatnonzero(advertisements(page)).tolist()
    assert [page.name(element) for element in marked] == ["img", "iframe"]
    assert CrunchAds()(page).code.tolist()[0] == 0


def test_hosts() -> None:
    assert is_ad_server("doubleclick.net")
    assert is_ad_server("a.b.doubleclick.net")
    assert not is_ad_server("net")
    assert not is_ad_server("")
    assert not is_ad_server("ads")
    assert is_ad_server("x." * 1000 + "taboola.com")


def test_the_list_is_well_made() -> None:
    text = resources.files("webwinnow.prefilters").joinpath("ad_servers.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(set(lines)) > 50
    assert all(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.([a-z]+|\*)", line) for line in lines)


def left_of_links(source: str) -> list[str]:
    page = CrunchTextLinks()(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def test_links_go_wherever_they_stand() -> None:
    assert left_of_links("<p>text with <a href=x>a <b>link</b></a> in it</p><a href=y>link</a>") == [
        "text with",
        "in it",
    ]


def test_links_with_an_image_directly_in_them_stay() -> None:
    assert left_of_links("<a href=x><img>caption</a><a href=x><b><img></b>caption</a>") == ["caption"]


def test_anchors_without_an_address_stay() -> None:
    assert left_of_links("<a name=x>anchor</a>") == ["anchor"]


def test_only_the_tags_of_images_count_as_nothing() -> None:
    page = Document("<p>text<img src=x><picture><source><img></picture></p>")
    found = CrunchImages()(page)
    assert found.visible == page.visible
    assert found.code.tolist() == [3, 0, 0, 0, 0, 0, 4]


@pytest.mark.parametrize(
    ("tag", "length"),
    [
        ('<div style="color: red">', 5),
        ("<DIV class=a STYLE='x > y' id=b>", len("<DIV class=a id=b>")),
        ("<div style=x>", 5),
        ("<div data-style=x>", 18),
        ('<p style="color: red">', 22),
    ],
)
def test_lengths(tag: str, length: int) -> None:
    page = Document(f"{tag}text")
    assert CrunchStyles()(page).code.tolist() == [length]
    assert CrunchStyles()(page).visible == page.visible


def test_what_a_style_hides_stays_hidden() -> None:
    page = Document("<p>text that is seen by all</p><div style='display: none'>hidden</div>")
    assert CrunchStyles()(page).visible == page.visible


def test_tags_that_count_as_nothing_already_stay_so() -> None:
    page = Filter1()(Document("<a href=x><div style=y>text</div></a>"))
    assert not CrunchStyles()(page).code.any()


SOURCE = "<p>text</p><table><tr><td>abc</td></tr></table>"


def left_of_tables(source: str, **settings: int) -> list[str]:
    page = CrunchEmptyTables(**settings)(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def test_tables_with_enough_text_stay() -> None:
    assert left_of_tables(SOURCE) == left_of_tables(SOURCE, least=3) == ["text", "abc"]
    assert left_of_tables(SOURCE, least=4) == ["text"]


def test_empty_tables_are_no_code_even_if_a_filter_has_emptied_them() -> None:
    page = Document("<table><tr><td><a href=x>link</a></td></tr></table>")
    assert CrunchEmptyTables()(page).code.all()
    assert not CrunchEmptyTables()(Filter1()(page)).code.any()


@pytest.mark.parametrize("least", [-1, 0.5])
def test_other_numbers_are_refused(least: float) -> None:
    with pytest.raises(ParameterError, match="crunch-empty-tables: least must be a whole number"):
        CrunchEmptyTables(least=least)


SWITCHES = [field.name for field in fields(CrunchFilters) if isinstance(field.default, bool)]
CLUTTERED = (
    "<body><ul><li><a href=1>Long menu</a> list</ul>"
    "<table><tr><td>Cell <a href=2>one</a> <a href=3>two</a></td></tr></table>"
    "<table><tr><td>ok</td></tr></table>"
    "<p>Text with <a href=/4>a link</a> and <a href=//taboola.com/5><img> an advertisement</a>.</p></body>"
)


def left_of_all(**settings: object) -> str:
    page = CrunchFilters(**settings)(Document(CLUTTERED))
    return " ".join(page.source[start:end] for start, end in page.visible)


def test_everything_that_clutters_goes() -> None:
    assert left_of_all() == "ok Text with and ."


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
    assert left_of_all(**settings) == expected


def test_images_and_styles_change_the_code() -> None:
    page = Document("<div style='x: y'>text<img></div>")
    assert CrunchFilters(div_styles=True)(page).code.tolist() == [5, 0, 6]
    assert CrunchFilters(images=False)(page).code.tolist() == [18, 5, 6]


def test_all_switched_off_leaves_the_very_page() -> None:
    page = Document(CLUTTERED)
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
    page = Document(CLUTTERED)
    assert parse("crunch")(page) == CrunchFilters()(page).visible


@given(markup())
def test_any_page_loses_text_and_gains_none(source: str) -> None:
    page = Document(source)
    found = CrunchFilters(div_styles=True)(page)
    assert found.visible == found.visible & page.visible
    assert (found.code <= page.code).all()


AD = '<a href="http://ad.doubleclick.net/x">Buy <b>now</b></a>'
IMAGE, OTHER_IMAGE = (f"<img src={name}.png width=640 height=480>" for name in ("mill", "wheel"))
WHOLE_PAGE = (
    f'<body><div style="color: red" id=x><p>Some words of an article.</p>{AD}{IMAGE}'
    f"<table><tr><td>{OTHER_IMAGE}</td></tr></table></div></body>"
)


@pytest.mark.parametrize(
    ("filters", "html"),
    [
        ("crunch-ads", WHOLE_PAGE.replace(AD, "")),
        ("crunch-images", WHOLE_PAGE.replace(IMAGE, "").replace(OTHER_IMAGE, "")),
        ("crunch-styles", WHOLE_PAGE.replace(' style="color: red"', "")),
        ("crunch-empty-tables", WHOLE_PAGE.replace(f"<table><tr><td>{OTHER_IMAGE}</td></tr></table>", "")),
        (
            "crunch-filters(div_styles=True)",
            "<body><div id=x><p>Some words of an article.</p></div></body>",
        ),
    ],
)
def test_html_is_written_without_what_was_taken_out(filters: str, html: str) -> None:
    """Algorithm 1 removes nodes and attributes of the tree, and the tree is what comes out."""
    assert extract(WHOLE_PAGE, f"{filters} >> plain").html() == html
    assert extract(WHOLE_PAGE, f"crunch-link-cells >> {filters} >> plain >> lqf(threshold=1)").html() == html
    assert extract(WHOLE_PAGE, f"{filters} >> plain").html("mark").count("<img") == 2
