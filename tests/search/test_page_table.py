"""The table of a page gives every combination the score that `evaluate` gives it, exactly."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.evaluate.measures import FoundText, Gold, WordBag
from webwinnow.render.text import render_text
from webwinnow.search.combinations import Scorer, all_combinations, product
from webwinnow.search.page_table import PageTable, make_table
from webwinnow.spans import Spans

EVERY = all_combinations(4, 4)
SCORER = Scorer.of(EVERY, 4)

PAGES = [
    "<p>One <b>w</b>ord and an<i>other</i>, don't stop. <p>Second block<br>new line",
    "<ul><li><a>Home</a><a>News</a>|<a>Sport</a></ul><p>&quot;Tea&quot; &amp; cake&#8230; caf&eacute;s",
    "<pre>keep  every\n blank|and(marks)</pre><p>flow|ing(marks) here</p><textarea>a|b</textarea>",
    "<p>我们在这里。他们在<b>那</b>里，一起写「字」。ひらがなとカタカナ<p>ภาษาไทยไม่มีเว้นวรรค",
    "<p>ΟΔΟΣ. ΟΔΟΣ.Α ΟΔΟΣ <p>می‌خواهم e\u0301te\u0301 x\u00adyz ﬁn STRASSE Straße",
    "<p>seen<span hidden>no</span>after <p>a<script>x()</script>b<!-- c -->d <svg><title>t</title></svg>e",
    "",
    "<p> \n <p>",
]


def exact(page: Document, members: list[Spans], gold: str, rule: str) -> None:
    table = make_table(page, members, gold, rule)
    scores = SCORER(table)
    weigh = WordBag(rule=rule)
    for number, each in enumerate(EVERY):
        chosen = [members[member] for member in each.members]
        found = Spans.covered(chosen, at_least=each.quorum, weights=each.weights)
        score = weigh(Gold(gold), FoundText(render_text(page, found)))
        assert score is not None
        got = (scores.precision[number], scores.recall[number], scores.f1[number])
        assert got == pytest.approx((score.precision, score.recall, score.f1), abs=1e-12), each


def drawn_members(data: st.DataObject, page: Document) -> list[Spans]:
    """Members that cut anywhere, also inside of words, references and tags; up to three stretches each."""
    place = st.integers(0, len(page.source))
    pairs = st.lists(st.tuples(place, place).map(lambda pair: (min(pair), max(pair))), max_size=3)
    return [page.select(data.draw(pairs)) for _ in range(4)]


@pytest.mark.parametrize("rule", ["unicode", "plain"])
@pytest.mark.parametrize("source", PAGES)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_scores_are_those_of_the_measure(source: str, rule: str, data: st.DataObject) -> None:
    page = Document(source)
    everything = render_text(page, page.visible)
    exact(page, drawn_members(data, page), everything[: len(everything) * 2 // 3], rule)


@settings(max_examples=12, deadline=None)
@given(markup(), st.data())
def test_any_page_is_scored_exactly(source: str, data: st.DataObject) -> None:
    page = Document(source)
    exact(page, drawn_members(data, page), "some gold words and one another", "unicode")


def test_nothing_to_find() -> None:
    page = Document("<p>words")
    nothing, everything = Spans(size=8), page.visible
    exact(page, [nothing, everything, nothing, everything], "", "unicode")
    exact(page, [nothing, nothing, nothing, nothing], "", "unicode")
    exact(page, [nothing, nothing, nothing, nothing], "gold", "unicode")


def test_a_word_in_more_pieces_than_can_be_tried_is_split_and_said_so() -> None:
    page = Document("<p>abcdefghijklmnop and more")
    size = len(page.source)
    members = [Spans([(3, 5 + number)], size=size) for number in range(9)]
    table = make_table(page, members, "abcdefghijklmnop", "unicode")
    assert table.approximate
    assert not make_table(page, members[:4], "abcdefghijklmnop", "unicode").approximate


def test_tables_are_written_and_read() -> None:
    page = Document(PAGES[0])
    members = [page.select([(3, 9 * number)]) for number in range(1, 5)]
    table = make_table(page, members, "One word and another", "unicode")
    again = PageTable.from_json(json.loads(json.dumps(table.to_json())))
    assert np.array_equal(SCORER(again).f1, SCORER(table).f1)
    assert len(np.unique(SCORER(table).f1)) > 2


def test_more_patterns_than_bits_of_a_number_are_told_apart() -> None:
    words = [f"word{number}" for number in range(100)]
    page = Document("<p>" + " ".join(words))
    starts = page.words.start
    members = [page.select([(starts[at], starts[at] + 6) for at in range(100) if at >> bit & 1]) for bit in range(7)]
    every = all_combinations(7, 2)
    scores = Scorer.of(every, 7)(make_table(page, members, " ".join(words[:50]), "unicode"))
    for number, each in enumerate(every):
        found = Spans.covered([members[member] for member in each.members], at_least=each.quorum)
        score = WordBag()(Gold(" ".join(words[:50])), FoundText(render_text(page, found)))
        assert score is not None
        assert scores.f1[number] == pytest.approx(score.f1)


@pytest.mark.parametrize("shape", [(0, 0, 0), (1, 0, 3), (5, 3, 0), (300, 70, 130), (7, 5000, 65), (1000, 2, 1)])
def test_products_in_batches_are_products(shape: tuple[int, int, int]) -> None:
    random = np.random.default_rng(1)
    left = random.integers(0, 9, shape[:2]).astype(np.float32)
    right = random.integers(0, 9, shape[1:]).astype(np.float32)
    assert np.array_equal(product(left, right), left @ right)
