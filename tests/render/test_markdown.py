"""Markdown of any page: a CommonMark library gives the words back, and hostile pages stay small and quick."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import drawn_spans, markup, well_formed
from render.readers import letters, text_of_markdown, tokens_of
from webwinnow.document import Document
from webwinnow.language.words import words
from webwinnow.limits import Limits
from webwinnow.render.layout import DEEPEST
from webwinnow.render.markdown import escaping, inline, render_markdown, tree_markdown
from webwinnow.render.structure.block import Block, Inline, Kind, Marks
from webwinnow.render.structure.building import build_tree
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

SIGNS = st.text(alphabet="ab*_`~[](){}<>#+-=.!|\\$&;:1 中。“”é\n", min_size=1, max_size=12)

WHOLE = Limits(repetition=100_000, density=1_000)
"""Pages of one piece over and over are read to their end."""


@given(well_formed())
def test_words_come_back(source: str) -> None:
    page = Document(source)
    found = text_of_markdown(render_markdown(page, page.visible))
    assert letters(found) == letters(render_text(page, page.visible))


@given(markup())
def test_any_page_can_be_rendered(source: str) -> None:
    page = Document(source)
    assert (
        letters(" ".join(block.text for block in build_tree(page, page.visible)))
        == letters(render_text(page, page.visible))
        or "math" in source
    )
    written = render_markdown(page, page.visible)
    assert written == "" or written.endswith("\n")


@given(markup(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=4))
def test_any_spans_can_be_rendered(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    spans = Spans(pairs, size=len(page.source))
    render_markdown(page, spans)
    if "math" not in source:
        tree = build_tree(page, spans)
        assert letters(" ".join(block.text for block in tree)) == letters(render_text(page, spans))


@given(well_formed(), st.data())
def test_only_what_is_kept_comes_back(source: str, data: st.DataObject) -> None:
    page = Document(source)
    spans = drawn_spans(page, data)
    kept = [word for start, end in spans for word in words(html.unescape(page.source[start:end]))]
    assert letters(text_of_markdown(render_markdown(page, spans))) == letters(" ".join(kept))


@given(st.lists(SIGNS, min_size=1, max_size=5))
def test_signs_of_markdown_stay_text(texts: list[str]) -> None:
    source = "".join(f"<p>{html.escape(text)}</p>" for text in texts)
    page = Document(source)
    found = text_of_markdown(render_markdown(page, page.visible))
    assert "".join(found.split()) == "".join(render_text(page, page.visible).split())


@given(st.lists(st.tuples(SIGNS, st.integers(0, 7), st.booleans()), min_size=1, max_size=6))
def test_marks_say_what_they_mean(parts: list[tuple[str, int, bool]]) -> None:
    """However marks meet each other, letters and punctuation: no sign is left over, and each mark is where it was.

    Only punctuation may lose its mark.
    """
    inlines = [
        Inline(" ".join(text.split()), marks=marks, address="https://example.org/" if linked else "")
        for text, marks, linked in parts
        if text.split()
    ]
    written = tree_markdown((Block(Kind.PARAGRAPH, inlines=tuple(inlines)),)) if inlines else ""
    assert "".join(text_of_markdown(written).split()) == "".join("".join(each.text.split()) for each in inlines)
    meant = [
        (character, each.marks, bool(each.address)) for each in inlines for character in each.text if character != " "
    ]
    found = marked(written)
    assert [each for each in found if each[0].isalnum()] == [each for each in meant if each[0].isalnum()]
    assert [(character, linked) for character, _, linked in found] == [(each[0], each[2]) for each in meant]
    assert all(one[1] & other[1] == one[1] for one, other in zip(found, meant, strict=True))


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<p><b>When:</b>Sat, March 20", "**When**:Sat, March 20"),
        ("<p><b>寄送時間：</b>預計", "**寄送時間**：預計"),
        ("<p><a href=/x><b>Fax</b></a><b> -</b> a form", "**[Fax](https://example.org/x) -** a form"),
        ("<p><i>By <a href=/x>the Times</a>. <a href=/y>All rights</a></i>",
         "*By [the Times](https://example.org/x). [All rights](https://example.org/y)*"),
        ("<p><b><i>A note:</i></b><i> this was changed.</i>", "***A note:** this was changed.*"),
        ("<p>so far [sic] &lt;3 R&amp;D, a &lt; b <b>(see [1])</b>", "so far [sic] <3 R&D, a < b **(see [1])**"),
        ("<p>[1]: no definition, [^2] no note, [a](b) no link, &amp;lt; stays",
         "[1\\]: no definition, \\[^2] no note, [a\\](b) no link, \\&lt; stays"),
        ("<p><a href=/x><b><img src=a.png></b></a> behind",
         "[![](https://example.org/a.png)](https://example.org/x) behind"),
        ("<p>5 * 3 * 2 ~ 30, *so, so* far", "5 * 3 * 2 ~ 30, \\*so, so\\* far"),
        ("<p><i>all good <img src=a.png></i> then", "*all good ![](https://example.org/a.png)* then"),
    ],
)  # fmt: skip
def test_signs_and_escapes_are_few(source: str, written: str) -> None:
    page = Document(source, url="https://example.org/")
    assert render_markdown(page, page.visible) == f"{written}\n"


OPENING = {"strong_open": Marks.STRONG, "em_open": Marks.EMPHASIS, "s_open": Marks.DELETED}
TAGS = {"strong": Marks.STRONG, "em": Marks.EMPHASIS, "del": Marks.DELETED}


def marked(markdown: str) -> list[tuple[str, int, bool]]:
    """Each character and its marks, as a CommonMark library sees them."""
    found: list[tuple[str, int, bool]] = []
    for block in tokens_of(markdown):
        marks, linked = 0, False
        for token in block.children or []:
            if token.type in OPENING or token.type.replace("close", "open") in OPENING:
                mark = OPENING[token.type.replace("close", "open")]
                marks = marks | mark if token.nesting > 0 else marks & ~mark
            elif token.type == "html_inline":
                mark = TAGS[token.content.strip("</>")]
                marks = marks & ~mark if token.content.startswith("</") else marks | mark
            elif token.type.startswith("link"):
                linked = token.nesting > 0
            else:
                found += [(character, marks, linked) for character in token.content if not character.isspace()]
    return found


def test_links_may_be_left_out() -> None:
    page = Document("<p>a <a href=/x><b>b</b> c</a>", url="https://example.org/")
    assert render_markdown(page, page.visible, links=False) == "a **b** c\n"


def test_nothing_kept_is_nothing() -> None:
    page = Document("<p>text<img src=x>")
    assert render_markdown(page, Spans(size=len(page.source))) == ""


def test_lists_nested_without_end_stay_small() -> None:
    page = Document("<ul><li>x" * 10_000, limits=WHOLE)
    written = render_markdown(page, page.visible)
    assert written.count("x") == 10_000
    assert max(map(len, written.splitlines())) <= 2 * DEEPEST + 2


@pytest.mark.parametrize(
    "nesting", ["<blockquote>x", "<div><ol><li>x", "<dl><dd>x", "<b><i>x", "<a href=y>x", "<pre>x"]
)
def test_anything_nested_without_end(nesting: str) -> None:
    page = Document(nesting * 5_000, limits=WHOLE)
    written = render_markdown(page, page.visible)
    assert written.count("x") >= 5_000
    assert len(written) < 200 * 5_000


@pytest.mark.parametrize(
    "part",
    [
        "<table><tr><td colspan=99 rowspan=99999>x<td>y<tr><td>z</table>",
        "<span class=MathJax>x</span><script type='math/tex'>y</script> ",
        "<a href=#fn>1</a> <p id=fn>note ",
        "<math><mi>x</mi></math>",
        "<h2><p>x",
    ],
)
def test_much_of_the_same(part: str) -> None:
    """None of these may cost more for each of them the more there are: a square of this would not end."""
    page = Document(part * 6_000, limits=WHOLE)
    assert render_markdown(page, page.visible)


def test_a_long_table() -> None:
    page = Document("<table><tr><th>n<th>x" + "<tr><td>1<td>y" * 8_000 + "</table>", limits=WHOLE)
    written = render_markdown(page, page.visible)
    assert written.count("\n") == 8_002
    assert len(written) < 8_100 * 12


def test_a_table_that_claims_more_than_it_has() -> None:
    tall = "<td rowspan=65534 colspan=1000>t" * 1_000
    page = Document("<table><tr>" + tall + "<tr><td>a" * 20_000 + "</table>", limits=WHOLE)
    written = render_markdown(page, page.visible)
    assert written.count("a") >= 20_000
    assert len(written) < 2_000_000


def test_rules_that_part_nothing_are_left_out() -> None:
    page = Document("<p>a<p><hr><hr><p>b<hr>")
    assert render_markdown(page, page.visible) == "a\n\n___\n\nb\n"


MARKED = st.builds(Inline, SIGNS, marks=st.sampled_from([0, 0, *Marks]), address=st.sampled_from(["", "", "/a", "/b"]))


@given(st.lists(MARKED, max_size=4))
def test_plain_marks_are_written_as_all_others_are(inlines: list[Inline]) -> None:
    if inline._are_plainly_marked(inlines):
        written = inline._in_signs(inlines, False, "\n", at_line_start=True)
        assert "".join(written) == "".join(
            inline._with_marks(inline._parts(inline._tidied(inlines), False), "\n", True)
        )


ESCAPED = st.lists(
    st.sampled_from(["\\", "*", "_", "a ", "b. ", "& ", "&amp; ", "<", "[", "] ", "]", "(", " ", "$x$ "])
)


@given(ESCAPED, st.booleans())
def test_long_texts_are_escaped_in_parts_as_they_are_at_once(signs: list[str], in_link: bool) -> None:
    text = "".join(signs)
    with pytest.MonkeyPatch.context() as in_parts:
        in_parts.setattr(escaping, "_AT_ONCE", 1)
        escaped = escaping.escaped(text, in_link=in_link)
    assert escaped == escaping.escaped(text, in_link=in_link)


@pytest.mark.parametrize("piece", ["x{}!<br>", "x{}! <a href=/{}>y</a>! [z] ", "<b>x{}</b>, "])
def test_very_long_lines_are_joined_some_parts_at_a_time(piece: str) -> None:
    page = Document("<p>" + "".join(piece.format(n, n) for n in range(2_000)))
    inlines = [each for block in build_tree(page, page.visible) for each in block.inlines]
    with pytest.MonkeyPatch.context() as at_once:
        at_once.setattr(inline, "_TOGETHER", 1_000_000)
        lines = inline.written_lines(inlines)
    assert inline.written_lines(inlines) == lines and len(inlines) > 2_000
