from itertools import combinations
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.drawing.picture import shares
from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.report.precision_recall import Box, MeanPoint, box_of, place_labels, precision_recall

AREA = Box(0, 0, 400, 300)
points = st.lists(st.tuples(st.floats(0, 400), st.floats(0, 300)), max_size=25)


@given(places=points)
def test_no_label_covers_another_or_leaves_the_picture(places: list[tuple[float, float]]) -> None:
    labels = [f"candidate {number}" for number in range(len(places))]
    placed = place_labels(places, labels, AREA)
    boxes = [box_of(place, label) for place, label in zip(placed, labels, strict=True) if place]
    assert all(box.inside(AREA) for box in boxes)
    assert not any(first.overlaps(second) for first, second in combinations(boxes, 2))


def test_a_lone_label_stands_to_the_right_of_its_point() -> None:
    (placed,) = place_labels([(100, 100)], ["bte"], AREA)
    assert placed is not None
    assert (placed.anchor, placed.y) == ("start", 100)
    assert placed.x > 100


def test_at_the_right_edge_it_stands_to_the_left() -> None:
    (placed,) = place_labels([(395, 100)], ["a long name"], AREA)
    assert placed is not None and placed.anchor == "end"


def test_where_there_is_no_room_there_is_no_label() -> None:
    placed = place_labels([(200, 150)] * 60, ["a rather long name"] * 60, AREA)
    assert placed[0] is not None
    assert placed[-1] is None


def means() -> list[MeanPoint]:
    return [
        MeanPoint(CandidateMark(0, "bte"), 0.8, 0.7, 0.747),
        MeanPoint(CandidateMark(1, "a < b & c"), 0.9, 0.6, 0.72),
        MeanPoint(CandidateMark(2, "plain"), 0.5, 1.0, 0.667),
    ]


def test_every_candidate_is_drawn_named_and_told() -> None:
    drawn = ElementTree.fromstring(precision_recall(means(), "Precision and recall"))
    series = drawn.findall("g[@class='series']")
    assert len(series) == 3
    titles = {each.findtext("title") for each in series}
    assert "a < b & c: precision 0.900, recall 0.600, F1 0.720" in titles
    labels = {text.text for text in drawn.iter("text")}
    assert {"bte", "a < b & c", "plain"} <= labels
    assert drawn.get("role") == "img"
    assert "plain: precision 0.500" in (drawn.get("aria-label") or "")


def test_points_stand_where_their_numbers_say() -> None:
    drawn = precision_recall([MeanPoint(CandidateMark(0, "bte"), 0.8, 0.7, 0.75)], "x", (400, 330))
    across, up = shares([0.7], 38, 400 - 14), shares([0.8], 330 - 36, 24)
    assert f"M{across(0.7) - 5:.1f} {up(0.8):.1f}a" in drawn


def test_a_curve_of_equal_f1_goes_through_its_corner() -> None:
    drawn = precision_recall(means(), "x")
    assert "F1 0.7" in drawn
    across, up = shares([0.7, 0.6, 1.0], 38, 386), shares([0.8, 0.9, 0.5], 294, 24)
    x, y = across(1.0), up(0.7 / (2 - 0.7))
    assert f"{x:.1f} {y:.1f}" in drawn


def test_without_candidates_there_are_axes_only() -> None:
    assert "series" not in ElementTree.tostring(ElementTree.fromstring(precision_recall([], "x")), encoding="unicode")
