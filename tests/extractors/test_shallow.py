"""Shallow text features: the list of section 3.3.2.1, counted by hand, and pages that it wins and loses."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.blocks import atoms
from webwinnow.errors import ParameterError
from webwinnow.extractors.shallow import CLASSIFIERS, Shallow, columns, own_figures, with_neighbours

PARAGRAPH = (
    "<p>The mayor said on Monday that the old bridge would be closed for repairs until the end of the year, and that "
    "traffic would be sent over the new one. It was opened last summer after years of delay.</p>"
)
MENU = "<ul>" + "<li><a href=/x>Sports</a></li><li><a href=/y>Weather</a></li>" * 8 + "</ul>"


def figures(source: str) -> list[dict[str, float]]:
    page = Document(source)
    rows = with_neighbours(own_figures(page, atoms(page)))
    return [dict(zip(columns(), row, strict=True)) for row in rows.tolist()]


def kept(source: str, classifier: str = "tree") -> str:
    page = Document(source)
    return " ".join(page.source[start:end] for start, end in Shallow(classifier)(page))


def test_the_features_of_the_thesis() -> None:
    first, second = figures("<div><h2>NASA News</h2>At 12:30 | <a>Mr. Smith</a> slept. He did</div>")
    assert first["number of words"] == 2
    assert first["average word length"] == 4
    assert first["words that start with a capital"] == 2
    assert first["words all in capitals"] == 1
    assert first["ratio of words all in capitals"] == 0.5
    assert (first["in h2"], first["in h1"], first["in div"], first["in p"]) == (1, 0, 1, 0)
    assert (second["in h2"], second["in div"]) == (0, 1)
    assert second["number of words"] == 8
    assert second["link density"] == pytest.approx(2 / 8)
    assert second["date and time tokens"] == 2
    assert second["vertical bars"] == 1
    assert second["ratio of full stops"] == pytest.approx(2 / 8)
    assert second["average sentence length"] == 4
    assert second["ratio of words that start with a capital"] == pytest.approx(4 / 8)
    assert (first["absolute position"], second["absolute position"]) == (0, 1)
    assert (first["relative position"], second["relative position"]) == (0, 1)


def test_the_local_context_is_the_figures_of_the_neighbours() -> None:
    first, second = figures("<p>one</p><p>two three</p>")
    assert (first["previous number of words"], first["next number of words"]) == (0, 2)
    assert (second["previous number of words"], second["next number of words"]) == (1, 0)


@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_it_wins_on_an_article_between_menus(classifier: str) -> None:
    found = kept(f"<body>{MENU}<div>{PARAGRAPH * 5}</div>{MENU}", classifier)
    assert found.count("The mayor") >= 4  # the machine gives up the one next to the menu
    assert "Sports" not in found


def test_it_loses_a_list_of_short_lines() -> None:
    assert "salt" not in kept(f"<body>{MENU}<ul><li>salt</li><li>rye</li></ul>{MENU}")


def test_unknown_classifiers_are_refused() -> None:
    with pytest.raises(ParameterError, match="tree or svm"):
        Shallow(classifier="oracle")


def test_pages_without_text() -> None:
    assert kept("") == kept("<p></p>") == ""


def test_the_figures_are_finite() -> None:
    page = Document("<p>!!!<p>| |<p>2026-11-15")
    assert np.isfinite(own_figures(page, atoms(page))).all()
