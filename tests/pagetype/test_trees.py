"""Sums of small trees."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.pagetype import page_figures
from webwinnow.pagetype.page_type import overview_model
from webwinnow.pagetype.trees import Trees

MODEL = {
    "figures": ["words", "links"],
    "start": -0.5,
    "trees": [[[0, 10.0, 1, 2], [1.0], [1, 3.5, 3, 4], [2.0], [4.0]], [[0.25]]],
}


@pytest.mark.parametrize(
    ("words", "links", "score"), [(10, 9, 0.75), (11, 3, 1.75), (11, 4, 3.75), (float("inf"), 0, 1.75)]
)
def test_worked_example(words: float, links: float, score: float) -> None:
    assert Trees.from_json(MODEL).score({"words": words, "links": links, "more": 1}) == score


def test_no_trees_give_the_start() -> None:
    assert Trees.from_json({"figures": [], "start": 0.5, "trees": []}).score({}) == 0.5


def shipped() -> dict:
    return json.loads(resources.files("webwinnow.pagetype").joinpath("overview.json").read_text(encoding="utf-8"))


def slow_score(model: dict, figures: dict[str, float]) -> float:
    total = model["start"]
    for tree in model["trees"]:
        node = tree[0]
        while len(node) > 1:
            node = tree[node[2] if figures[model["figures"][int(node[0])]] <= node[1] else node[3]]
        total += node[0]
    return total


@given(st.data())
def test_the_shipped_model_answers_as_a_walk_through_its_trees(data) -> None:
    model = shipped()["model"]
    values = st.floats(0, 5000) | st.floats(0, 1)
    figures = {name: data.draw(values) for name in model["figures"]}
    assert overview_model().score(figures) == pytest.approx(slow_score(model, figures))


def test_the_shipped_model_knows_its_figures_and_has_a_card() -> None:
    found = shipped()
    assert set(found["model"]["figures"]) <= set(page_figures(Document("")))
    assert {"what", "trained_on", "licences", "date", "balanced_accuracy", "command"} <= set(found["card"])
    assert "homepages-mixed" not in found["card"]["trained_on"]
    assert "rtl-homepages" not in found["card"]["trained_on"]
