"""Sequence labelling: observations, the three models, and pages that they win and lose."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.crf import COLUMNS, CRF, KINDS, METHODS, OFFSETS, VALUES, label, observations
from webwinnow.models import Model

PARAGRAPH = (
    "<p>The mayor said on Monday that the old bridge would be closed for repairs until the end of the year, and that "
    "traffic would be sent over the new one. It was opened last summer after years of delay.</p>"
)
MENU = "<ul>" + "<li><a href=/x>Sports</a></li><li><a href=/y>Weather</a></li>" * 8 + "</ul>"


def kept(source: str, method: str = "crf") -> str:
    page = Document(source)
    return " ".join(page.source[start:end] for start, end in CRF(method)(page))


@given(markup())
def test_every_observation_is_one_of_its_column(source: str) -> None:
    page = Document(source)
    if len(page.blocks):
        observed = observations(page) - OFFSETS
        assert observed.shape == (len(page.blocks), len(KINDS))
        assert ((observed >= 0) & (observed < np.array(list(KINDS.values())))).all()


def test_a_block_is_seen_in_proportion_to_the_page() -> None:
    page = Document(f"<body>{MENU}<div>{PARAGRAPH * 2}</div><p>Read on.</p>")
    observed = dict(zip(KINDS, (observations(page) - OFFSETS).T.tolist(), strict=True))
    # 37 of 76 words outside links are in each paragraph, 74 in both, 2 in the last line; links count for nothing
    assert observed["share of the page"] == [0] * 16 + [7, 7, 4]
    assert observed["share of the siblings"] == [0] * 16 + [8, 8, 2]


def field(stay: float) -> Model:
    """A field that knows long blocks only, and how gladly a label stays as it is."""
    weights = np.zeros((VALUES, 1), np.float32)
    weights[:6], weights[6:12] = -1.0, 1.0
    arrays = {
        "crf weights": weights,
        "crf start": np.zeros(1, np.float32),
        "crf transitions": np.array([[stay, 0], [0, stay]], np.float32),
    }
    return Model("crf", {"columns": list(COLUMNS)}, arrays)


def test_neighbours_carry_a_short_block_between_long_ones() -> None:
    page = Document(PARAGRAPH * 2 + "<p>Short.</p>" + PARAGRAPH * 2)
    assert label(field(0.0), observations(page)).tolist() == [True, True, False, True, True]
    assert label(field(2.0), observations(page)).tolist() == [True] * 5


@pytest.mark.parametrize("method", METHODS)
def test_it_wins_on_an_article_between_menus(method: str) -> None:
    found = kept(f"<body>{MENU}<div>{PARAGRAPH * 5}</div>{MENU}", method)
    assert found.count("The mayor") == 5
    assert "Sports" not in found


def test_it_loses_a_list_of_short_lines() -> None:
    assert "salt" not in kept(f"<body>{MENU}<ul><li>salt</li><li>rye</li></ul>{MENU}<div>{PARAGRAPH * 5}</div>")


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(ParameterError, match="crf, maxent, memm"):
        CRF(method="oracle")


def test_pages_with_one_block_or_none() -> None:
    for method in METHODS:
        assert kept("", method) == ""
        assert kept("<p>One.</p>", method) in ("", "One.")
