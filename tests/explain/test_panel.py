"""Panels and explanations as plain data."""

import json

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.explain import Axis, Explanation, Panel, Region, Series, Threshold, explain
from webwinnow.extractors.dana import DANAg
from webwinnow.extractors.plain import Plain
from webwinnow.spans import Spans

PANEL = Panel(
    stage="sieve",
    title="Holes",
    caption="Seen.",
    x=Axis("hole of the sieve", "hole"),
    y=Axis("grains", "grains"),
    start=np.array([0, 4, 8], np.int32),
    end=np.array([4, 8, 20], np.int32),
    series=(Series("grain", "above", np.array([1, 2, 3])), Series("share", "line", np.array([0.1, 1 / 3, 1]))),
    regions=(Region(1, 2),),
    thresholds=(Threshold(0.5, "half"),),
)


def test_regions_as_stretches_of_the_source():
    assert PANEL.pairs().tolist() == [[4, 20]]
    assert PANEL.bounds().tolist() == [[1, 2]]
    assert PANEL.x_edges.tolist() == [0, 1, 2, 3]


def test_json_holds_everything():
    found = json.loads(json.dumps(PANEL.to_json()))
    assert found == {
        "stage": "sieve",
        "title": "Holes",
        "caption": "Seen.",
        "x": {"name": "hole of the sieve", "unit": "hole"},
        "y": {"name": "grains", "unit": "grains"},
        "start": [0, 4, 8],
        "end": [4, 8, 20],
        "series": [
            {"name": "grain", "mark": "above", "tone": "content", "values": [1, 2, 3]},
            {"name": "share", "mark": "line", "tone": "content", "values": [0.1, 0.333333, 1.0]},
        ],
        "regions": [{"first": 1, "last": 2, "start": 4, "end": 20}],
        "thresholds": [{"value": 0.5, "label": "half"}],
    }


def test_explanation_as_json(example):
    found = json.loads(explain(example, DANAg()).to_json())
    assert found["expression"] == "danag"
    assert found["title"].startswith("Tide mill")
    assert found["spans"] == [list(pair) for pair in DANAg()(example)]
    assert found["kept_characters"] == sum(end - start for start, end in found["spans"])
    assert found["share"] == pytest.approx(found["kept_characters"] / found["visible_characters"], abs=1e-6)
    lines = found["panels"][0]
    source = example.source
    assert "".join(source[a:b] for a, b in zip(lines["start"], lines["end"], strict=True)) == source
    region = found["panels"][-1]["regions"][0]
    assert "the sea itself has made flour" in source[region["start"] : region["end"]]


def test_json_of_a_long_page_is_not_grouped(long_page):
    found = json.loads(explain(long_page, Plain()).to_json())
    assert len(found["panels"][-1]["start"]) == len(long_page.blocks) > 2000


def test_nothing_kept_of_nothing():
    explanation = Explanation("x", None, None, Spans(size=0), Spans(size=0), ())
    assert json.loads(explanation.to_json())["panels"] == []
    assert json.loads(explain(Document(""), Plain()).to_json())["title"] is None
