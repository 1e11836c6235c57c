"""Marks on text that readers may not see."""

from __future__ import annotations

import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.visibility import HIDDEN, MOSTLY, NEVER_SEEN, Mark

SHOWN = "<p>" + "seen by all readers " * 20  # so much that what is hidden is the smaller part


def marks(source: str) -> dict[str, Mark]:
    """The marks of each run, by its text."""
    page = Document(source)
    runs = zip(page.runs.start.tolist(), page.runs.end.tolist(), page.marks.tolist(), strict=True)
    return {page.source[start:end]: Mark(mark) for start, end, mark in runs}


def visible(source: str) -> str:
    page = Document(source)
    return " ".join(page.source[start:end] for start, end in page.visible)


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("<div hidden>w</div>", Mark.HIDDEN),
        ('<div hidden="">w</div>', Mark.HIDDEN),
        ("<div hidden='hidden'>w</div>", Mark.HIDDEN),
        ("<div class=x\nhidden>w</div>", Mark.HIDDEN),
        ("<div class='x'hidden>w</div>", Mark.HIDDEN),
        ('<div style="display:none">w</div>', Mark.STYLE),
        ('<div style="color: red; display : none !important">w</div>', Mark.STYLE),
        ("<div style=display:none>w</div>", Mark.STYLE),
        ('<div style="VISIBILITY: hidden;">w</div>', Mark.STYLE),
        ("<template>w</template>", Mark.TEMPLATE),
        ("<select><option>w</select>", Mark.CONTROL),
        ("<datalist><option>w</datalist>", Mark.CONTROL),
        ("<svg><text>w</text></svg>", Mark.DRAWING),
        ('<span aria-hidden="true">w</span>', Mark.ARIA),
        ("<span aria-hidden=true>w</span>", Mark.ARIA),
        ("<body><noscript>w</noscript>", Mark.NOSCRIPT),
        ('<div hidden style="display:none" aria-hidden="true">w</div>', Mark.HIDDEN | Mark.STYLE | Mark.ARIA),
    ],
)
def test_each_mark(source: str, mark: Mark) -> None:
    assert marks(source)["w"] == mark


@pytest.mark.parametrize(
    "source",
    [
        '<div hidden="until-found">w</div>',  # browsers find it and then show it
        "<div hidden=until-found>w</div>",
        '<input type="hidden">w',
        '<div class="hidden none">w</div>',
        "<div id=hidden>w</div>",
        '<div title="it is hidden">w</div>',
        '<div data-style="display:none">w</div>',
        "<div data-hidden>w</div>",
        "<div title='a hidden=x style=display:none aria-hidden=true'>w</div>",
        '<div style="display: block; --x: none">w</div>',
        '<div style="overflow: hidden">w</div>',
        '<div style="nodisplay: none">w</div>',
        '<div style="display: nonesuch">w</div>',
        '<span aria-hidden="false">w</span>',
        "<script>hidden = 'display:none'</script>w",
        "<p>hidden: none w</p>",
    ],
)
def test_words_in_other_places_are_no_mark(source: str) -> None:
    assert list(marks(source).values())[-1] == Mark(0)


def test_marks_hold_for_all_that_is_inside_and_nothing_behind() -> None:
    found = marks("<div hidden>a<p>b<ul><li>c</ul></div>d<div style='display:none'><b hidden>e</b>f</div>g")
    assert [name for name, mark in found.items() if mark & Mark.HIDDEN] == ["a", "b", "c", "e"]
    assert found["e"] == Mark.HIDDEN | Mark.STYLE
    assert found["f"] == Mark.STYLE
    assert found["d"] == found["g"] == Mark(0)


def test_a_paragraph_that_was_not_closed_hides_only_itself() -> None:
    assert marks("<p hidden>a<p>b") == {"a": Mark.HIDDEN, "b": Mark(0)}


def test_formatting_that_is_opened_again_hides_again() -> None:
    assert marks("<p><b hidden>a<p>b</b>c") == {"a": Mark.HIDDEN, "b": Mark.HIDDEN, "c": Mark(0)}


def test_marks_of_html_and_body() -> None:
    assert marks("<html hidden><p>a") == {"a": Mark.HIDDEN}
    assert marks("<html><body style='visibility:hidden'><p>a") == {"a": Mark.STYLE}


@pytest.mark.parametrize("hiding", ["<div hidden>w</div>", "<div style='display:none'>w</div>"])
def test_hidden_text_is_not_visible(hiding: str) -> None:
    assert "w" not in visible(SHOWN + hiding + "<p>end").split()


@pytest.mark.parametrize("never", ["<template>w</template>", "<select><option>w</select>", "<svg><text>w</text></svg>"])
def test_some_text_is_never_seen(never: str) -> None:
    assert visible(never + "<p>end") == "end"


@pytest.mark.parametrize("shown", ["<noscript>w</noscript>", "<i aria-hidden=true>w</i>"])
def test_marks_that_only_tell_where_text_stands(shown: str) -> None:
    assert visible("<body>" + shown + "<p>end") == "w end"


def test_a_page_that_hides_most_of_its_text_shows_it_later() -> None:
    assert MOSTLY == 0.5
    assert visible("<body style='display:none'><p>all of it") == "all of it"
    assert visible("<p hidden>four<p>also") == "also"
    assert visible("<p hidden>longer<p>also") == "longer also"


@given(markup())
def test_what_is_seen_has_no_mark_that_hides(source: str) -> None:
    page = Document(source)
    seen = page.visible.contains(page.runs.start)
    never = (page.marks & NEVER_SEEN.value) > 0
    hidden = (page.marks & HIDDEN.value) > 0
    assert not (seen & never).any()
    assert (seen | never | hidden).all()
    assert (seen & hidden).any() <= (seen | never).all()  # hidden text is shown all or not at all
