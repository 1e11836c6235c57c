"""Elements that are looked at one by one: compiled code lists what numpy finds, and what readers of them would find."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from render.structured_pages import PAGES
from webwinnow.document import Document
from webwinnow.render.structure import noted
from webwinnow.render.structure.gaps import StartTags
from webwinnow.render.structure.kept import find_kept

LISTS = (
    "stating links addresses references pictures code tables math formulas callouts speaking counting"
).split()  # fmt: skip


def both(source: str, *, half: bool = False) -> dict[str, list[int]]:
    """List by both, compare, and return the lists."""
    page = Document(source)
    spans = page.select([(0, len(page.source) // 2)]) if half else page.visible
    kept, tags = (
        find_kept(page, spans, frozenset(range(0, len(page.elements), 3)) if half else None),
        StartTags.of(page),
    )
    found = noted.find_noted(page, kept, tags)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(noted, "LIBRARY", None)
        again = noted.find_noted(page, kept, tags)
    assert list(found.pictured()) == list(again.pictured())
    lists = {name: np.asarray(getattr(found, name)).tolist() for name in LISTS}
    assert lists == {name: np.asarray(getattr(again, name)).tolist() for name in LISTS}
    return lists


@given(markup(), st.booleans())
def test_any_page_is_noted_alike(source: str, half: bool) -> None:
    both(source, half=half)


def test_pages_are_noted_alike() -> None:
    for each in PAGES.values():
        both(each.source)
        both(f"{each.source}<p>\N{GRINNING FACE}", half=True)


@pytest.mark.parametrize(
    ("text", "refers"),
    [("1", True), ("[ 12 ]", True), ("(abcd)", True), ("(abcde)", False), ("&#91;12&#93;", True), ("chapter", False),
     ("<sup>1</sup>", True), ("١٢٣٤", True), ("<b>" * 9 + "1", False)],
)  # fmt: skip
def test_references_to_footnotes_are_short(text: str, refers: bool) -> None:
    lists = both(f"<p>Winnow<a href='#fn1'>{text}</a><a href=/n>1</a>, she said")
    assert bool(lists["references"]) is refers
    assert len(lists["links"]) == len(lists["addresses"]) == 2


@pytest.mark.parametrize(
    ("link", "refers"),
    [("<a href='#n1'>1</a>", False), ("<sup><a href='#n1'>1</a></sup>", True), ("<a href='#n1'><sup>1</sup></a>", True),
     ("<a href='/n#my-FTN1'>1</a>", True), ("<a href='#Note-1'>1</a>", True)],
)  # fmt: skip
def test_references_to_footnotes_are_raised_or_named(link: str, refers: bool) -> None:
    assert bool(both(f"<p>Winnow{link}, she said")["references"]) is refers


@pytest.mark.parametrize(
    ("tag", "may_be"),
    [("div role=note", True), ("div role=presentation", False), ("aside role='&#110;ote'", True),
     ("div role=tablist", False), ("section class=callout", True), ("div class=Callout", False),
     ("div role=x class=Callout", True)],
)  # fmt: skip
def test_most_roles_are_none_of_callouts(tag: str, may_be: bool) -> None:
    assert bool(both(f"<{tag}>grain")["callouts"]) is may_be


def test_what_tags_hold() -> None:
    source = (
        "<div class=callout>a</div><details>b</details><p class=callout>c<ol START=3><li value=4>d<li lang=en>e</ol>"
        "<p>x<img class=tex alt=x src=a.png>y<script type='math/tex'>z</script>y<math><mi>q</math><pre>k</pre>"
        "<table><tr><td colspan=2>t<td>u</table>"
    )
    lists, page = both(source), Document(source)
    names = {
        reason: [page.name(element) for element in found] for reason, found in lists.items() if reason in LISTS[3:]
    }
    assert names["callouts"] == ["div", "details"] and names["speaking"] == ["li"]
    assert names["counting"] == ["ol", "li", "td"] and names["formulas"] == ["img", "script"]
    assert names["math"] == ["math"] and names["code"] == ["pre"] and names["tables"] == ["table"]
    assert names["pictures"] == ["img"]


def test_a_page_without_any() -> None:
    page = Document("grain")
    kept = find_kept(page, page.visible)
    found = noted.find_noted(page, kept, StartTags.of(page))
    assert not any(len(getattr(found, name)) for name in LISTS) and np.array_equal(kept.start, [0])


@pytest.mark.parametrize("pictures", [1, 40, 600])
def test_of_many_pictures_attributes_are_read_some_at_a_time(pictures: int) -> None:
    source = "<p lang=fa>grain" + "".join(f"<img src={at}.jpg alt=a>" for at in range(pictures)) + "chaff"
    both(source)
    page = Document(source)
    found = noted.find_noted(page, find_kept(page, page.visible), StartTags.of(page))
    said = dict(found.pictured())
    assert list(said) == found.pictures
    assert len(said) == pictures
    assert all(found.said_of(picture) == row for picture, row in said.items())
    assert page.source[slice(*said[found.pictures[-1]][-12:-10])] == f"{pictures - 1}.jpg"
