"""Document: views that hide text and never move it, and what it keeps in memory."""

from __future__ import annotations

import html
import pickle
import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.document.references import source_kinds
from webwinnow.language.words import visible, words
from webwinnow.spans import Spans

PLACES = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=5)


@given(markup(), PLACES, PLACES)
def test_views_hide_and_nothing_moves(source: str, first: list[tuple[int, int]], second: list[tuple[int, int]]) -> None:
    page = Document(source)
    size = len(page.source)
    one, other = Spans(first, size=size), Spans(second, size=size)
    kept, left = page.within(one), page.within(one).without(other)
    assert kept.visible == page.visible & one
    assert left.visible == (page.visible & one) - other
    assert left.within(other).visible == Spans(size=size)  # what was hidden does not come back
    assert left.within(Spans.whole(size)).visible == left.visible
    assert left.source is page.source
    assert left.markup is page.markup
    assert left.select(Spans.whole(size)) == left.visible
    assert left.visible.contains(left.words.start).all()


@given(markup(), PLACES)
def test_select_gives_only_what_is_visible(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    assert page.select(pairs) == Spans(pairs, size=len(page.source)) & page.visible
    assert page.select(page.select(pairs)) == page.select(pairs)
    assert page.select([]) == Spans(size=len(page.source))


def test_views_of_other_pages_are_refused() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        Document("<p>a").within(Spans.whole(99))


@given(markup(), st.integers(0, 9))
def test_other_lengths_of_tags_change_only_the_code(source: str, length: int) -> None:
    page = Document(source)
    view = page.with_code(np.full(len(page.code), length))
    assert view.visible == page.visible
    assert view.code.tolist() == [length] * len(page.code)
    assert view.lines.content.tolist() == page.lines.content.tolist()
    assert view.lines.code.sum() == length * len(page.code)
    assert view.words_and_tags.is_tag.sum() == (len(page.code) if length else 0)
    hidden = view.without(page.visible)
    assert hidden.code.tolist() == view.code.tolist()


def test_what_a_stage_leaves_has_no_tags_of_what_lost_its_text() -> None:
    page = Document("<div><ul><li><img>one</ul><hr></div><p>two <b>three</b></p>")
    left = page.reduced(page.select([(page.source.index("two"), page.source.index("<b>"))]))
    counted = [page.source[start:end] for start, end, code in _tags(left) if code]
    assert counted == ["<p>", "</p>"]
    assert [page.name(element) for element in np.flatnonzero(left.present).tolist()] == ["html", "body", "p"]
    part = page.reduced(page.select([(page.source.index("one"), len(page.source))]))
    assert (part.code == page.code).all()  # the image and the line never had any text
    assert part.present.all()


@given(markup(), PLACES)
def test_what_a_stage_leaves_counts_the_tags_outside_of_the_extents(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    left = page.reduced(page.select(pairs))
    had, has = (each.in_subtrees(each.characters_before) for each in (page, left))
    extents = [page.extent(element) for element in np.flatnonzero((had > 0) & (has == 0)).tolist()]
    inside = [any(at <= start and end <= to for at, to in extents) for start, end, _ in _tags(page)]
    assert left.code.tolist() == [0 if gone else code for gone, code in zip(inside, page.code.tolist(), strict=True)]


def _tags(page: Document) -> list[tuple[int, int, int]]:
    columns = page.tokens.tag_start, page.tokens.tag_end, page.code
    return list(zip(*(column.tolist() for column in columns), strict=True))


@given(markup())
def test_words_and_tags_are_one_sequence(source: str) -> None:
    page = Document(source)
    tokens = page.words_and_tags
    assert len(tokens) == len(page.words) + np.count_nonzero(page.code)
    assert (tokens.start < tokens.end).all()
    assert (tokens.end[:-1] <= tokens.start[1:]).all()
    assert (tokens.start[~tokens.is_tag] <= page.words.start).all()
    assert (page.words.end <= tokens.end[~tokens.is_tag]).all()
    counted = page.tokens.tag_start[page.code > 0]
    assert tokens.start[tokens.is_tag].tolist() == counted.tolist()


@given(markup(), PLACES)
def test_characters_before_each_gap_are_those_that_are_seen(source: str, pairs: list[tuple[int, int]]) -> None:
    page = Document(source)
    for view in (page, page.without(Spans(pairs, size=len(page.source)))):
        gap = view.tokens.gap_start.searchsorted(view.visible.starts, side="right") - 1
        expected = [0] * len(view.tokens.gap_start)
        for at, (start, end) in zip(gap.tolist(), view.visible, strict=True):
            expected[at] += int(visible(source_kinds(view.source[start:end])).sum())
        assert np.diff(view.characters_before).tolist() == expected


@given(markup())
def test_runs_are_the_gaps_without_the_blanks_at_their_edges(source: str) -> None:
    page = Document(source)
    tokens, runs = page.tokens, page.runs
    assert (tokens.gap_start[runs.gap] <= runs.start).all()
    assert (runs.start < runs.end).all()
    assert (runs.end <= tokens.gap_end[runs.gap]).all()
    for gap in range(len(tokens.gap_start)):
        text = page.source[tokens.gap_start[gap] : tokens.gap_end[gap]]
        assert visible(source_kinds(text)).any() == (gap in runs.gap)
    for start, end, gap in zip(runs.start, runs.end, runs.gap, strict=True):
        outside = page.source[tokens.gap_start[gap] : start] + "\0" + page.source[end : tokens.gap_end[gap]]
        assert not source_kinds(outside)[source_kinds(outside) != 2].any()


def test_marks_at_the_edge_of_a_text_belong_to_it() -> None:
    page = Document("<p> \u202bعربي\u202c&rlm; </p><p>می‌<b>خواهم</b>")
    assert [page.source[start:end] for start, end in page.visible] == ["\u202bعربي\u202c&rlm;", "می‌", "خواهم"]


def test_a_reference_ends_at_the_tag_that_cuts_it() -> None:
    page = Document("a&am<b>p;x</b>&lt<i>;</i>")
    assert [page.source[start:end] for start, end in page.visible] == ["a&am", "p;x", "&lt", ";"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<title>A  page\n&amp; more</title>", "A page & more"),
        ("<TITLE lang='a>b'>x</TITLE>", "x"),
        ("<title>I <3 you</title>", "I <3 you"),
        ("<title></title><p>text", None),
        ("<title>first</title><title>second</title>", "first"),
        ("<title>left open<p>text", "left open"),
        ("<p>none", None),
        ("<svg><title>drawn</title></svg>", None),
        ("<body><svg><title>drawn</title></svg><title>real</title>", "real"),
        ("", None),
    ],
)
def test_title(source: str, expected: str | None) -> None:
    assert Document(source).title == expected


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1256", "utf-16le", "gb18030", "shift_jis"])
def test_byte_spans_cut_the_bytes_where_spans_cut_the_text(encoding: str) -> None:
    text = {"windows-1256": "نص عربي", "gb18030": "中文 abc", "shift_jis": "日本 abc"}.get(encoding, "naïve 中 🙂 text")
    source = f"<p>{text}</p><p>second {text}"
    data = source.encode(encoding)
    page = Document.from_bytes(data, encoding=encoding)
    assert page.source == source
    byte_spans = page.byte_spans(page.visible)
    assert byte_spans.size == len(data)
    assert [data[a:b].decode(encoding) for a, b in byte_spans] == [source[a:b] for a, b in page.visible]


def test_byte_spans_of_a_page_without_bytes_are_those_of_its_utf_8_form() -> None:
    page = Document("<p>中文</p>", encoding="gb18030")
    assert list(page.byte_spans(page.visible)) == [(3, 9)]


def test_lone_surrogates_become_replacement_characters() -> None:
    page = Document("<p>a\ud800b\udfff</p>")
    assert page.source == "<p>a\ufffdb\ufffd</p>"
    assert Document("<p>\ud83d\ude42").source == "<p>🙂"  # a pair is the character that it stands for


def test_attributes_name_text_and_printing() -> None:
    page = Document('<div id="x">a &amp; b', url="https://example.org/")
    assert page.name(2) == "div"
    assert page.attributes(2) == {"id": "x"}
    assert page.text(12, 21) == "a & b"
    assert page.url == "https://example.org/"
    assert repr(page) == "Document('<div id=\"x\">a &amp; b'..., 21 characters)"


@given(markup())
def test_documents_pickle(source: str) -> None:
    page = Document(source)
    again, used = pickle.loads(pickle.dumps(page)), page.visible
    assert again.visible == used == pickle.loads(pickle.dumps(page)).visible


@given(markup())
def test_no_text_is_lost(source: str) -> None:
    """Every word outside of tags is a word of some run: nothing is swallowed by the tree."""
    page = Document(source)
    crude = " ".join(page.source[a:b] for a, b in zip(page.tokens.gap_start, page.tokens.gap_end, strict=True))
    if "&" not in crude:
        runs = zip(page.runs.start, page.runs.end, strict=True)
        assert [word for a, b in runs for word in words(html.unescape(page.source[a:b]))] == words(crude)


def realistic_page(paragraphs: int) -> str:
    """A news page as they are: about half of it scripts and styles, menus of links, long attributes, little text."""
    rng = random.Random(7)

    def text(count: int) -> str:
        return " ".join(
            rng.choice("the winnowing of grain parts chaff from corn in the wind".split()) for _ in range(count)
        )

    def link() -> str:
        number = rng.randint(1, 99999)
        return f'<li class="menu-item item-{number}"><a href="https://example.org/{number}/story">{text(3)}</a></li>\n'

    menu = "".join(link() for _ in range(paragraphs))
    script = "<script>" + "window.dataLayer.push({event: 'page', value: 17});" * (paragraphs * 12) + "</script>"
    body = "".join(
        f'<div class="text"><p data-id="{n}">{text(50)} <a href="/tag/{n}">{text(2)}</a> {text(20)}</p></div>\n'
        for n in range(paragraphs)
    )
    return (
        f"<!DOCTYPE html><html><head><title>{text(6)}</title>{script}</head><body><ul>{menu}</ul>{body}</body></html>"
    )


def columns(thing: object, seen: set[int]) -> int:
    """Bytes of all numpy arrays that an object holds on to, each buffer once."""
    if id(thing) in seen or isinstance(thing, str | bytes | int | type(None)):
        return 0
    seen.add(id(thing))
    if isinstance(thing, np.ndarray):
        return columns(thing.base, seen) if isinstance(thing.base, np.ndarray) else thing.nbytes
    if isinstance(thing, list | tuple):
        return 8 * len(thing) + sum(columns(each, seen) for each in thing)
    if isinstance(thing, dict):
        return 64 * len(thing) + sum(columns(each, seen) for each in thing.values())
    names = [
        *getattr(thing, "__dict__", ()),
        *(n for kind in type(thing).__mro__ for n in getattr(kind, "__slots__", ())),
    ]
    return sum(columns(getattr(thing, name, None), seen) for name in names)


def test_what_a_document_retains_is_small() -> None:
    page = Document(realistic_page(400))
    assert len(page.visible) > 1000
    assert page.in_subtrees(page.characters_before).max() > 100_000
    held = columns(page, set())
    assert held > 10_000  # the measure sees the columns
    assert held / len(page.source) < 0.6


def test_the_realistic_page_is_like_real_ones() -> None:
    source = realistic_page(50)
    text = sum(len(part) for part in re.split(r"<script>.*?</script>|<[^>]*>", source))
    assert 0.05 < text / len(source) < 0.4


def test_what_is_made_of_a_view_is_made_once() -> None:
    page, made = Document("<p>One<p>Two"), []
    for view in (page, page, page.without(page.visible)):
        view.once("answer", lambda view=view: made.append(len(view.blocks)))
    assert made == [2, 0]


def test_runs_that_spans_are() -> None:
    page = Document("<p>one</p><p>two</p><p>three</p>")
    runs, visible = page.runs, page.visible
    found = runs.that_make(visible.starts[1:], visible.ends[1:])
    assert found is not None and found.tolist() == [1, 2]
    assert runs.that_make(visible.starts[:1], visible.ends[:1] - 1) is None
    nothing = runs.that_make(visible.starts[:0], visible.ends[:0])
    assert nothing is not None and not len(nothing)


@given(markup(), st.data())
def test_views_of_whole_runs_show_what_readers_see_of_them(source: str, data: st.DataObject) -> None:
    page = Document(f"<p>a</p><p hidden>b</p>{source}")
    chosen = data.draw(st.lists(st.integers(0, len(page.runs) - 1), max_size=6, unique=True).map(sorted))
    spans = Spans.from_sorted(page.runs.start[chosen], page.runs.end[chosen], len(page.source))
    assert page.within(spans).visible == page.visible & spans
