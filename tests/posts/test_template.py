"""The template of posts: start tags told apart, and what elements that are named alike share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from webwinnow.document import Document
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
