"""Parameters that make no sense are refused, by a message that says what does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from webwinnow.errors import ParameterError
from webwinnow.extractors.ccb import ACCB, CCB, TCCB
from webwinnow.extractors.cetr import CETR, CETRThreshold
from webwinnow.extractors.dana import DANA, R2L, DANAg
from webwinnow.extractors.density import Density
from webwinnow.extractors.gswce import GSWCE
from webwinnow.extractors.mantratzis import Mantratzis
from webwinnow.extractors.textsweeper import TextSweeper
from webwinnow.stages import Extractor

REFUSED: list[tuple[type[Extractor], dict[str, object], str]] = [
    (CETR, {"width": -1}, "width must be a whole number from 0 to 100000, not -1"),
    (CETR, {"radius": 1.5}, "radius must be a whole number from 0 to 1000, not 1.5"),
    (CETRThreshold, {"coefficient": -1}, "coefficient must be from 0 to 1000, not -1"),
    (R2L, {"gap": -1}, "gap must be a whole number from 0 to 100000, not -1"),
    (R2L, {"smoothing": 2}, "smoothing must be an odd number from 1 to 99, not 2"),
    (R2L, {"width": 0}, "width must be a whole number from 10 to 100000, not 0"),
    (DANA, {"gap": 100_001}, "gap must be a whole number from 0 to 100000, not 100001"),
    (DANA, {"smoothing": 0}, "smoothing must be a whole number from 1 to 99, not 0"),
    (DANA, {"width": "30"}, "width must be a whole number from 10 to 100000, not '30'"),
    (DANAg, {"gap": -1}, "gap must be a whole number from 0 to 100000, not -1"),
    (DANAg, {"gap": 2.5}, "gap must be a whole number from 0 to 100000, not 2.5"),
    (DANAg, {"smoothing": 0}, "smoothing must be a whole number from 1 to 99, not 0"),
    (DANAg, {"smoothing": 4}, "smoothing must be an odd number from 1 to 99, not 4"),
    (DANAg, {"width": 9}, "width must be a whole number from 10 to 100000, not 9"),
    (DANAg, {"lines": "source"}, "lines must be blocks or equal, not 'source'"),
    (Density, {"c1": 1.1}, "c1 must be from 0 to 1, not 1.1"),
    (Density, {"c2": 0}, "c2 must be a whole number from 1 to 100000, not 0"),
    (GSWCE, {"radius": 0}, "radius must be a whole number from 1 to 10000, not 0"),
    (GSWCE, {"threshold": -0.1}, "threshold must be from 0 to 1, not -0.1"),
    (GSWCE, {"rounds": 1.0}, "rounds must be a whole number from 1 to 1000, not 1.0"),
    (Mantratzis, {"threshold": 1.1}, "threshold must be from 0 to 1, not 1.1"),
    (Mantratzis, {"threshold": -0.1}, "threshold must be from 0 to 1, not -0.1"),
    (Mantratzis, {"decay": 0}, "decay must be from 0.1 to 1, not 0"),
    (Mantratzis, {"decay": 2}, "decay must be from 0.1 to 1, not 2"),
    (Mantratzis, {"branches": 0}, "branches must be a whole number from 1 to 1000, not 0"),
]


def message(make: Callable[[], object]) -> str:
    with pytest.raises(ParameterError) as error:
        make()
    return str(error.value)


@pytest.mark.parametrize(("stage", "parameters", "expected"), REFUSED)
def test_with_the_range_that_is_possible(stage: type[Extractor], parameters: dict[str, object], expected: str) -> None:
    assert message(lambda: stage(**parameters)) == f"{stage.name}: {expected}"


@pytest.mark.parametrize("stage", [CCB, ACCB, TCCB])
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"radius": 0}, "radius must be a whole number from 1 to 10000, not 0"),
        ({"radius": 2.5}, "radius must be a whole number from 1 to 10000, not 2.5"),
        ({"threshold": 1.5}, "threshold must be from 0 to 1, not 1.5"),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 1000, not 0"),
    ],
)
def test_of_all_that_blur(stage: type[Extractor], parameters: dict[str, object], expected: str) -> None:
    assert message(lambda: stage(**parameters)) == f"{stage.name}: {expected}"


@pytest.mark.parametrize(
    ("parameter", "value"),
    [("tolerance", 1.5), ("tolerance", -1), ("minimum", -1), ("minimum", 2.5), ("links", 2), ("heading", -1),
     ("bold", "x"), ("passage", 0)],
)  # fmt: skip
def test_by_name(parameter: str, value: object) -> None:
    assert message(lambda: TextSweeper(**{parameter: value})).startswith(f"textsweeper: {parameter} must be ")
