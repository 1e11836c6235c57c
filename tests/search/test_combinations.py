"""Which combinations a search tries."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from webwinnow.errors import ExpressionError, UsageError
from webwinnow.expression import parse
from webwinnow.recipes import shipped
from webwinnow.search.combinations import Combination, all_combinations, read_members, split_members, weight_matrix
from webwinnow.stages import Extractor

MEMBERS = [parse(name) for name in ("dsc", "bte", "lqf", "plain")]


def members() -> list[Extractor]:
    return [member for member in MEMBERS if isinstance(member, Extractor)]


def chooses(each: Combination, votes: tuple[bool, ...]) -> bool:
    return (
        sum(weight for weight, member in zip(each.weights, each.members, strict=True) if votes[member]) >= each.quorum
    )


def test_of_two_members_union_and_intersection() -> None:
    found = [str(each.stage(members())) for each in all_combinations(2, 3)]
    assert found == ["dsc", "bte", "dsc | bte", "dsc & bte"]


def test_of_three_members_every_way_to_join_them_is_there_once() -> None:
    three = [each for each in all_combinations(3, 3) if len(each.members) == 3]
    tables = {tuple(chooses(each, votes) for votes in product([False, True], repeat=3)) for each in three}
    assert len(three) == len(tables) == 9  # the monotone functions that depend on all three
    assert {str(each.stage(members())) for each in three} >= {
        "dsc | bte | lqf",
        "dsc & bte & lqf",
        "vote(2, dsc, bte, lqf)",
        "dsc | bte & lqf",
        "dsc & (bte | lqf)",
    }


def test_no_combination_is_there_twice() -> None:
    every = all_combinations(4, 4)
    tables = {tuple(chooses(each, votes) for votes in product([False, True], repeat=4)) for each in every}
    assert len(tables) == len(every) == len(set(every))


def test_printed_combinations_read_back() -> None:
    for each in all_combinations(4, 4):
        stage = each.stage(members())
        assert parse(str(stage)) == stage


def test_the_matrix_says_what_the_combinations_say() -> None:
    every = all_combinations(4, 4)
    weights, quorum = weight_matrix(every, 4)
    for votes in product([False, True], repeat=4):
        expected = [chooses(each, votes) for each in every]
        assert np.array_equal(weights @ np.array(votes, dtype=np.float32) >= quorum, expected)


@pytest.mark.parametrize(
    ("members", "size", "message"),
    [
        (61, 1, "a search has 1 to 60 members, not 61: name fewer"),
        (0, 1, "a search has 1 to 60 members, not 0"),
        (5, 0, "the size of combinations is a number from 1 up, not 0"),
        (60, 5, "combinations are too many, at most 1,000,000: lower --size or name fewer members"),
    ],
)
def test_too_many_are_refused(members: int, size: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        all_combinations(members, size)


def test_a_size_above_the_number_of_members_is_all_of_them() -> None:
    assert all_combinations(3, 99) == all_combinations(3, 3)


def names(written: str, *, series: bool = False) -> list[str]:
    return [member.name for member in read_members(split_members(written), shipped(), series=series)]


def test_commas_inside_parentheses_belong_to_a_member() -> None:
    assert split_members("dsc, vote(2, bte, lqf(threshold=1)),,bte") == [
        "dsc",
        " vote(2, bte, lqf(threshold=1))",
        "bte",
    ]
    assert split_members(")),(") == ["))", "("]


def test_a_prefilter_makes_a_member_with_each_extractor() -> None:
    assert names("filter3,dsc,bte") == ["dsc", "bte", "filter3 >> dsc", "filter3 >> bte"]


def test_series_of_members() -> None:
    assert names("dsc,bte", series=True) == ["dsc", "bte", "dsc >> bte", "bte >> dsc"]


def test_a_recipe_keeps_its_name_and_nothing_is_there_twice() -> None:
    assert names("addanag, filter3, danag, danag") == ["addanag", "danag", "filter3 >> filter3 >> danag"]


@pytest.mark.parametrize(
    ("written", "error", "message"),
    [
        ("", UsageError, "no member decides what is content: name extractors"),
        ("filter3", UsageError, "no member decides what is content"),
        ("dsc,nonesuch", ExpressionError, "unknown extractor 'nonesuch'"),
    ],
)
def test_what_makes_no_sense_is_refused(written: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        names(written)
