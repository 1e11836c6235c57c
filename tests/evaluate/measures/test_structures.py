"""Measures of structure on small pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from webwinnow.evaluate.measures import FoundText, Gold, parse_measure
from webwinnow.evaluate.measures.structures import StructureCounts

PAGE = b"""<title>Rain at last</title><ul><li><a href=/>Home page</a></li><li><a href=/c>Contact us</a></li></ul>
<h1>Rain at last</h1><p>It rained all night, and nobody slept.</p><h2>Figures</h2>
<table><tr><th>Month<th>Rain<tr><td>May<td>71<tr><td>June<td>48</table>
<p>We did these things:</p><ol><li>looked out</li><li>closed windows</li></ol><pre>total = 71 + 48</pre>
<h2>Comments</h2>"""
GOLD = Gold(
    """Rain at last\nIt rained all night, and nobody slept.\nFigures\nMonth Rain\nMay 71\nJune 48
We did these things:\nlooked out\nclosed windows\ntotal = 71 + 48""",
    headline="Rain at last",
    html=PAGE,
)
ALL = FoundText(GOLD.text or "")


def numbers(measure: str, text: str) -> dict[str, float | None]:
    outcome = parse_measure(measure)(GOLD, FoundText(text))
    assert outcome is not None
    return dict(outcome.numbers())


@pytest.mark.parametrize("measure", ["tables", "lists", "code", "headings"])
def test_the_gold_itself_is_whole(measure: str) -> None:
    assert numbers(measure, ALL.text) == {"whole": 1.0, "cut": 0.0, "missing": 0.0, "extra": 0.0}


def test_a_table_without_its_last_row_is_cut() -> None:
    assert numbers("tables", ALL.text.replace("June 48", ""))["cut"] == 1.0
    assert numbers("tables", ALL.text.replace("June 48", ""))["extra"] is None
    assert numbers("tables", ALL.text.replace("Month Rain\nMay 71\nJune 48", ""))["missing"] == 1.0


def test_what_the_gold_does_not_have_is_extra() -> None:
    assert numbers("lists", f"Home page\nContact us\n{ALL.text}") == {
        "whole": 1.0,
        "cut": 0.0,
        "missing": 0.0,
        "extra": 0.5,
    }
    assert numbers("headings", f"{ALL.text}\nComments")["extra"] == 0.5


def test_the_headline_is_no_heading() -> None:
    without = ALL.text.removeprefix("Rain at last\n")
    assert numbers("headings", without) == numbers("headings", ALL.text)


def test_a_page_without_such_structures_gives_nothing() -> None:
    assert parse_measure("figures")(GOLD, ALL) is None
    assert parse_measure("tables")(Gold("text"), ALL) is None
    assert parse_measure("tables")(Gold(html=PAGE), ALL) is None


def test_counts_add_up() -> None:
    one, two = StructureCounts(whole=1, cut=1, kept=2, extra=1), StructureCounts(missing=2)
    assert (one + two).numbers() == {"whole": 0.25, "cut": 0.25, "missing": 0.5, "extra": 0.5}


MARKDOWN = """# Rain at last\n\nIt rained all night, and nobody slept.\n\n## Figures\n
| Month | Rain |\n|---|---|\n| May | 71 |\n\n$$\na + b = c\n$$\n"""


def test_gold_markdown_tells_exactly_what_there_is() -> None:
    gold = replace(GOLD, markdown=MARKDOWN)
    text = "It rained all night, and nobody slept.\nFigures\nMonth Rain\nMay 71\na + b = c"
    for name in ("tables", "formulas", "headings"):
        outcome = parse_measure(name)(gold, FoundText(text))
        assert outcome is not None
        assert outcome.numbers()["whole"] == 1.0
    cut = parse_measure("formulas")(gold, FoundText(text.replace("+ b", "")))
    assert cut is not None
    assert cut.numbers()["cut"] == 1.0
    assert parse_measure("formulas")(GOLD, FoundText(text)) is None
