"""The template of posts: start tags told apart, and what elements that are named alike share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import LIBRARY
from webwinnow.posts import template
from webwinnow.posts.naming import read_naming

NAMES = ("class", "CLASS", "id", "Id", "itemprop", "itemtype", "classes", "x", "title", "İ")
VALUES = [
    *"""c12|"Post even"|'odd alt-2 depth-3'|"a1b2c3d4e5 row"|"-_- js"|"__x__"|"bg-1 item"|"|'|"" """.split("|"),
    *""" "ABCDEF12 z"|" class=in id=it "|"ÉTÉ x"|x>|"\u2003y\x1cz"|\u212a|é|"p7-x9 deadbeef" """.split("|"),
]
EQUALS = ("=", " = ", "", "\n=")
attribute = st.tuples(st.sampled_from(NAMES), st.sampled_from(EQUALS), st.sampled_from(VALUES)).map("".join)


def named(page: Document) -> tuple[list[str], list[str]]:
    """Return the start tags of a page as posts see them, and their keys."""
    tag = np.flatnonzero(page.tokens.code > 0)
    tags, number, keys = template._named(page, page.tokens.tag_start[tag], page.tokens.tag_end[tag])
    return [tags.text(at) for at in number.tolist()], [keys[at] for at in number.tolist()]


@pytest.mark.skipif(LIBRARY is None, reason="compiled code reads them")
@given(st.lists(st.tuples(st.sampled_from("\t \u3000/"), attribute), max_size=5), st.sampled_from(["", "中", "𠀋"]))
@example([(" ", 'class="' + "x" * 1000 + '"')], "")
def test_keys_are_those_of_patterns(attributes: list[tuple[str, str]], wide: str) -> None:
    tag = "<li" + "".join(map("".join, attributes)) + ">"
    page = Document(f"{wide}{tag}a{tag.upper()}b<p>{tag}")
    tags, keys = named(page)
    assert keys == [read_naming(each).key for each in tags]
    with pytest.MonkeyPatch.context() as by_patterns:
        by_patterns.setattr(template, "LIBRARY", None)
        assert named(page) == (tags, keys)


@pytest.mark.parametrize("sign", ["", "\u212a"])
def test_tags_that_hold_a_word(sign: str) -> None:
    page = Document(f"<p class=Rank><i id={sign or 'k'}><b>x")
    tags = template.Tags(page.source, page.tokens.tag_start, page.tokens.tag_end)
    assert {0, 1} <= {*tags.holding(page, WordSearch(("rank", "=k"), ignore_case=True))}
    assert tags.text(0) == "<p class=rank>"
    assert len(tags) == len(page.tokens.code)


NESTED = st.recursive(
    st.sampled_from(["x", "<b>y</b>", "<br>", "<p>z"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<li class=comment>{''.join(parts)}</li>"),
    max_leaves=20,
)


@given(st.lists(NESTED, max_size=5).map("".join), st.data())
def test_amounts_are_those_of_the_post_around(source: str, data: st.DataObject) -> None:
    page = Document(source)
    elements, gaps = page.elements, len(page.tokens.code) + 1
    items = [at for at in np.flatnonzero(elements.tag == NUMBER["li"]).tolist() if data.draw(st.booleans())]
    owner = np.full(gaps, -1)
    for number, item in enumerate(items):  # the innermost comes last
        owner[elements.first[item] + 1 : elements.close[item] + 1] = number
    nothing = np.empty(0, np.int64)
    nesting = template.Nesting(nothing, nothing, nothing, nothing, owner)
    weights = np.array(data.draw(st.lists(st.integers(0, 9), min_size=gaps, max_size=gaps)), np.int64)
    found = template.own_amounts(page, nesting, owner[elements.first + 1], weights)
    for element, mine in enumerate(owner[elements.first + 1].tolist()):
        inside = slice(elements.first[element] + 1, elements.close[element] + 1)
        expected = int(weights[inside][owner[inside] == mine].sum()) if mine >= 0 else 0
        assert found[element] == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5)), max_size=20))
def test_the_largest_element_of_each_post_and_slot(rows: list[tuple[int, int, int]]) -> None:
    slot, owner, held = np.array(rows, np.int64).reshape(-1, 3).T
    expected = {(row[0], row[1]): max(at for at, each in enumerate(rows) if each == max(
        other for other in rows if other[:2] == row[:2])) for row in rows}  # fmt: skip
    found = template._largest(slot, owner, held.astype(np.float64)).tolist()
    assert found == [expected[key] for key in sorted(expected)]
