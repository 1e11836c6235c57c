import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import MissingExtraError
from webwinnow.evaluate.alignment import (
    align,
    common_length,
    fold,
    fold_lines,
    fold_space,
    intern_words,
    plain_words,
    unicode_words,
)


def naive_length(gold: list[str] | str, found: list[str] | str) -> int:
    """Longest common subsequence by the table of all prefixes."""
    row = [0] * (len(found) + 1)
    for mine in gold:
        corner = 0
        for place, theirs in enumerate(found):
            above = row[place + 1]
            row[place + 1] = corner + 1 if mine == theirs else max(above, row[place])
            corner = above
    return row[-1]


def exact(gold: list[str], found: list[str]) -> int:
    letters = intern_words(gold, found)
    assert letters.complete
    common = common_length(letters.gold, letters.found, limit=10**6, width=4)
    assert not common.approximate
    return common.length


def random_words(source: random.Random, vocabulary: int, longest: int) -> tuple[list[str], list[str]]:
    """Gold and found; found is often a worn copy of gold."""
    gold = [f"word{source.randrange(vocabulary)}" for _ in range(source.randrange(longest))]
    found = [f"word{source.randrange(vocabulary)}" for _ in range(source.randrange(longest))]
    if source.random() < 0.5:
        found = [word for word in gold if source.random() < 0.8] + found[:5]
    return gold, found


@pytest.mark.parametrize("vocabulary", [2, 10, 60, 100_000])
def test_equals_the_naive_reference_on_thousands_of_cases(vocabulary: int) -> None:
    source = random.Random(vocabulary)
    for _ in range(1000):
        gold, found = random_words(source, vocabulary, longest=40)
        assert exact(gold, found) == naive_length(gold, found), (gold, found)


@pytest.mark.parametrize("vocabulary", [300, 600])
def test_equals_the_naive_reference_with_more_than_256_common_words(vocabulary: int) -> None:
    source = random.Random(vocabulary)
    for _ in range(3):
        gold = [f"word{number}" for number in source.sample(range(vocabulary), vocabulary)]
        found = gold[vocabulary // 2 :] + source.choices(gold, k=100) + gold[: vocabulary // 2]
        assert len(set(gold) & set(found)) > 256
        assert exact(gold, found) == naive_length(gold, found)


@pytest.mark.parametrize("top", [0x7F, 0xFF, 0x800, 0x10FFFF])
def test_equals_the_naive_reference_on_characters_of_every_width(top: int) -> None:
    source = random.Random(top)
    for _ in range(300):
        letters = [chr(source.randint(0, top)) for _ in range(30)]
        gold = "".join(source.choices(letters, k=source.randrange(60)))
        found = "".join(source.choices(letters, k=source.randrange(60)))
        assert common_length(gold, found, limit=100, width=4).length == naive_length(gold, found)


def test_interning_keeps_words_apart_and_leaves_out_surrogates() -> None:
    words = [str(number) for number in range(70_000)]
    letters = intern_words(words, words)
    assert letters.gold == letters.found
    assert len(set(letters.gold)) == len(words)
    letters.gold.encode("utf-8")  # fails on a surrogate


def test_interning_gives_one_side_words_that_match_nothing() -> None:
    letters = intern_words(["a", "b", "c", "b"], ["x", "b", "y"])
    assert len(set(letters.gold)) == 2
    assert set(letters.gold) & set(letters.found) == {letters.found[1]}


def test_more_words_than_letters_are_reported_and_matched_with_nothing() -> None:
    words = ["often", "often", "rare", "rarer"]
    letters = intern_words(words, words, letters=3)
    assert not letters.complete
    assert common_length(letters.gold, letters.found, limit=10, width=4).length == 2


@given(
    gold=st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g"]), max_size=50),
    found=st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g"]), max_size=50),
    limit=st.integers(1, 20),
    width=st.integers(1, 4),
)
def test_above_the_limit_it_is_a_flagged_lower_bound(gold: list[str], found: list[str], limit: int, width: int) -> None:
    letters = intern_words(gold, found)
    common = common_length(letters.gold, letters.found, limit=limit, width=width)
    right = naive_length(gold, found)
    assert common.length <= right if common.approximate else common.length == right
    if len(gold) * len(found) <= limit**2:
        assert not common.approximate


def test_the_lower_bound_is_near_on_a_page_like_text() -> None:
    source = random.Random(7)
    content = [f"word{int(source.paretovariate(0.7)) % 3000}" for _ in range(3000)]
    menu = [f"menu{source.randrange(50)}" for _ in range(400)]
    found = menu + [word for word in content if source.random() < 0.98] + menu
    letters = intern_words(content, found)
    right = common_length(letters.gold, letters.found, limit=5000, width=4)
    near = common_length(letters.gold, letters.found, limit=100, width=4)
    assert (right.approximate, near.approximate) == (False, True)
    assert 0.99 * right.length <= near.length <= right.length


@given(
    gold=st.text("abcdef", max_size=40),
    found=st.text("abcdef", max_size=40),
    limit=st.sampled_from([1, 5, 10_000]),
)
def test_an_alignment_covers_both_and_matches_as_many_as_it_can(gold: str, found: str, limit: int) -> None:
    alignment = align(gold, found, limit=limit, width=2)
    pairs = list(alignment.pairs())
    assert all(gold[mine] == found[theirs] for mine, theirs in pairs)
    assert pairs == sorted(set(pairs))
    assert len({mine for mine, _ in pairs}) == len({theirs for _, theirs in pairs}) == len(pairs)
    if not alignment.approximate:
        assert len(pairs) == naive_length(gold, found)
    gold_done = found_done = 0
    for stretch in alignment.stretches:
        assert (stretch.gold_start, stretch.found_start) == (gold_done, found_done)
        gold_done, found_done = stretch.gold_end, stretch.found_end
    assert (gold_done, found_done) == (len(gold), len(found))


def test_an_alignment_tells_what_is_missing_and_what_is_superfluous() -> None:
    gold, found = ["we", "like", "good", "rain"], ["menu", "we", "like", "rain", "today"]
    letters = intern_words(gold, found)
    shown = [
        (part.kind, gold[part.gold_start : part.gold_end], found[part.found_start : part.found_end])
        for part in align(letters.gold, letters.found).stretches
    ]
    assert shown == [
        ("superfluous", [], ["menu"]),
        ("same", ["we", "like"], ["we", "like"]),
        ("missing", ["good"], []),
        ("same", ["rain"], ["rain"]),
        ("superfluous", [], ["today"]),
    ]


def test_nothing_against_nothing() -> None:
    assert align("", "").stretches == ()
    assert common_length("", "", limit=1, width=4).length == 0


def test_a_missing_library_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(MissingExtraError, match=r"rapidfuzz .* pip install 'webwinnow\[evaluate\]'"):
        common_length("a", "b", limit=1, width=4)


def test_white_space_is_folded_to_one_space() -> None:
    assert fold_space("  a\n\n b\t\u00a0c \r\n") == "a b c"
    assert fold_space(" \n ") == ""


def test_what_reads_the_same_is_the_same() -> None:
    assert fold("“Straße”  isn’t") == fold('"STRASSE" isn\'t')
    assert fold("caf\u0065\u0301") == fold("caf\u00e9")
    assert fold("co\u00adoperate \u200fnow") == fold("cooperate now")
    assert fold("a b") != fold("a-b")


def test_lines_are_folded_one_by_one() -> None:
    assert fold_lines(" It’s  RAINING \n\n \u00a0\r\nagain\n") == ["it's raining", "again"]


def test_our_words_have_no_case() -> None:
    assert unicode_words("Don’t SHOUT in the Straße, don't!") == [
        "don't",
        "shout",
        "in",
        "the",
        "strasse",
        "don't",
    ]
    assert unicode_words("İzmir") == ["i̇zmir"]  # folding adds a mark, which stays inside the word
    assert unicode_words("caf\u0065\u0301") == ["caf\u00e9"]
    assert unicode_words("天气") == ["天", "气"]


def test_plain_words_are_those_others_count() -> None:
    assert plain_words("Don’t SHOUT in the Straße") == ["don", "t", "shout", "in", "the", "straße"]
    assert plain_words("天气 好_1") == ["天气", "好_1"]
