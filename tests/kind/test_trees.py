"""Sums of small trees."""

from __future__ import annotations

from importlib import resources

import pytest
from benchmarks.page_types import card_text
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kind import page_figures
from webwinnow.kind.page_type import overview_model
from webwinnow.kind.trees import Trees
from webwinnow.models import load_model, read_model, write_model

FIGURES = ["words", "links"]
TREES = [[[0, 10.0, 1, 2], [1.0], [1, 3.5, 3, 4], [2.0], [4.0]], [[0.25]]]


@pytest.mark.parametrize(
    ("words", "links", "score"), [(10, 9, 0.75), (11, 3, 1.75), (11, 4, 3.75), (float("inf"), 0, 1.75)]
)
def test_worked_example(words: float, links: float, score: float) -> None:
    assert Trees.of(FIGURES, -0.5, TREES).score({"words": words, "links": links, "more": 1}) == score


def test_no_trees_give_the_start() -> None:
    assert Trees.of([], 0.5, []).score({}) == 0.5


def test_a_model_file_holds_all_of_it() -> None:
    trees = Trees.of(FIGURES, -0.5, TREES)
    read = Trees.from_model(read_model(write_model(trees.to_model("small", {"what": "a test"})), "small", "here"))
    for words, links in ((10, 9), (11, 3), (11, 4)):
        assert read.score({"words": words, "links": links}) == trees.score({"words": words, "links": links})


def slow_score(model: Trees, figures: dict[str, float]) -> float:
    total = model.start
    for node in model.roots.tolist():
        while model.below[node] != node:
            asked = figures[model.figures[model.figure[node]]]
            node = int(model.below[node] if asked <= model.limit[node] else model.above[node])
        total += model.value[node]
    return total


@given(st.data())
def test_the_shipped_model_answers_as_a_walk_through_its_trees(data: st.DataObject) -> None:
    values = st.floats(0, 5000) | st.floats(0, 1)
    figures = {name: data.draw(values) for name in overview_model().figures}
    assert overview_model().score(figures) == pytest.approx(slow_score(overview_model(), figures))


def test_the_shipped_model_knows_its_figures_and_has_a_card() -> None:
    model = load_model("overview", "webwinnow.kind")
    assert set(model.settings["figures"]) <= set(page_figures(Document("")))
    card = model.settings["card"]
    assert {"what", "trained_on", "licences", "date", "balanced_accuracy", "command"} <= set(card)
    assert "homepages-mixed" not in card["trained_on"]
    assert "rtl-homepages" not in card["trained_on"]
    written = resources.files("webwinnow.kind").joinpath("overview.md").read_text(encoding="utf-8")
    assert written == card_text(model)
