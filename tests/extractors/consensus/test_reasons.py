"""What spoke for and against a block adds up to the decision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.explain.explanation import explain
from webwinnow.explain.html import write_html
from webwinnow.extractors.consensus.consensus import FAVOURS, Consensus
from webwinnow.extractors.consensus.reasons import MEANINGS, groups
from webwinnow.extractors.consensus.verdict import _SHOWN

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))


@pytest.mark.parametrize("favour", FAVOURS)
def test_the_sum_of_all_that_is_shown_is_the_decision(favour: str) -> None:
    stage = Consensus(favour)
    for path in PAGES:
        page = Document.from_bytes(path.read_bytes())
        verdict, total = stage.verdict(page), stage.reasons(page).total
        assert np.array_equal(total > 0, verdict.keep), path
        limit = np.log(verdict.likely_limit / (1 - verdict.likely_limit))
        odds = np.log(verdict.likely / (1 - verdict.likely))
        assert np.allclose(_SHOWN[0] * total, odds - limit, atol=0.02), path


def test_doubts_limit_and_start_are_among_what_is_shown() -> None:
    text = "<p>It rained all night, and in the morning the fields stood under water as nobody had seen them for years."
    said = Consensus().reasons(Document(f"<h1>Rain</h1>{text * 3}<div class=comments>{text}</div>")).said
    assert {"start", "text", "favour", "limit", "comments or sources", "no landmarks"} <= set(said)
    assert said["comments or sources"][-1] < 0 == said["comments or sources"][0]


def test_every_family_has_a_sentence() -> None:
    assert set(groups()[0]) < set(MEANINGS)
    assert all(meaning and "." not in meaning for meaning in MEANINGS.values())


def test_what_spoke_against_is_in_json_and_html_alike() -> None:
    page = Document.from_bytes(PAGES[0].read_bytes())
    explanation = explain(page, Consensus())
    told = {each.name: each for each in explanation.panels[1].curves if each.mark == "adds"}
    assert set(told) == set(Consensus().reasons(page).said)
    lowest = float(told["start"].values[0])
    assert lowest < 0
    assert f'["start",[{lowest:.6f}'.rstrip("0") in write_html(explanation, page)
    assert MEANINGS["headline"] in write_html(explanation, page)
