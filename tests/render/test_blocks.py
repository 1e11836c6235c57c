"""The tree of blocks: kinds, levels, languages, directions, and where the text stands."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.render.languages import direction_of
from webwinnow.render.structure.block import Block, InlineKind, Kind, children, extents
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.tables import grid_of, has_header


def blocks(source: str, url: str = "https://example.org/") -> tuple[Block, ...]:
    page = Document(source, url=url)
    return tuple(build_tree(page, page.visible))


def test_blocks_are_public() -> None:
    result = extract("<h2>Head</h2><p>one <b>two</b>", "plain")
    heading, paragraph = result.blocks
    assert (heading.kind, heading.level, heading.text) == ("heading", 2, "Head")
    assert (paragraph.kind, paragraph.text, paragraph.direction) == ("paragraph", "one two", "ltr")
    assert [result.page.source[start:end] for start, end in paragraph.spans] == ["one", "two"]


def test_preorder_and_depth() -> None:
    tree = blocks("<ul><li>a<ul><li>b</ul><li>c</ul><p>d")
    assert [(block.kind, block.depth) for block in tree] == [
        (Kind.LIST, 0), (Kind.ITEM, 1), (Kind.PARAGRAPH, 2), (Kind.LIST, 2), (Kind.ITEM, 3), (Kind.PARAGRAPH, 4),
        (Kind.ITEM, 1), (Kind.PARAGRAPH, 2), (Kind.PARAGRAPH, 0),
    ]  # fmt: skip
    ends = extents(tree)
    assert ends[:3] == [8, 6, 3]
    assert list(children(ends, 0)) == [1, 6]
    assert [block.level for block in tree if block.kind is Kind.LIST] == [1, 2]


def test_items_count_those_that_are_not_kept() -> None:
    page = Document("<ol start=3><li>a<li>b<li>c</ol>")
    at = page.source.index("c")
    kept = build_tree(page, page.select([(at, at + 1)]))
    assert [block.number for block in kept if block.kind is Kind.ITEM] == [5]


@pytest.mark.parametrize(
    ("source", "language", "direction"),
    [
        ("<p>plain", None, "ltr"),
        ("<html lang=en><p>text", "en", "ltr"),
        ("<html lang=en><p lang=de>Text", "de", "ltr"),
        ("<p>سلام دنیا", None, "rtl"),
        ("<html lang=fa><p>Python و Linux", "fa", "ltr"),
        ("<html lang=fa><p>زبان برنامه‌نویسی Python", "fa", "rtl"),
        ("<html lang=he><p>1984", "he", "rtl"),
        ("<html dir=rtl><p>text", None, "rtl"),
        ("<html dir=rtl><p dir=ltr>text", None, "ltr"),
        ("<html dir=rtl><p dir=auto>text", None, "ltr"),
        ("<p>with <span dir=rtl lang=ar>سلام</span> inside", None, "ltr"),
    ],
)
def test_language_and_direction(source: str, language: str | None, direction: str) -> None:
    (block,) = blocks(source)
    assert (block.language, block.direction) == (language, direction)


def test_containers_take_the_direction_of_what_they_hold() -> None:
    assert [block.direction for block in blocks("<p>text<ul><li>یک<li>دو</ul>")] == [
        "ltr",
        "rtl",
        "rtl",
        "rtl",
        "rtl",
        "rtl",
    ]


def test_parts_in_other_languages() -> None:
    (block,) = blocks("<html lang=en><p>He said <i lang=fr>bonjour</i>.")
    assert [(each.text, each.language) for each in block.inlines] == [
        ("He said ", None), ("bonjour", "fr"), (".", None),
    ]  # fmt: skip


def test_direction_without_letters() -> None:
    assert direction_of("", None, None) == "ltr"
    assert direction_of("١٩٨٤", None, None) == "rtl"


@pytest.mark.parametrize(
    ("source", "images"),
    [
        ("<article><img src=a.png><p>some text</article>", ["https://example.org/a.png"]),
        ("<img src=logo.png><div><p>some text</div>", []),
        ("<p>text <img src=1.gif width=1 height=1> text", []),
        ("<p>text <img src=x.svg hidden> text", []),
        ("<p>a<div><p>b <img src='data:image/png;base64,AA=='> c</div>", ["data:image/png;base64,AA=="]),
        ("<p>a <img src='javascript:x'> b", []),
        ("<p>a <img srcset='/one.jpg 1x, /two.jpg 2x'> b", ["https://example.org/two.jpg"]),
        ("<p>a <img src=/lazyload.gif data-lazy-src=/true.jpg> b", ["https://example.org/true.jpg"]),
        (
            "<p>a <picture><source srcset=/true.jpg><img src=/placeholder.png></picture> b",
            ["https://example.org/true.jpg"],
        ),
        ("<p>a <img src=/placeholder.png alt=Mill> b", []),
        ("<p>a <img src=/true.jpg data-lazy=true> b", ["https://example.org/true.jpg"]),
    ],
)
def test_images(source: str, images: list[str]) -> None:
    found = [each.source for block in blocks(source) for each in block.inlines if each.kind is InlineKind.IMAGE]
    assert found == images


@pytest.mark.parametrize(
    ("opening", "language"),
    [
        ("<pre class='language-c++'>", "c++"),
        ("<pre class='lang-py prettyprint'>", "py"),
        ("<div class='highlight highlight-source-shell'><pre>", "shell"),
        ("<div class=highlight-rst><div class=highlight><pre>", "rst"),
        ("<pre class='sourceCode haskell'><code>", "haskell"),
        ("<pre class='brush: php; title: x'>", "php"),
        ("<pre data-lang=toml>", "toml"),
        ("<pre><code class='hljs javascript'>", "javascript"),
        ("<pre class=wide>", ""),
        ("<pre class='language-none'>", ""),
    ],
)
def test_language_of_code(opening: str, language: str) -> None:
    (block,) = blocks(f"{opening}x = 1")
    assert (block.kind, block.label) == (Kind.CODE, language)


def test_a_grid_is_bounded() -> None:
    tree = blocks("<table><tr><th colspan=3>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>")
    grid = grid_of(tree, extents(tree), 0)
    assert [[cell is not None for cell in row] for row in grid] == [
        [True, False, False, True], [True, True], [False, True],
    ]  # fmt: skip
    assert has_header(tree, grid)


@pytest.mark.parametrize("source", ["", "<p> </p>", "<table><tr><td></table>", "<img src=x>", "<pre>\n\n</pre>"])
def test_pages_with_nothing_to_keep(source: str) -> None:
    assert blocks(source) == ()


INTERRUPTED = (
    "<p>one&nbsp;<b> two</b>three<br>four <a href=/x><i>five</i> six</a>&nbsp; <code>a</code><code>b</code>",
    "<p>fish &am<i>p;</i> chips",
    "<b>all <ul><li>of <a href=/y>it</a>,<li lang=fa>too <i lang=de>und</i> so</ul> is</b> strong",
    "<h2>left open <p>and <em>more</em><div>text</div>&shy;<img src=a.png alt=a> beside",
    "<p>x \1 y<b>\2</b>\3\4\5\6\7\b",
)


@pytest.mark.parametrize("source", INTERRUPTED)
def test_lines_read_at_once_are_those_read_piece_by_piece(source: str) -> None:
    page = Document(source)
    assert build_tree(page, page.visible) == build_tree(page, page.visible, str)  # to clean, each piece is read alone


@given(markup())
def test_lines_of_any_page_read_at_once_are_those_read_piece_by_piece(source: str) -> None:
    page = Document(source)
    assert build_tree(page, page.visible) == build_tree(page, page.visible, str)


def test_a_page_of_nothing_but_footnotes_has_links_instead() -> None:
    def kinds(count: int, text: str) -> set[str]:
        piece = "<p>{1}<sup><a href=#note-{0}>1</a></sup><p id=note-{0}>x"
        page = Document("".join(piece.format(number, text) for number in range(count)))
        return {block.kind for block in build_tree(page, page.visible)}

    assert "footnote" in kinds(900, "") and "footnote" in kinds(1_100, "grain " * 40)
    assert "footnote" not in kinds(1_100, "grain")
