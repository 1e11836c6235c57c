"""What the docs say about evaluation is true: their example is right, and they name everything."""

import re
from pathlib import Path

import pytest

from webwinnow.evaluate.importers import FORMATS
from webwinnow.evaluate.measures import MEASURES, Characters, FoundText, Gold, Snippets, WordBag, parse_measure

DOCS = Path(__file__).parents[2] / "docs"
GOLD = Gold(
    "Rain at last\nIt rained all night",
    headline="Rain at last",
    with_snippets=("at last", "all night"),
    without_snippets=("Home", "Imprint"),
)
FOUND = FoundText("Home\nIt rained\nRain at last\nRain")


@pytest.mark.parametrize("measure", ["word-sequence", "word-bag", "word-set", "blocks"])
def test_the_worked_example(measure):
    score = parse_measure(measure)(GOLD, FOUND)
    numbers = " | ".join(f"{number:.3f}" for number in score.numbers().values())
    row = re.search(rf"^\| `{measure}` \| \d.*$", (DOCS / "measures.md").read_text(), re.MULTILINE)
    assert row is not None
    assert row[0].endswith(f"| {numbers} |")


def test_the_other_numbers_of_the_example():
    text = (DOCS / "measures.md").read_text()
    characters = Characters()(Gold("It rained"), FoundText("It ran"))
    assert f"F1 {characters.f1:.3f}" in text
    rates = Snippets()(GOLD, FOUND)
    assert f"the rate `with` is {rates.with_rate:.3f}" in text
    assert f"`without` is {rates.without_rate:.3f}" in text
    kept = FoundText("Rain at last\nIt rained")
    assert f"F1 {WordBag()(GOLD, kept).f1:.3f}. `word-bag(headline=optional)`" in text
    assert f"F1 {WordBag(headline='optional')(GOLD, kept).f1:.3f}, and that" in text


def test_all_measures_and_formats_are_documented():
    measures, packages = ((DOCS / f"{name}.md").read_text() for name in ("measures", "packages"))
    assert [name for name in MEASURES if f"| `{name}` |" not in measures] == []
    assert [name for name in FORMATS if f"| `{name}` |" not in packages] == []
