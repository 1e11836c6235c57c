"""Geometry beside the columns of a page: views keep it, sidecars are checked, packages know them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.geometry import Boxes, Geometry
from webwinnow.errors import PageError
from webwinnow.evaluate.package import load

PAGE = Document("<h1>one</h1><p>two <b>three</b></p>")


def geometry(page: Document) -> Geometry:
    elements, runs = Boxes.empty(len(page.elements)), Boxes.empty(len(page.runs))
    runs.known[:], runs.size[:] = True, 16.5
    return Geometry(elements, runs, (1280, 800), (1280, 900.5), {"browser": "none"})


def test_views_and_other_processes_keep_it() -> None:
    page = PAGE.with_geometry(geometry(PAGE))
    assert PAGE.geometry is None
    assert page.without(page.visible).geometry is page.geometry
    assert pickle.loads(pickle.dumps(page)).geometry.runs.size.tolist() == [16.5] * 3


def test_a_sidecar_comes_back_as_it_was() -> None:
    sidecar = json.dumps(geometry(PAGE).to_json(PAGE.markup))
    again = PAGE.with_geometry(sidecar).geometry
    assert np.array_equal(again.runs.size, [16.5] * 3)
    assert (again.viewport, again.extent, again.about) == ((1280, 800), (1280, 900.5), {"browser": "none"})


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(format="another"),
        lambda content: content["source"].update(characters=1),
        lambda content: content["elements"]["start"].reverse(),
        lambda content: content["runs"]["left"].pop(),
        lambda content: content["runs"].update(left=["x"] * 3),
        lambda content: content["runs"].update(left=[float("nan")] * 3),
        lambda content: content.pop("viewport"),
    ],
)
def test_what_does_not_fit_is_refused(change) -> None:
    content = geometry(PAGE).to_json(PAGE.markup)
    change(content)
    with pytest.raises(PageError, match="the sidecar: no geometry of this page"):
        PAGE.with_geometry(json.dumps(content))


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, "null", b"\xff"])
def test_what_is_no_sidecar_is_refused(text) -> None:
    with pytest.raises(PageError):
        PAGE.with_geometry(text)


def test_a_package_finds_its_sidecars(tmp_path: Path) -> None:
    for name, text in {"package.toml": "", "a.html": "<p>x", "b.html": "<p>y", "a.geometry.json": "{}"}.items():
        (tmp_path / name).write_text(text)
    first, second = (files.read() for files in load(tmp_path).pages)
    assert (first.geometry(), second.geometry()) == (b"{}", None)
