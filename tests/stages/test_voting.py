"""Weighted votes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.dsc import DSC
from webwinnow.extractors.lqf import LQF
from webwinnow.extractors.plain import Plain
from webwinnow.prefilters.link_filters import Filter3
from webwinnow.spans import Spans
from webwinnow.stages import Vote, Weighted


def test_weights_decide() -> None:
    page = Document("<p>one<p>two<p>three")
    heavy = Vote.of(2, LQF() * 2, BTE(), DSC())
    assert heavy(page) == LQF()(page) | BTE()(page) & DSC()(page)


@given(markup(), st.lists(st.floats(0.001, 3), min_size=3, max_size=3), st.floats(0, 1))
def test_a_place_is_kept_where_the_weights_of_its_voters_suffice(source: str, weights, share: float) -> None:
    page, members = Document(source), (LQF(), BTE(), Plain())
    quorum = max(share * sum(weights), 0.001)
    found = Vote(quorum, members, tuple(weights))(page)
    places = np.arange(len(page.source))
    votes = sum(weight * member(page).contains(places) for weight, member in zip(weights, members, strict=True))
    kept = votes >= quorum - 1e-9 if len(places) else np.zeros(0, bool)
    assert np.array_equal(found.contains(places), kept)


def test_products_on_either_side_make_weights() -> None:
    assert LQF() * 1.5 == 1.5 * LQF() == Weighted(LQF(), 1.5)
    assert str(LQF() * 2.0) == "lqf*2"
    assert str((Filter3() >> BTE()) * 1.5) == "(filter3 >> bte)*1.5"
    assert str((LQF() | BTE()) * 0.5) == "(lqf | bte)*0.5"
    assert str(Vote.of(2.5, Vote(1, (BTE(),)) * 1.5, LQF(), BTE())) == "vote(2.5, vote(1, bte)*1.5, lqf, bte)"


def test_weights_of_one_are_no_weights() -> None:
    plain = Vote(2, (LQF(), BTE()))
    assert Vote.of(2, LQF() * 1, BTE() * 1.0) == plain == Vote(2.0, (LQF(), BTE()), (1, 1))
    assert hash(Vote.of(2, LQF() * 1, BTE())) == hash(plain)
    assert str(plain) == "vote(2, lqf, bte)"
    assert plain.ballot() == (plain.quorum, (1, 1))


def test_numbers_of_numpy_are_plain() -> None:
    vote = Vote.of(np.float64(2.5), LQF() * np.float32(1.5), BTE() * np.int64(2))
    assert str(vote) == "vote(2.5, lqf*1.5, bte*2)"
    assert pickle.loads(pickle.dumps(vote)) == vote


def test_all_weights_together_may_be_the_quorum_however_they_round() -> None:
    weights = (0.1, 0.2, 0.3)
    vote = Vote(0.1 + 0.2 + 0.3, (LQF(), BTE(), Plain()), weights)
    page = Document("<p>some words")
    assert vote(page) == (LQF() & BTE() & Plain())(page)


@pytest.mark.parametrize("weight", [0, -1, 0.0001, 1001, float("inf"), float("nan"), True, "2", None])
def test_weights_out_of_range_are_refused_in_one_line(weight: object) -> None:
    with pytest.raises(ParameterError) as error:
        Vote.of(1, LQF() * weight, BTE())
    assert str(error.value) == f"vote: the weight of lqf must be a number from 0.001 to 1000, not {weight!r}"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            lambda: Vote.of(3.6, LQF() * 1.5, BTE() * 2),
            "quorum must be from 0.001 to 3.5, which is all weights together",
        ),
        (lambda: Vote.of(0, LQF() * 1.5, BTE()), "quorum must be from 0.001 to 2.5"),
        (lambda: Vote.of(float("nan"), LQF() * 1.5, BTE()), "quorum must be from 0.001 to 2.5"),
        (lambda: Vote(1, (LQF(), BTE()), (2,)), "1 weights for 2 members: give one for each"),
        (lambda: Vote.of(1, Filter3() * 2), "vote combines extractors, and filter3 is a prefilter"),
        (lambda: LQF() | BTE() * 2, r"union combines extractors, and bte\*2 is none"),
        (lambda: LQF() >> BTE() * 2, r"serial joins stages, and bte\*2 is none"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        wrong()


def test_an_empty_page_has_its_answer() -> None:
    assert Vote.of(1.5, LQF() * 1.5, BTE())(Document("")) == Spans(size=0)
