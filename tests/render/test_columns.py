"""The tree of blocks as columns: compiled code builds what the walk in Python does, and makes no block unasked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from markup import markup
from render.structured_pages import ADDRESS, PAGES
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.kernels import LIBRARY
from webwinnow.render.formats import FORMATS
from webwinnow.render.hidden import Hidden
from webwinnow.render.languages import page_direction, page_language
from webwinnow.render.origins import block_origins
from webwinnow.render.structure import block_columns, building, columns, kept
from webwinnow.render.structure.block import (
    Block,
    Inline,
    Kind,
    Tree,
    beginning_with,
    extents,
    first_language,
    opening,
    plain_links,
    without,
)
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.render.structure.inlines import UnmadeInlines
from webwinnow.spans import Spans

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
Pairs = list[tuple[int, int]]


def both(source: str, pairs: Pairs | None = None, images: frozenset[int] | None = None) -> Tree:
    """Build by both, compiled code also step by step as if the page were no ordinary one; compare, return the tree."""
    trees: list[Tree] = []
    for library, at_once in ((LIBRARY, True), (LIBRARY, False), (None, False)):
        page = Document(source, url=ADDRESS)
        spans = page.visible if pairs is None else page.select(Spans(pairs, size=len(page.source)))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(building, "LIBRARY", library)
            patched.setattr(kept, "LIBRARY", library)
            if not at_once:
                patched.setattr(building, "build_ordinary", lambda *_: None)
            trees.append(build_tree(page, spans, None, images))
    assert tuple(trees[0]) == tuple(trees[1]) == trees[2]
    return trees[0]


@given(markup(), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4))
def test_any_spans_are_built_alike(source: str, pairs: Pairs) -> None:
    both(source)
    both(source, pairs)


def test_an_element_that_begins_anew_is_parted_from_the_one_before() -> None:
    source = "<h2><a href=/x>Field</a><em>RVNG</em><span>Intl</span></h2><p><b>Weight:</b><i>Heavy</i> <b>A</b><i>B"
    assert [block.text for block in both(source)] == ["Field RVNG Intl", "Weight: Heavy AB"]


def test_a_text_begins_beside_its_picture() -> None:
    source = "<p><img src=/mill.png alt=Mill>The mill</p><p>g<img src=/o.png alt=o>od</p>"
    made = [[inline.text for inline in block.inlines] for block in both(source)]
    assert made == [["Mill", " The mill"], ["g", "o", "od"]]


def test_a_text_that_stands_apart_from_its_pictures_has_no_blanks_at_its_edges() -> None:
    for source in ("<p><img src=/a.png alt=A> The <b>mill</b> <img src=/b.png alt=B>", "<p><img src=/a.png>The mill"):
        images = frozenset(np.flatnonzero(Document(source).elements.tag == NUMBER["img"]).tolist())
        texts = [block.text for block in both(source, images=images) if block.kind is Kind.PARAGRAPH]
        assert texts == ["The mill"]


PARTS = (
    "a|b c| |\n|&nbsp;|&shy;|\u200b|&amp;|é|中|𠀋|שלום|\\(x\\)|$$|<br>|<hr>|<p>|</p>|<div>|</div>|<h2>|</h2>|<b>|</b>"
    "|<em>|</em>|<code>|</code>|<a href=/x>|<a href=//y>|<a>|</a>|<ul>|</ul>|<ol start=4>|</ol>|<li>|<li value=9>|</li>"
    "|<blockquote>|</blockquote>|<figure>|<figcaption>|</figure>|<table>|<thead>|<tr>|<td>|<td colspan=2 rowspan=3>"
    "|<th>|</table>|<caption>|<dl>|<dt>|<dd>|</dl>|<pre>|</pre>|<img src=a.png alt=one>|<img src=b.png alt='&hearts;'>"
    "|<img src=c.png width=1>|<div lang=fa>|<p dir=rtl>|<span lang=he>|</span>|<b dir=auto lang=en>"
    "|<span hidden>h</span>|<aside>|</aside>|<div class='admonition tip' lang=de>|<div class=admonition-title>"
    "|<h3 class=callout-title>|<section role=note>|</section>|<details class=warning>|<summary>"
).split("|")


@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join), st.sampled_from([0, 3, 7, 19]))
def test_structures_of_any_order_are_built_alike(source: str, step: int) -> None:
    both(source)
    both(source, images=frozenset(range(1, 40, 3)) & set(range(len(Document(source).elements))))
    if step:
        both(source, [(at, at + step) for at in range(0, len(source), step + 1)])


VERSES = (
    "a|b |\n|\r\n|\u2028|\x85|\u2003|\v|&#10;|&nbsp;| |&shy;|<b>|</b>|<i></i>|<br>|<p>|<div style='white-space: pre'>"
).split("|")


@given(st.lists(st.sampled_from(VERSES), max_size=16).map("".join))
def test_verse_is_built_alike(source: str) -> None:
    both(f"<span style='white-space:pre-wrap'>{source}")
    both(source)


@pytest.mark.parametrize("name", PAGES)
def test_known_structures_are_built_alike(name: str) -> None:
    both(PAGES[name].source)


@needs_kernels
@pytest.mark.parametrize(
    "source",
    [
        "<p>plain <b>words</b>",
        "<p>a \\ b $$ c",
        "<pre class=python>x = 1</pre>",
        "<p style='white-space: pre'>one\ntwo",
        "<table><tr><th>a<td>b<tr><th>c<td>d</table>",
        "<div class=admonition><p>note",
        "<aside class='callout tip'><h3 class=callout-title>Tip</h3><p>grain<pre class=python>x</pre></aside>",
    ],
)
def test_usual_pages_are_built_by_compiled_code(source: str) -> None:
    assert isinstance(both(source), ColumnTree)


@pytest.mark.parametrize(
    "source",
    [
        "<p><math><mi>x</math>",
        r"<p class=math>\(x\)",
    ],
)
def test_other_pages_are_left_to_the_walk(source: str) -> None:
    assert not isinstance(both(source), ColumnTree)


@needs_kernels
def test_long_pages_need_more_room() -> None:
    assert len(both("<ul>x<table><tr>y" * 300)) > 600
    assert both("<p>" + "&nGt;" * 500)[0].text == "≫\u20d2" * 500


@needs_kernels
def test_a_tree_of_columns_is_a_sequence_of_blocks() -> None:
    tree = both("<h1>Winnow</h1><p>the <a href=/grain>grain</a>")
    assert isinstance(tree, ColumnTree)
    assert tree == tuple(tree) and hash(tree) == hash(tuple(tree)) and repr(tree) == repr(tuple(tree))
    assert len(tree) == 2 and tree[0].kind is Kind.HEADING and tree[:1] == (tree[0],)
    assert [*tree.heading_texts(5)] == [(0, "Winnow")] == [*ColumnTree(tree.columns).heading_texts(5)]


@needs_kernels
def test_a_block_stands_above_it() -> None:
    tree = both("<p>the <a href=/grain>grain</a>")
    assert isinstance(tree, ColumnTree)
    assert tree.first_language is None
    above = Block(Kind.HEADING, language="en", level=1, inlines=(Inline("Winnow", address="https://example.org/"),))
    below = tree.below(above)
    assert isinstance(below, ColumnTree)
    assert tuple(below) == (above, *tree) and len(below) == 2
    assert tuple(below.below(above)) == (above, above, *tree)
    assert below.first_language == "en" == first_language(both("<p lang=en>grain"))
    assert [*below.heading_texts(5)] == [(0, "Winnow")]
    plain = plain_links(below, links=False)
    assert isinstance(plain, ColumnTree) and not any(inline.address for block in plain for inline in block.inlines)
    assert tuple(plain) == plain_links(tuple(below), links=False)


@given(markup(), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4), st.booleans())
def test_what_is_kept_is_found_alike(source: str, pairs: Pairs, chosen: bool) -> None:
    whole = Document(source)
    page = whole.without(Spans([(20, 40)], size=len(whole.source))) if chosen else whole
    images = frozenset(range(0, len(page.elements), 4)) if chosen else None
    found = kept.find_kept(page, page.select(Spans(pairs, size=len(page.source))), images)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(kept, "LIBRARY", None)
        again = kept.find_kept(page, page.select(Spans(pairs, size=len(page.source))), images)
    for name in kept.Kept.__slots__:
        one, other = getattr(found, name), getattr(again, name)
        assert one.dtype == other.dtype and np.array_equal(one, other), name


@needs_kernels
def test_what_is_left_out_keeps_its_say_in_directions() -> None:
    tree = both("<p>a<figure><img src=a.png alt=שלום></figure><h1>b</h1><ul><li>עולם<li>grain</ul>")
    assert isinstance(tree, ColumnTree)
    blocks, heading = tuple(tree), next(tree.heading_texts(9))[0]
    assert [each.direction for each in blocks if each.kind in (Kind.FIGURE, Kind.LIST)] == ["rtl", "rtl"]
    silent = ColumnTree(tree.columns).changed(set(), set(), {2}, None).beginning_with(heading)
    assert [each.direction for each in silent] == [each.direction for each in beginning_with(blocks, heading)]
    at = next(at for at, each in enumerate(blocks) if each.text == "עולם")
    assert tuple(ColumnTree(tree.columns).without(at)) == without(blocks, at)


@needs_kernels
def test_a_block_is_moved_to_its_beginning() -> None:
    tree = both("<p>a<ul><li>item</ul><img src=a.png alt=one><h1>Winnow</h1><p>b")
    assert isinstance(tree, ColumnTree)
    blocks, at = tuple(tree), next(tree.heading_texts(9))[0]
    for each in (ColumnTree(tree.columns), tree):
        assert each.opening(at) == opening(blocks, at)
        moved = each.beginning_with(at)
        assert isinstance(moved, ColumnTree) and tuple(moved) == beginning_with(blocks, at)
    above = Block(Kind.HEADING, level=1, inlines=(Inline("Winnow"),))
    below = ColumnTree(tree.columns, above)
    assert below.opening(2) == [(Kind.HEADING, 6), (Kind.PARAGRAPH, 1)]
    assert below.beginning_with(1) == (blocks[0], above, *blocks[1:])


@needs_kernels
def test_lists_for_the_layout_are_taken_out_alike() -> None:
    long = "<p>" + "the grain and the chaff fly in the wind " * 40
    tree = both(f"<ul><li>{long}<ul><li>one<li>two</ul><blockquote>said</blockquote><li>{long}</ul><ul><li>three</ul>")
    assert isinstance(tree, ColumnTree)
    assert [block.kind for block in tree].count(Kind.LIST) == 2


@pytest.fixture
def by_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every page have more blocks than are kept."""
    monkeypatch.setattr(columns, "_FEW", 0)
    monkeypatch.setattr(block_columns, "_WINDOW", 3)


@needs_kernels
@pytest.mark.usefixtures("by_windows")
@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_of_many_blocks_few_are_held(source: str, headed: bool) -> None:
    page = Document(source, url=ADDRESS)
    tree: Tree = build_tree(page, page.visible)
    if not isinstance(tree, ColumnTree):
        return
    if headed:
        tree = tree.below(Block(Kind.HEADING, level=1, inlines=(Inline("Winnow", places=((0, 1),)),), language="en"))
    blocks = tuple(tree)
    assert [tree[at] for at in range(len(tree))] == [*blocks] == [tree[at - len(blocks)] for at in range(len(tree))]
    assert tree[1:4] == blocks[1:4] and tree[::-2] == blocks[::-2]
    assert [*extents(tree)] == [*extents(blocks)]
    assert page_direction(tree) == page_direction(blocks) and page_language(page, tree) == page_language(page, blocks)
    for at in [at for at, block in enumerate(blocks) if not block.holds_blocks][:3]:
        assert tuple(without(tree, at)) == without(blocks, at)
    nothing = Hidden.nothing(page)
    assert [*block_origins(page, tree, nothing)] == [*block_origins(page, blocks, nothing)]


@needs_kernels
@pytest.mark.usefixtures("by_windows")
@pytest.mark.parametrize("name", PAGES)
def test_pages_of_many_blocks_are_rendered_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def rendered() -> list[str]:
        result = extract(Document(PAGES[name].source, url=ADDRESS), "plain")
        forms = [result.render(form) for form in FORMATS]
        return [*forms, result.json(blocks=True), repr(result.chunks(200)), repr(result.blocks)]

    many = rendered()
    monkeypatch.setattr(columns, "_FEW", 10_000)
    assert many == rendered()


@needs_kernels
def test_inlines_of_a_long_block_are_made_as_they_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "<p>" + "".join(f"word <b>{n}</b><br>" for n in range(700)) + "<p>short <i>one</i>"
    page = Document(source)
    long, short = build_tree(page, page.visible)
    assert isinstance(long.inlines, UnmadeInlines) and isinstance(short.inlines, tuple)
    monkeypatch.setattr(block_columns, "MANY_INLINES", 1_000_000)
    building.forget_trees(page)
    made, _ = build_tree(page, page.visible)
    assert isinstance(made.inlines, tuple) and long == made and hash(long) == hash(made)
    assert long.text == made.text and long.spans == made.spans
    assert tuple(long.inlines) == made.inlines and len(long.inlines) == len(made.inlines)
    for at in (0, 1, 255, 256, -1, slice(3), slice(250, 600), slice(5, 2), slice(None, None, 7)):
        assert long.inlines[at] == made.inlines[at]
    with pytest.raises(IndexError):
        long.inlines[len(made.inlines)]
