import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from webwinnow.evaluate.measures import FoundText, Gold, Measure, WordBag, parse_measure
from webwinnow.evaluate.measures.words import without_headline

MEASURES = [
    parse_measure(f"{name}(headline=optional)")
    for name in ["characters", "word-sequence", "word-bag", "word-set", "blocks"]
]
texts = st.lists(st.sampled_from(["rain", "at last", "it", "\n", " ", "Rain at last", '"']), max_size=12).map(" ".join)
HEADLINE = "Rain at last!"


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("Rain at last!\n\nIt rained.", "It rained."),
        ("# RAIN AT LAST\nIt rained.", "It rained."),
        ("Rain at last! It rained.", "It rained."),
        ("Rain at last!\nRain at last\nIt rained.", "It rained."),
        ("Weather\n3 May\nRain at last\nIt rained.", "Weather\n3 May\nIt rained."),
        ("“Rain at last!” “It rained”, he said", "“It rained”, he said"),
        ("It rained.\n\nMore rain.", "It rained.\nMore rain."),
        ("Rain at lasting cost", "Rain at lasting cost"),
        ("We had rain at last.", "We had rain at last."),
        ("1\n2\n3\n4\n5\nRain at last", "1\n2\n3\n4\n5\nRain at last"),
        ("Rain at last", ""),
        ("", ""),
    ],
)
def test_the_headline_is_taken_out_of_the_opening_only(text: str, body: str) -> None:
    assert without_headline(text, HEADLINE) == body


@pytest.mark.parametrize("headline", ["", "  ", "!?"])
def test_a_headline_without_words_takes_nothing_out(headline: str) -> None:
    assert without_headline("! It\n\nrained", headline) == "! It\n\nrained"


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@given(gold=texts, found=texts, separator=st.sampled_from(["\n", " ", "\n\n"]))
def test_keeping_or_dropping_the_headline_makes_no_difference(
    measure: Measure, gold: str, found: str, separator: str
) -> None:
    assume(without_headline(gold, HEADLINE))
    headed_gold, headed_found = f"{HEADLINE}{separator}{gold}", f"{HEADLINE}{separator}{found}"
    expected = measure(Gold(gold, HEADLINE), FoundText(found))
    assert measure(Gold(gold, HEADLINE), FoundText(headed_found)) == expected
    assert measure(Gold(headed_gold, HEADLINE), FoundText(found)) == expected
    assert measure(Gold(headed_gold, HEADLINE), FoundText(headed_found)) == expected


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@given(gold=texts, found=texts, above=st.integers(1, 4))
def test_nor_does_it_below_a_few_lines(measure: Measure, gold: str, found: str, above: int) -> None:
    opening = "\n".join(["weather"] * above)
    kept, dropped = FoundText(f"{opening}\n{HEADLINE}\n{found}"), FoundText(f"{opening}\n{found}")
    assert measure(Gold(f"sunny {gold}", HEADLINE), kept) == measure(Gold(f"sunny {gold}", HEADLINE), dropped)


def test_the_worked_example() -> None:
    gold = Gold("Rain at last\nIt rained all night", "Rain at last")
    kept, dropped = FoundText("Rain at last\nIt rained"), FoundText("It rained")

    def f1(measure: WordBag, found: FoundText) -> float:
        score = measure(gold, found)
        assert score is not None
        return round(score.f1, 2)

    assert (f1(WordBag(), kept), f1(WordBag(), dropped)) == (0.83, 0.44)
    optional = WordBag(headline="optional")
    assert (f1(optional, kept), f1(optional, dropped)) == (0.67, 0.67)


def test_gold_that_is_nothing_but_the_headline_is_scored_as_it_is() -> None:
    gold = Gold("Rain at last", "Rain at last")
    for measure in MEASURES:
        right, nothing = measure(gold, FoundText("Rain at last")), measure(gold, FoundText(""))
        assert right is not None
        assert nothing is not None
        assert (right.numbers()["f1"], nothing.numbers()["f1"]) == (1, 0)


def test_without_a_known_headline_texts_are_scored_as_they_are() -> None:
    assert WordBag(headline="optional")(Gold("a b"), FoundText("a")) == WordBag()(Gold("a b"), FoundText("a"))
