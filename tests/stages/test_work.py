"""Work that several members need is done once for each call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Prefilter, Refiner, Vote

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


PAGE = Document("abcdefghij")
ONE, TWO, THREE = Take(0, 4), Take(2, 6), Take(3, 8)


def test_a_member_that_is_used_twice_works_once() -> None:
    found = Vote(2, (ONE, ONE | TWO, TWO))(PAGE)
    assert found == PAGE.select([(0, 6)])
    assert set(CALLS.values()) == {1}
    assert len(CALLS) == 2


def test_a_common_beginning_of_series_is_run_once() -> None:
    found = Vote(1, (Drop() >> ONE, Drop() >> TWO, Drop() >> ONE >> TWO, (Drop() >> ONE) & (Drop() >> THREE)))(PAGE)
    assert found == PAGE.select([(1, 6)])
    assert calls() == {"drop": 1, str(ONE): 1, str(TWO): 2, str(THREE): 1}  # of TWO, once behind ONE


def test_what_an_extractor_leaves_is_one_view_for_all_who_follow() -> None:
    nested = (ONE >> TWO >> Keep()) | (ONE >> TWO >> Keep() >> THREE) | (ONE >> THREE)
    assert nested(PAGE) == PAGE.select([(2, 4)])
    assert calls() == {str(ONE): 1, str(TWO): 1, "keep": 1, str(THREE): 2}  # of THREE, once on each view


def test_work_ends_with_the_call() -> None:
    both = ONE | ONE & TWO
    other = Document("0123456789")
    assert both(PAGE) == both(PAGE)
    assert both(other).characters == 4
    assert calls() == {str(ONE): 3, str(TWO): 3}


def test_sharing_changes_no_result() -> None:
    shared = Vote(2, (Drop() >> ONE, Drop() >> TWO, ONE >> TWO))(PAGE)
    apart = [(Drop() >> ONE)(PAGE), (Drop() >> TWO)(PAGE), (ONE >> TWO)(PAGE)]
    assert shared == Spans.covered(apart, at_least=2)
