"""A page read by compiled code in one go."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.markup import lay_out
from webwinnow.document.reading import PLAIN_TYPES, Layout, Seen, columns_of, is_quirky, read_page
from webwinnow.kernels import LIBRARY
from webwinnow.language.characters import units

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


def read(source: str) -> Layout:
    found = read_page(LIBRARY, source, units(source))
    assert found is not None
    return found


def seen(source: str) -> Seen:
    found = read(source).seen
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("source", "shown", "blocks"),
    [
        ("", [], []),
        ("<p>one <b>two</b><p>three", [True, True, True], [2, 1]),
        ("one<br>two<br><br>three<hr>four", [True] * 4, [2, 1, 1]),
        ("<p>some text that is seen<p hidden>not seen", [True, False], [1]),
        ("<p hidden>most of the text<p>rest", [True, True], [1, 1]),
        ("<option>a choice</option><p>text", [False, True], [1]),
    ],
)
def test_runs_and_blocks(source: str, shown: list[bool], blocks: list[int]) -> None:
    sight = seen(source)
    assert sight.shown.tolist() == shown
    assert np.diff(sight.first).tolist() == blocks
    assert len(sight.runs) == sum(shown) == sum(blocks)


def test_characters_are_those_of_the_runs_that_are_seen() -> None:
    assert seen("<p>four<p hidden>no<p>fi ve").characters_before.tolist() == [0, 0, 4, 4, 8]


def test_what_only_python_knows_is_asked_for() -> None:
    old = '<!doctype html public "-//w3c//dtd html 3.2//en"><p>one<table><tr><td>two</table>'
    assert read(old).elements.parent.tolist() == lay_out(old).elements.parent.tolist()
    assert seen("<p hidden='&amp;'>a<p>seen text").shown.tolist() == [False, True]


def test_elements_that_need_more_room_get_it() -> None:
    source = "<p>" + "".join(f"<font size={size}>" for size in range(3)) + "</p><p>x" * 200
    assert read(source).elements.tag.tolist() == lay_out(source).elements.tag.tolist()


def test_plain_types_are_not_in_quirks_mode() -> None:
    for declared in PLAIN_TYPES:
        assert not is_quirky([declared], np.zeros(1, np.int16))


def test_only_python_reads_names_that_are_not_ascii() -> None:
    assert read_page(LIBRARY, "<straße>", units("<straße>")) is None


def test_views_and_pages_that_python_read_are_collected() -> None:
    whole = Document("<p>one <b>two</b><p>three")
    assert columns_of(whole) is whole.markup.columns
    view = whole.without(whole.select([(0, 6)]))
    assert columns_of(view) is columns_of(view)
    assert columns_of(view).seen == len(view.blocks.runs)
    assert columns_of(Document("<straße>text")).blocks == 1
