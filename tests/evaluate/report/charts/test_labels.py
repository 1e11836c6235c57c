from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluate.report.charts.labels import Box, box_of, place_labels

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
