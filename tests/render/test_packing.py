"""Blocks that are packed as columns while a page is walked through are the same blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from render.structured_pages import PAGES
from webwinnow.document import Document
from webwinnow.render.structure import building, writing
from webwinnow.render.structure.block import Tree
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.packing import GrowingColumn

NEVER = 10**9


def walked(source: str, few: int, some: int) -> Tree:
    """Build a tree by the walk, of which some blocks beyond the first few are packed together."""
    page = Document(source)
    with pytest.MonkeyPatch.context() as by_walking:
        by_walking.setattr(building, "LIBRARY", None)
        by_walking.setattr(writing, "LIBRARY", None)
        by_walking.setattr(writing, "_FEW", few)
        by_walking.setattr(writing, "_SOME", some)
        return building.build_tree(page, page.visible)


@given(markup(), st.integers(0, 3), st.integers(0, 3))
def test_any_page_is_packed_as_it_is(source: str, few: int, some: int) -> None:
    assert tuple(walked(source, few, some)) == tuple(walked(source, NEVER, NEVER))


@pytest.mark.parametrize("name", PAGES)
def test_known_structures_are_packed_as_they_are(name: str) -> None:
    source = PAGES[name].source
    assert tuple(walked(source, 2, 1)) == tuple(walked(source, NEVER, NEVER))


RULES = "<hr><p>a<hr><hr><ul><li dir=rtl>b<li>שלום<hr></ul><blockquote><p>c</blockquote><hr><p>d<hr>"


def test_rules_and_directions_are_settled_at_the_end() -> None:
    packed = walked(RULES, 0, 0)
    assert isinstance(packed, ColumnTree) and tuple(packed) == walked(RULES, NEVER, NEVER)
    assert [block.kind.value for block in packed].count("rule") == 3 and "rtl" in [each.direction for each in packed]


@pytest.mark.parametrize("odd", ["<math><mi>x</math>", "<sup><a href=#note-1>1</a></sup><p id=note-1>f"])
def test_what_columns_cannot_hold_makes_all_of_them_objects_again(odd: str) -> None:
    source = f"<p>a<p>b<ul><li dir=rtl>c<li>ש</ul><p>d{odd}<p>e"
    assert isinstance(walked(source.replace(odd, ""), 0, 0), ColumnTree)
    assert walked(source, 0, 0) == walked(source, NEVER, NEVER)
    assert isinstance(walked(source, 0, 0), tuple)


def test_columns_grow_beyond_their_room() -> None:
    column = GrowingColumn(4)
    for some in ([1, 2], [3, 4, 5], [], [*range(6, 90)]):
        column.some.extend(some)
        assert len(column) == column.settle()[-1]
    assert column.settle().tolist() == list(range(1, 90))


LONG = "".join(f"<i>a{n}</i> b<br>" for n in range(1_500))


@pytest.mark.parametrize("odd", ["", "<sup><a href=#note-1>1</a></sup>", "<ul><li>c"])
def test_a_long_line_is_packed_as_it_is_read(odd: str) -> None:
    source = f"<p>a<div><br>{LONG}{odd}</div><p id=note-1>f"
    packed, never = walked(source, NEVER, 1_024), walked(source, NEVER, NEVER)
    assert tuple(packed) == tuple(never) and isinstance(packed, ColumnTree) == (not odd.startswith("<sup"))


def test_a_text_in_very_many_places_has_all_of_them() -> None:
    source = "<p>" + "".join(f"x<!--{n}-->" for n in range(3_000)) + "<b>y</b>"
    (block,) = walked(source, NEVER, NEVER)
    assert block.text == "x" * 3_000 + "y" and len(block.spans) == 3_001
    assert [source[start:end] for start, end in block.spans] == [*"x" * 3_000, "y"]
