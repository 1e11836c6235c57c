from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report.worst import (
    GoldView,
    PageTexts,
    Passage,
    compare_texts,
    counts_in_words,
    render_view,
    shortened,
)
from webwinnow.language.words import words

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_pages_and_texts_are_those_of_the_run(finished) -> None:
    texts = PageTexts(finished)
    page = texts.page("small", "bread")
    assert page is not None
    assert page.gold == "Flour, water and salt make a loaf."
    for candidate in ("plain", "lqf"):
        found = finished.found_texts("small", candidate)["bread"]
        assert texts.found(candidate, [("small", "bread"), ("small", "none")]) == {("small", "bread"): found}


def test_what_is_gone_is_none(finished, tmp_path) -> None:
    assert PageTexts(finished).page("small", "no such page") is None
    moved = tuple(replace(each, folder=tmp_path / "gone") for each in finished.packages)
    assert PageTexts(replace(finished, packages=moved)).page("small", "bread") is None


texts = st.text(st.sampled_from("ab cB.\n«ש»ü漢"), max_size=60)


def naive_common(gold: list[str], found: list[str]) -> int:
    """The length of the longest common subsequence, by the table everybody knows."""
    row = [0] * (len(found) + 1)
    for mine in gold:
        before = 0
        for place, theirs in enumerate(found, start=1):
            before, row[place] = row[place], before + 1 if mine == theirs else max(row[place], row[place - 1])
    return row[-1]


@given(gold=texts, found=texts)
def test_passages_put_together_are_the_gold_and_the_found_words(gold: str, found: str) -> None:
    view = compare_texts(gold, found)
    mine = "".join(each.text for each in view.passages if each.kind != "superfluous")
    assert mine == gold or not words(gold)
    theirs = [word for each in view.passages if each.kind != "missing" for word in words(each.text)]
    assert [word.casefold() for word in theirs] == [word.casefold() for word in words(found)]


@given(gold=texts, found=texts)
def test_as_much_as_possible_is_common(gold: str, found: str) -> None:
    mine, theirs = ([word.casefold() for word in words(text)] for text in (gold, found))
    view = compare_texts(gold, found)
    assert view.words("same") == naive_common(mine, theirs)
    assert view.words("same") + view.words("missing") == len(mine)
    assert view.words("same") + view.words("superfluous") == len(theirs)


def test_by_hand() -> None:
    view = compare_texts("It rained all night.\n\nThen snow.", "Menu\nIt RAINED all.\n\nThen snow.")
    assert [(each.kind, each.text) for each in view.passages] == [
        ("superfluous", "Menu\n"),
        ("same", "It rained all "),
        ("missing", "night.\n\n"),
        ("same", "Then snow."),
    ]
    assert counts_in_words(view) == "1 words missing, 1 superfluous, 5 common"


def test_missing_is_underlined_and_superfluous_struck_in_paragraphs() -> None:
    html = render_view(compare_texts("One two.\nThree.", "Home\nOne.\nThree."))
    assert html == '<p dir="auto"><s>Home</s></p><p dir="auto">One <u>two.</u></p><p dir="auto">Three.</p>'


def test_paragraphs_find_their_own_direction() -> None:
    html = render_view(compare_texts("שלום עולם\nHello", "שלום\nHello"))
    tree = LexborHTMLParser(html)
    assert [each.attributes["dir"] for each in tree.css("p")] == ["auto", "auto"]
    assert tree.css_first("u").text() == "עולם"


def test_markup_in_texts_is_shown() -> None:
    html = render_view(compare_texts("<script>alert(1)</script>", "<img onerror=x>"))
    assert not LexborHTMLParser(html).css("script, img")
    assert "&lt;script&gt;" in html


def test_a_long_view_is_shortened_inside_passages_and_says_so() -> None:
    long = " ".join(f"word{number}" for number in range(5_000))
    view = shortened(GoldView((Passage("same", long, 5_000), Passage("missing", "the end", 2))), 5_000)
    assert sum(len(each.text) for each in view.passages) <= 5_000
    assert " […] " in view.passages[0].text
    assert view.passages[0].text.startswith("word0 word1 ")
    assert view.passages[0].text.endswith("word4999")
    assert view.passages[1].text == "the end"
    assert view.words("same") == 5_000


@given(lengths=st.lists(st.integers(0, 6_000), max_size=30), limit=st.integers(200, 8_000))
def test_no_view_is_longer_than_its_limit(lengths: list[int], limit: int) -> None:
    view = shortened(GoldView(tuple(Passage("same", "x" * length, 1) for length in lengths)), limit)
    assert sum(len(each.text) for each in view.passages) <= limit


def test_a_short_view_stays_as_it_is() -> None:
    view = compare_texts("One two", "One")
    assert shortened(view, 1_000) is view


def test_nothing_against_nothing() -> None:
    assert render_view(compare_texts("", "")) == ""
    assert counts_in_words(compare_texts("", "x")) == "0 words missing, 1 superfluous, 0 common"
