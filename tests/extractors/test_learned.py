"""Extractors that learned from packages: an article that each must win, a list that each must lose."""

from __future__ import annotations

import pytest

from kept import MENU, PARAGRAPH, kept_text
from webwinnow.errors import ParameterError
from webwinnow.extractors.content_seeker import CLASSIFIERS as SEGMENT_CLASSIFIERS
from webwinnow.extractors.content_seeker import ContentSeeker
from webwinnow.extractors.crf import CRF, METHODS
from webwinnow.extractors.mss import MSS
from webwinnow.extractors.shallow import CLASSIFIERS, Shallow
from webwinnow.stages import Extractor

LABELLERS = [CRF(method) for method in METHODS]
SEEKERS = [ContentSeeker(classifier) for classifier in SEGMENT_CLASSIFIERS]
SHALLOW = [Shallow(classifier) for classifier in CLASSIFIERS]


@pytest.mark.parametrize(
    ("stage", "fewest"),
    [(each, 5) for each in (*LABELLERS, *SEEKERS, MSS())] + [(each, 4) for each in SHALLOW],
    ids=str,
)
def test_an_article_between_menus(stage: Extractor, fewest: int) -> None:
    found = kept_text(stage, f"<body>{MENU}<div><h1>Bridge</h1>{PARAGRAPH * 5}</div>{MENU}")
    assert found.count("The mayor") >= fewest
    assert "Sports" not in found


@pytest.mark.parametrize("stage", [CRF(), ContentSeeker(), Shallow()], ids=str)
def test_a_list_of_short_lines_is_lost(stage: Extractor) -> None:
    article = f"<div>{PARAGRAPH * 5}</div>" if isinstance(stage, CRF) else ""
    assert "salt" not in kept_text(stage, f"<body>{MENU}<ul><li>salt</li><li>rye</li></ul>{MENU}{article}")


@pytest.mark.parametrize(
    ("stage", "parameter"), [(CRF, "method"), (ContentSeeker, "classifier"), (Shallow, "classifier")]
)
def test_unknown_choices_are_refused(stage: type[Extractor], parameter: str) -> None:
    choices = {CRF: METHODS, ContentSeeker: SEGMENT_CLASSIFIERS, Shallow: CLASSIFIERS}[stage]
    with pytest.raises(ParameterError) as error:
        stage(**{parameter: "oracle"})
    assert all(choice in str(error.value) for choice in (*choices, parameter, "oracle"))


@pytest.mark.parametrize("stage", [*LABELLERS, *SEEKERS, *SHALLOW, MSS()], ids=str)
def test_pages_without_text(stage: Extractor) -> None:
    assert kept_text(stage, "") == kept_text(stage, "<p></p>") == ""
    assert kept_text(stage, "<p>One.</p>") in ("", "One.")
