"""What holds for all measures: specification, missing gold, conventions."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import ParameterError, UsageError
from webwinnow.evaluate.measures import (
    MEASURES,
    Characters,
    FoundText,
    Gold,
    Measure,
    WordBag,
    WordSequence,
    parse_measure,
)

SPECIFICATIONS = [
    "characters",
    "characters(limit=50000)",
    "characters(limit=7, headline=optional)",
    "word-sequence(rule=plain, limit=9)",
    "word-bag",
    "word-bag(rule=plain)",
    "word-bag(rule=plain, headline=optional)",
    "word-set(headline=optional)",
    "blocks(headline=optional)",
    "snippets",
    "headline",
]
TEXT_MEASURES = ["characters", "word-sequence", "word-bag", "word-set", "blocks"]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_printed_form_is_the_specification(specification: str) -> None:
    measure = parse_measure(specification)
    assert str(measure) == specification
    assert parse_measure(str(measure)) == measure == pickle.loads(pickle.dumps(measure))
    assert hash(parse_measure(str(measure))) == hash(measure)


def test_defaults_and_spaces_may_be_written() -> None:
    assert parse_measure(" word-bag( rule = unicode ,headline=as-is ) ") == WordBag()
    assert parse_measure("word-bag()") == WordBag()
    assert parse_measure("characters(headline=optional, limit=7)") == Characters(limit=7, headline="optional")
    assert WordBag() != WordBag(rule="plain")
    assert str(WordSequence(limit=5)) == "word-sequence(limit=5)"


def test_each_name_is_that_of_its_measure() -> None:
    assert {name: str(kind()) for name, kind in MEASURES.items()} == {name: name for name in MEASURES}
    assert list(MEASURES) == [
        "characters",
        "word-sequence",
        "word-bag",
        "word-set",
        "snippets",
        "blocks",
        "headline",
        "tables",
        "lists",
        "code",
        "formulas",
        "figures",
        "headings",
        "order",
        "markdown",
    ]


@pytest.mark.parametrize(
    ("specification", "error", "message"),
    [
        ("word-bags", UsageError, "unknown measure 'word-bags': choose word-bag"),
        ("zzz", UsageError, "choose characters, word-sequence"),
        ("", UsageError, "is not a measure"),
        ("word-bag(rule=plain", UsageError, "is not a measure"),
        ("word-bag(rule=latin)", ParameterError, "rule=latin is not possible: choose unicode or plain"),
        ("word-bag(headline=no)", ParameterError, "choose as-is or optional"),
        ("word-bag(limit=3)", ParameterError, "word-bag cannot take 'limit=3': choose of rule, headline"),
        ("word-bag(rule=plain, rule=plain)", ParameterError, "each once"),
        ("word-bag(plain)", ParameterError, "cannot take 'plain'"),
        ("headline(rule=plain)", ParameterError, "it has none"),
        ("characters(limit=many)", ParameterError, "give a whole number"),
        ("characters(limit=0)", ParameterError, "from 1 up"),
        ("word-sequence(limit=-5)", ParameterError, "from 1 up"),
    ],
)
def test_what_cannot_be_read_is_explained(specification: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        parse_measure(specification)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("measure", [kind() for kind in MEASURES.values()], ids=str)
def test_without_gold_there_is_no_outcome(measure: Measure) -> None:
    assert measure(Gold(), FoundText("some text", "a headline")) is None


@pytest.mark.parametrize("name", TEXT_MEASURES)
def test_empty_texts_follow_the_convention(name: str) -> None:
    measure = parse_measure(name)

    def numbers(gold: str, found: str) -> list[float | None]:
        outcome = measure(Gold(gold), FoundText(found))
        assert outcome is not None
        return list(outcome.numbers().values())

    assert numbers("", " \n") == [1, 1, 1]
    assert numbers("", "word") == [0, 0, 0]
    assert numbers("word", "") == [0, 0, 0]


@pytest.mark.parametrize("name", MEASURES)
@given(gold=st.text(max_size=40), found=st.text(max_size=40), headline=st.text(max_size=10))
def test_outcomes_are_named_numbers_from_0_to_1_and_a_match_is_1(
    name: str, gold: str, found: str, headline: str
) -> None:
    measure = parse_measure(name)
    wanted = Gold(gold, headline, (gold,), ())
    for answer in (FoundText(found, found), FoundText(gold, headline)):
        outcome = measure(wanted, answer)
        if outcome is None:
            continue
        numbers = outcome.numbers()
        assert tuple(numbers) == measure.columns
        assert not outcome.approximate
        assert all(number is None or 0 <= number <= 1 for number in numbers.values())
        if answer.text == gold and answer.headline == headline:
            assert all(number in (None, 1) for number in numbers.values())
