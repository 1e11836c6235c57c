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
from webwinnow.expression import parse_extractor
from webwinnow.extraction import extract
from webwinnow.headline import find_headline, rank_headlines
from webwinnow.media import media_rule

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


ALL = Document("<nav>one two</nav><p>three four five</p><div>six</div><h1>seven</h1>")


def shown(page: Document, hidden: set[str], sizes: dict[str, float] | None = None) -> Document:
    """The page, of which a browser showed all runs but these, in fonts of these sizes."""
    made = geometry(page)
    places = zip(page.runs.start.tolist(), page.runs.end.tolist(), strict=True)
    for run, text in enumerate(page.text(start, end) for start, end in places):
        made.runs.shown[run] = text not in hidden
        made.runs.size[run] = (sizes or {}).get(text, 16)
    return page.with_geometry(made)


def test_text_that_no_browser_shows_is_no_content_of_words_to_leaves() -> None:
    long = "three four five"
    assert long in extract(ALL, "wlr").text
    assert long not in extract(shown(ALL, {long}), "wlr").text
    assert long in extract(shown(ALL, {"one two", long, "six"}), "wlr").text, "scripts would show it"
    assert long in extract(shown(ALL, {long}), "plain").text, "a stage that does not use it"


def test_the_largest_font_is_that_of_the_browser() -> None:
    assert find_headline(ALL, "largest-font").text == "seven"
    found = rank_headlines(shown(ALL, {"one two"}, {"six": 40, "one two": 50}), "largest-font")
    assert (found[0].text, found[0].source, found[0].score) == ("six", "div", 1.0)


def test_media_have_the_size_that_a_browser_showed() -> None:
    page = Document("<img src=a width=500 height=400><img src=b><img src=c width=600 height=500><audio src=d></audio>")
    made = Geometry(Boxes.empty(len(page.elements)), Boxes.empty(len(page.runs)), (1280, 800), (1280, 800))
    boxes = made.elements
    first, second, third, sound = (each for each in range(len(page.elements)) if page.name(each) in ("img", "audio"))
    for element, (width, height, seen, loaded) in {
        first: (50, 40, True, True),
        second: (800, 600, True, True),
        third: (20, 20, False, False),
        sound: (300, 54, True, True),
    }.items():
        boxes.known[element], boxes.width[element], boxes.height[element] = True, width, height
        boxes.shown[element], boxes.loaded[element] = seen, loaded
    rule = media_rule(parse_extractor("wlr-media"))
    assert [each.url for each in rule.media(page)] == ["a", "c"]
    found = rule.media(page.with_geometry(made))
    assert [each.url for each in found] == ["b", "c", "d"], "what had not come keeps the size that the page states"
    assert found[0].size.source == "rendered"


def test_a_package_finds_its_sidecars(tmp_path: Path) -> None:
    for name, text in {"package.toml": "", "a.html": "<p>x", "b.html": "<p>y", "a.geometry.json": "{}"}.items():
        (tmp_path / name).write_text(text)
    first, second = (files.read() for files in load(tmp_path).pages)
    assert (first.geometry(), second.geometry()) == (b"{}", None)
