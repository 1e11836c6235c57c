"""Stages, the ways to combine them, and work that is done once for each call."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.plain import Plain
from webwinnow.render.html import render_html
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Intersection, Prefilter, Prefilters, Refiner, Serial, Stage, Union, Vote


@dataclass(frozen=True, slots=True)
class Part(Extractor):
    """Keeps some places of the page."""

    name: ClassVar[str] = "part"
    start: int = 0
    end: int = 9

    def __call__(self, page: Document) -> Spans:
        return page.select([(self.start, self.end)])


@dataclass(frozen=True, slots=True)
class Hide(Prefilter):
    """Hides some places of the page."""

    name: ClassVar[str] = "hide"
    start: int = 0
    end: int = 3

    def __call__(self, page: Document) -> Document:
        return page.without(Spans([(self.start, self.end)], size=len(page.source)))


@dataclass(frozen=True, slots=True)
class Widen(Refiner):
    """Takes in the neighbours, whether they may be seen or not."""

    name: ClassVar[str] = "widen"
    by: int = 2

    def __call__(self, page: Document, found: Spans) -> Spans:
        return Spans([(start - self.by, end + self.by) for start, end in found], size=found.size)


PAGE = Document("abcdefghij")


def kept(stage: Stage, page: Document = PAGE) -> str:
    assert isinstance(stage, Extractor)
    return "".join(page.source[start:end] for start, end in stage(page))


def test_serial_sees_only_what_the_stage_before_left() -> None:
    assert kept(Part(2, 8) >> Part(0, 5)) == "cde"
    assert kept(Hide(0, 3) >> Part(2, 8)) == "defgh"
    assert kept(Part(2, 8) >> Hide(0, 4)) == "efgh"
    assert kept(Part(2, 8) >> Hide(0, 4) >> Part(0, 6)) == "ef"


def test_a_refiner_sees_what_the_extractor_before_it_saw() -> None:
    assert kept(Part(4, 5) >> Widen(2)) == "cdefg"
    assert kept(Hide(0, 3) >> Part(4, 5) >> Widen(2)) == "defg"  # hidden text does not come back
    assert kept(Part(3, 8) >> Part(4, 5) >> Widen(2)) == "defg"
    assert kept(Part(4, 5) >> Widen(2) >> Part(0, 4)) == "cd"


def test_union_intersection_and_vote() -> None:
    one, two, three = Part(0, 4), Part(2, 6), Part(3, 8)
    assert kept(one | two) == "abcdef"
    assert kept(one & two) == "cd"
    assert kept(Vote(2, (one, two, three))) == "cdef"
    assert kept(Vote(3, (one, two, three))) == kept(one & two & three) == "d"
    assert kept(Vote(1, (one, two, three))) == kept(one | two | three) == "abcdefgh"


@given(markup())
def test_combinations_are_those_of_their_spans(source: str) -> None:
    page, lqf, bte = Document(source), LQF(), BTE()
    assert (lqf | bte)(page) == lqf(page) | bte(page)
    assert (lqf & bte)(page) == lqf(page) & bte(page)
    assert (lqf >> bte)(page) == bte(page.reduced(lqf(page)))
    assert Vote(2, (lqf, bte, Plain()))(page) == lqf(page) | bte(page)
    assert (Plain() >> lqf)(page) == lqf(page)


SECOND = ["bte", "dsc", "ccb", "accb", "tccb", "cetr", "density", "gswce", "danag", "kfe", "cetd", "lqf", "textsweeper"]


def words_of(page: Document, found: Spans) -> list[str]:
    return " ".join(page.source[start:end] for start, end in found).split()


def after(first: str, second: str, page: Document) -> tuple[list[str], list[str]]:
    """What a series finds, and what its second stage finds on the page that the first one writes."""
    one, two = parse(first), parse(second)
    assert isinstance(one, Extractor)
    assert isinstance(two, Extractor)
    written = Document(render_html(page, one(page), "remove"))
    return words_of(page, parse(f"{first} >> {second}")(page)), words_of(written, two(written))


@pytest.mark.parametrize("second", SECOND)
@settings(max_examples=15)
@given(source=well_formed())
def test_the_second_stage_works_on_the_page_that_the_first_one_leaves(second: str, source: str) -> None:
    """Section 3.4.2: a filter of a serial pipeline gets the output of the one before."""
    page = Document(f"<body>{source}</body>")
    found, expected = after("lqf", second, page)
    assert found == expected


MENU = "<ul>" + '<li class="entry"><a href="/page"><img src="i.png">An entry</a></li>' * 40 + "</ul>"
ARTICLE = "<div>" + "<p>The wind takes the <b>chaff</b> and leaves the grain on the floor.</p>" * 12 + "</div>"


@pytest.mark.parametrize("second", ["dsc", "bte", "tccb", "cetd", "cetr", "kfe"])
def test_the_second_stage_does_not_see_tags_of_what_was_dropped(second: str) -> None:
    page = Document(f"<body>{MENU}{ARTICLE}{MENU}</body>")
    found, expected = after("lqf", second, page)
    assert found == expected


def test_with_the_tags_of_the_menu_the_limit_of_dsc_would_be_another() -> None:
    page = Document(f"<body>{MENU}{ARTICLE}{MENU}</body>")
    left, dsc = LQF()(page), parse("dsc")
    assert isinstance(dsc, Extractor)
    assert dsc(page.within(left)) != dsc(page.reduced(left))


def test_the_second_stage_sees_text_whose_beginning_was_dropped() -> None:
    page = Document("<p>one two three</p><p>four five six</p>")
    assert kept(Part(7, 40) >> parse("density"), page) == "two threefour five six"


def test_operators_bind_as_in_python_and_flatten() -> None:
    a, b, c = Part(1), Part(2), Part(3)
    assert a | b | c == a | (b | c) == Union((a, b, c))
    assert a & b & c == a & (b & c) == Intersection((a, b, c))
    assert a >> b >> c == a >> (b >> c) == Serial((a, b, c))
    assert a | b & c == Union((a, Intersection((b, c))))
    assert a & b >> c == Intersection((a, Serial((b, c))))


def test_printing_sets_parentheses_where_they_matter() -> None:
    a, b, c = Part(1), Part(2), Part(3)
    assert str(a) == "part(start=1)"
    assert str(Part()) == "part"
    assert str(Plain() | BTE() & LQF()) == "plain | bte & lqf"
    assert str((Plain() | BTE()) & LQF()) == "(plain | bte) & lqf"
    assert str((a | b) >> c) == "(part(start=1) | part(start=2)) >> part(start=3)"
    assert str(Plain() >> BTE() | LQF()) == "plain >> bte | lqf"
    assert str(Vote(2, (Plain(), BTE() | LQF()))) == "vote(2, plain, bte | lqf)"


def test_prefilters_alone_make_a_prefilter() -> None:
    both = Hide(0, 2) >> Hide(4, 6)
    assert both == Prefilters((Hide(0, 2), Hide(4, 6)))
    assert both.kind == "prefilter"
    assert str(both) == "hide(end=2) >> hide(start=4, end=6)"
    assert kept(both >> Plain()) == "cdghij"
    assert both >> Hide(9, 10) == Prefilters((Hide(0, 2), Hide(4, 6), Hide(9, 10)))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Hide() | Plain(), "union combines extractors, and hide is a prefilter"),
        (lambda: Plain() & Widen(), "intersection combines extractors, and widen is a refiner"),
        (lambda: Widen() >> Plain(), "widen corrects a decision: an extractor must come before it"),
        (lambda: Vote(1, (Hide(),)), "vote combines extractors, and hide is a prefilter"),
        (lambda: Vote(1, ()), "vote needs at least one member"),
        (lambda: Vote(0, (Plain(),)), "vote: quorum must be from 1 to 1, not 0"),
        (lambda: Vote(3, (Plain(), BTE())), "vote: quorum must be from 1 to 2, not 3"),
        (lambda: Vote(True, (Plain(),)), "vote: quorum must be from 1 to 1, not True"),
    ],
)
def test_what_cannot_be_combined_says_why(wrong, message: str) -> None:
    with pytest.raises(ParameterError) as error:
        wrong()
    assert str(error.value) == message


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), True, "0.5", None])
def test_parameters_are_checked(value: object) -> None:
    with pytest.raises(ParameterError, match="lqf: threshold must be from 0 to 1, not"):
        LQF(threshold=value)


@given(st.floats(0, 1))
def test_stages_are_values(threshold: float) -> None:
    stage = LQF(threshold) >> BTE() | Plain()
    again = pickle.loads(pickle.dumps(stage))
    assert again == stage
    assert hash(again) == hash(stage)
    assert LQF(threshold).parameters() == {"threshold": threshold}
    with pytest.raises(FrozenInstanceError):
        LQF(threshold).threshold = 0.1
    assert not hasattr(LQF(threshold), "__dict__")


def test_numbers_of_numpy_print_as_numbers() -> None:
    assert str(LQF(np.float64(0.25))) == "lqf(threshold=0.25)"


def test_defaults() -> None:
    assert LQF.default("threshold") == 0.5
    assert str(LQF(0.5)) == "lqf"


CALLS: Counter[str] = Counter()


def calls() -> dict[str, int]:
    return dict(CALLS)


@dataclass(frozen=True, slots=True)
class Take(Extractor):
    """Keeps some places and counts how often it is called."""

    name: ClassVar[str] = "take"
    start: int = 0
    end: int = 5

    def __call__(self, page: Document) -> Spans:
        CALLS[str(self)] += 1
        return page.select([(self.start, self.end)])


@dataclass(frozen=True, slots=True)
class Drop(Prefilter):
    """Hides the first place and counts."""

    name: ClassVar[str] = "drop"

    def __call__(self, page: Document) -> Document:
        CALLS["drop"] += 1
        return page.without(Spans([(0, 1)], size=len(page.source)))


@dataclass(frozen=True, slots=True)
class Keep(Refiner):
    """Changes nothing and counts."""

    name: ClassVar[str] = "keep"

    def __call__(self, page: Document, found: Spans) -> Spans:
        CALLS["keep"] += 1
        return found


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    CALLS.clear()
    yield


LETTERS = Document("abcdefghij")
ONE, TWO, THREE = Take(0, 4), Take(2, 6), Take(3, 8)


def test_a_member_that_is_used_twice_works_once() -> None:
    found = Vote(2, (ONE, ONE | TWO, TWO))(LETTERS)
    assert found == LETTERS.select([(0, 6)])
    assert set(CALLS.values()) == {1}
    assert len(CALLS) == 2


def test_a_common_beginning_of_series_is_run_once() -> None:
    found = Vote(1, (Drop() >> ONE, Drop() >> TWO, Drop() >> ONE >> TWO, (Drop() >> ONE) & (Drop() >> THREE)))(LETTERS)
    assert found == LETTERS.select([(1, 6)])
    assert calls() == {"drop": 1, str(ONE): 1, str(TWO): 2, str(THREE): 1}  # of TWO, once behind ONE


def test_what_an_extractor_leaves_is_one_view_for_all_who_follow() -> None:
    nested = (ONE >> TWO >> Keep()) | (ONE >> TWO >> Keep() >> THREE) | (ONE >> THREE)
    assert nested(LETTERS) == LETTERS.select([(2, 4)])
    assert calls() == {str(ONE): 1, str(TWO): 1, "keep": 1, str(THREE): 2}  # of THREE, once on each view


def test_work_ends_with_the_call() -> None:
    both = ONE | ONE & TWO
    other = Document("0123456789")
    assert both(LETTERS) == both(LETTERS)
    assert both(other).characters == 4
    assert calls() == {str(ONE): 3, str(TWO): 3}


def test_sharing_changes_no_result() -> None:
    shared = Vote(2, (Drop() >> ONE, Drop() >> TWO, ONE >> TWO))(LETTERS)
    apart = [(Drop() >> ONE)(LETTERS), (Drop() >> TWO)(LETTERS), (ONE >> TWO)(LETTERS)]
    assert shared == Spans.covered(apart, at_least=2)
