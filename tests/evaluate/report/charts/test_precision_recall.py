from xml.etree import ElementTree

from webwinnow.evaluate.report.charts.marks import Mark
from webwinnow.evaluate.report.charts.precision_recall import Point, precision_recall
from webwinnow.evaluate.report.charts.scales import shares


def points() -> list[Point]:
    return [
        Point(Mark(0, "bte"), 0.8, 0.7, 0.747),
        Point(Mark(1, "a < b & c"), 0.9, 0.6, 0.72),
        Point(Mark(2, "plain"), 0.5, 1.0, 0.667),
    ]


def test_every_candidate_is_drawn_named_and_told() -> None:
    drawn = ElementTree.fromstring(precision_recall(points(), "Precision and recall"))
    series = drawn.findall("g[@class='series']")
    assert len(series) == 3
    titles = {each.findtext("title") for each in series}
    assert "a < b & c: precision 0.900, recall 0.600, F1 0.720" in titles
    labels = {text.text for text in drawn.iter("text")}
    assert {"bte", "a < b & c", "plain"} <= labels
    assert drawn.get("role") == "img"
    assert "plain: precision 0.500" in (drawn.get("aria-label") or "")


def test_points_stand_where_their_numbers_say() -> None:
    drawn = precision_recall([Point(Mark(0, "bte"), 0.8, 0.7, 0.75)], "x", (400, 330))
    across, up = shares([0.7], 38, 400 - 14), shares([0.8], 330 - 36, 24)
    assert f"M{across(0.7) - 5:.1f} {up(0.8):.1f}a" in drawn


def test_a_curve_of_equal_f1_goes_through_its_corner() -> None:
    drawn = precision_recall(points(), "x")
    assert "F1 0.7" in drawn
    across, up = shares([0.7, 0.6, 1.0], 38, 386), shares([0.8, 0.9, 0.5], 294, 24)
    x, y = across(1.0), up(0.7 / (2 - 0.7))
    assert f"{x:.1f} {y:.1f}" in drawn


def test_without_candidates_there_are_axes_only() -> None:
    assert "series" not in ElementTree.tostring(ElementTree.fromstring(precision_recall([], "x")), encoding="unicode")
