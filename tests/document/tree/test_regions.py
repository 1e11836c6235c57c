"""Regions that the tree builder steps over: the tree is the same as when it reads every tag."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.document.tokens import cut
from webwinnow.document.tree import building
from webwinnow.document.tree.elements import Elements
from webwinnow.document.tree.regions import HEIGHT, NestedRegions, find_regions

COLUMNS = ("tag", "parent", "first", "close", "last", "owner")


def tag_by_tag(source: str) -> Document:
    page = Document(source)
    with patch.object(building, "find_regions", return_value=None):
        assert len(page.elements)
    return page


def same(one: Elements, other: Elements) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def regions_of(source: str) -> list[str]:
    """The regions as written."""
    pieces = cut(source)
    code = pieces.tokens.code
    closed_next = np.append(code[1:] == -code[:-1], False) & (code > 0)
    found = find_regions(code, closed_next, pieces.closes_itself) or NestedRegions(
        np.array([], int), np.array([0]), np.array([0])
    )
    spans = zip(pieces.tokens.tag_start[found.starts], pieces.tokens.tag_end[found.end[found.starts]], strict=True)
    return [source[start:end] for start, end in spans]


@given(markup())
def test_the_tree_is_that_of_reading_every_tag(source: str) -> None:
    found, expected = Document(source), tag_by_tag(source)
    assert same(found.elements, expected.elements)
    assert np.array_equal(found.runs.home, expected.runs.home)


@given(well_formed(), markup(8), well_formed())
def test_the_tree_is_the_same_next_to_and_inside_broken_markup(before: str, broken: str, inside: str) -> None:
    source = f"{before}<div>{broken}<section>{inside}</section>{broken}</div>{before}"
    assert same(Document(source).elements, tag_by_tag(source).elements)


@pytest.mark.parametrize("depth", [HEIGHT - 1, HEIGHT, HEIGHT + 1, 500, 511, 512, 600, 1100])
@pytest.mark.parametrize("inside", ["<p><b>x</b> <i>y</i></p>", "<ul><li><a><b>x</b></a></li></ul>"])
def test_the_tree_is_the_same_in_the_deep(depth: int, inside: str) -> None:
    source = f"{'<div>' * depth}{inside}{'</div>' * depth}{inside}"
    assert same(Document(source).elements, tag_by_tag(source).elements)


@pytest.mark.parametrize(
    "source",
    [
        "<p>one<div><p>two<b>x<i>y</i></b></p></div>",
        "<a>one<div><a>two<b>x</b></a></div></a>",
        "<button><div><button><b>x</b></button></div></button>",
        "<select><div><p><b>x</b></p></div>",
        "<b><b><b><div><b>x<i>y</i></b></div></b></b></b>z",
        "<b>x<div>y</b><section><i>z<u>w</u></i></section></div>v",
        "</svg><svg><g/></g>x</svg>",
        "<svg><div><x-y><label/>x</x-y></div>",
        "<svg><title>t</title><g><path/></g></svg>",
        "<div><svg/><g>x</g></div>",
        "<h1><h2><b>x<i>y</i></b></h2></h1>",
        "<div><span><li><b>x</b>y</li></span><li>z</div>",
    ],
)
def test_the_tree_is_the_same_where_elements_around_decide(source: str) -> None:
    assert same(Document(source).elements, tag_by_tag(source).elements)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<div><p>x</p></div>", ["<div><p>x</p></div>"]),
        ("<div><p>x</div>", []),
        ("<p>x<ul><li><b>y</b></li></ul>", ["<ul><li><b>y</b></li></ul>", "<li><b>y</b></li>"]),
        ("<div><svg><path/><g><use/></g></svg></div>", ["<div><svg><path/><g><use/></g></svg></div>"]),
        ("<div><table><tr></table></div>", []),
        ("<div><p>x<ul></ul></p></div>", []),
        ("<a><b><a>x</a></b></a>", []),
        ("<ul><span><li>x</li></span></ul>", []),
        ("<div><script>x</script><br><!-- y --></div>", ["<div><script>x</script><br><!-- y --></div>"]),
    ],
)
def test_regions(source: str, expected: list[str]) -> None:
    found = regions_of(source)
    assert [region for region in found if not region.startswith("<svg")] == expected
