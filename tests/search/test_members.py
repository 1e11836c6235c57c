"""The members of a search."""

from __future__ import annotations

import pytest

from webwinnow.errors import ExpressionError, UsageError
from webwinnow.recipes import shipped
from webwinnow.search.members import read_members, split_members


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
