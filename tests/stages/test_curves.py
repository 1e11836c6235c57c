"""What a stage shows of itself, as plain data."""

from __future__ import annotations

import json

import numpy as np

from webwinnow.stages.curves import AxisLabel, Chosen, Curve, Panel, Threshold, chosen_where

PANEL = Panel(
    stage="sieve",
    title="Holes",
    caption="Seen.",
    x=AxisLabel("hole of the sieve", "hole"),
    y=AxisLabel("grains", "grains"),
    start=np.array([0, 4, 8], np.int32),
    end=np.array([4, 8, 20], np.int32),
    curves=(Curve("grain", "above", np.array([1, 2, 3])), Curve("share", "line", np.array([0.1, 1 / 3, 1]))),
    chosen=(Chosen(1, 2),),
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


def test_positions_that_were_chosen():
    assert PANEL.is_chosen().tolist() == [False, True, True]
    assert chosen_where(np.array([True, True, False, True])) == (Chosen(0, 1), Chosen(3, 3))
    assert chosen_where(np.zeros(3, np.bool_)) == ()
