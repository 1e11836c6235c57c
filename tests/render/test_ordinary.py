"""Trees of ordinary pages are built at once, and are those that are built step by step (see test_columns.py, too)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.render.structure import building
from webwinnow.render.structure.building import build_tree, tidy_tree
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.ordinary import build_ordinary
from webwinnow.spans import Spans

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
TAGS = (
    "<p>", "</p>", "<p lang=de>", "<p lang=DE dir=RTL>", "<b lang=''>", "<div xml:lang=fa dir=auto>",
    "<i lang='e&#110;'>",
    "<p dir='&#114;tl'>", "<p style='white-space: pre'>", "<p style='color: red'>", "<p style='WHITE-SPACE:pre'>",
    f"<p lang={'x' * 36}>", "<p lang=é>", "<p dir=\u212a>", "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
    "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "<table><tr><td><img src=a.png><td>b<tr></table>",
    "<table><tr><th>a<td><tr><td></table>",
    "<table><caption>x</caption><tr><td>a<tr><td><table><tr><td>b<td>c</table></table>",
    "<ul><li>a<li>b</ul>", "<ul><li>" + "long " * 400 + "<li>b</ul>", "<h2>a</h2>", "<p>---</p>",
    "<p>the same is said, twice in a row</p>", "<img src=b.png alt=c>", "<a href=/d>e</a>", "<pre>f</pre>",
    "<ol start=3><li>g<li value=7>h<li VALUE=8>i</ol>", "<ol START='&#52;'><li value=-1>g</ol>",
    "<td colspan=3 rowspan>",
    "<table><tr><td COLSPAN=2>a<td rowspan=2>b<tr><td colspan=0>c<td colspan=1234>d</table>",
    "<a href=#fn1>1</a>", "$$", "text ", "é ", "\N{GRINNING FACE} ",
    "<div class='note callout'>h</div>", "<br>", "<hr>",
)  # fmt: skip


def built(source: str, pairs: list[tuple[int, int]] | None = None, images: frozenset[int] | None = None) -> bool:
    """Build both ways, compare, and tell whether the page is an ordinary one."""
    trees = []
    for at_once in (True, False):
        page = Document(source, url="https://example.org/a/b")
        spans = page.visible if pairs is None else page.select(Spans(pairs, size=len(page.source)))
        with pytest.MonkeyPatch.context() as patched:
            if not at_once:
                patched.setattr(building, "build_ordinary", lambda *_: None)
            trees.append((tuple(build_tree(page, spans, None, images)), tuple(tidy_tree(page, spans, None, images))))
    assert trees[0] == trees[1]
    page = Document(source)
    return LIBRARY is not None and build_ordinary(LIBRARY, page, page.visible, images) is not None


@given(
    st.lists(st.sampled_from(TAGS), max_size=12).map("".join),
    st.none() | st.lists(st.tuples(st.integers(0, 200), st.integers(0, 400)), max_size=3),
    st.sampled_from([None, frozenset[int](), frozenset({3, 2, 5})]),
)
def test_pages_are_built_alike(source: str, pairs: list[tuple[int, int]] | None, images: frozenset[int] | None) -> None:
    most = len(Document(source).elements)
    built(source, pairs, None if images is None else frozenset(each for each in images if each < most))


@pytest.mark.parametrize(
    ("source", "is_ordinary"),
    [
        ("<p lang=en>a <a href=/b>b</a>", True),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", True),
        ("<table role=grid><tr><td>a<td>b<tr><td>c<td>d</table>", False),
        ("<pre>a</pre>", False),
        ("<ol start=4><li>a<li value=9>b<li VALUE=3>c<li data-value=4>d</ol>", True),
        ("<ol start=-4><li>a</ol>", False),
        ("<table><tr><td COLSPAN=2>a<td rowspan=70000>b<tr><td colspan=0 rowspan=2>c<td colspan=2000>d</table>", True),
        ("<table><tr><td colspan='2 '>a<td>b<tr><td>c<td>d</table>", False),
        ("<ol><li value=1234567>a</ol>", False),
        ("<p style='white-space:pre'>a", False),
        ("<p lang='&#101;n'>a", False),
        ("<p lang=é>a", False),
        ("<p>$$x$$", False),
        ("".join(f"<p lang=l{at}>a" for at in range(17)), False),
        ("".join(f"<p lang=l{at % 16}>a" for at in range(40)), True),
    ],
)
def test_ordinary_pages(source: str, is_ordinary: bool) -> None:
    assert built(source) is is_ordinary


def test_there_is_room_for_more() -> None:
    source = "".join(f"<p>a<a href='/{'long' * 40}{at}'>b</a><img src={at}.png alt='{'c' * 90}'>" for at in range(90))
    assert built(source)
    assert built(source + "\N{GRINNING FACE}")


def test_what_is_untidy_is_known_then() -> None:
    same = "<p>the same is said, twice in a row</p>"
    for source, marked in (("<p>grain", 0), (2 * same, 2)):
        page = Document(source)
        tree = build_tree(page, page.visible)
        assert isinstance(tree, ColumnTree) and tree.untidy is not None and len(tree.untidy) == marked
    page = Document(f"<ul><li>{'long ' * 400}<li>b</ul>")
    tree = build_tree(page, page.visible)
    assert isinstance(tree, ColumnTree) and tree.untidy is None
