import pytest

from webwinnow.evaluate.report import numbers


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.031, "+0.031"), (-0.031, "−0.031"), (0.0, "0.000"), (0.0004, "0.000"), (-0.0004, "0.000"), (-0.0006, "−0.001")],
)
def test_differences_have_a_sign_unless_they_round_to_nothing(value: float, written: str) -> None:
    assert numbers.signed(value) == written


@pytest.mark.parametrize(
    ("part", "whole", "written"),
    [(0, 9, "0 %"), (9, 9, "100 %"), (1, 3, "33.3 %"), (1, 9999, "< 0.1 %"), (9999, 10000, "99.9 %"), (0, 0, "–")],
)
def test_per_cent_is_0_or_100_only_if_it_is_so(part: int, whole: int, written: str) -> None:
    assert numbers.percent(part, whole).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "–"),
        (2.0, "2 s"),
        (0.9996, "1 s"),
        (0.0123, "12.3 ms"),
        (0.00085, "850 µs"),
        (1e-7, "0.1 µs"),
        (1234.5, "1,234 s"),
    ],
)
def test_seconds(value: float | None, written: str) -> None:
    assert numbers.seconds(value) == written


@pytest.mark.parametrize(
    ("value", "written"), [(999, "999 bytes"), (1000, "1 kB"), (34_200, "34.2 kB"), (1.2e6, "1.2 MB")]
)
def test_sizes(value: float, written: str) -> None:
    assert numbers.size(value) == written


def test_scores_and_p_values() -> None:
    assert numbers.share(0.87349) == "0.873"
    assert numbers.share(None) == "–"
    assert numbers.p_value(0.0004) == "p < 0.001"
    assert numbers.p_value(0.0234) == "p = 0.023"
    assert numbers.count(1234567) == "1,234,567"


@pytest.mark.parametrize(
    ("value", "written", "word"),
    [
        (0.1, "d = +0.10", "negligible"),
        (-0.2, "d = −0.20", "small"),
        (0.79, "d = +0.79", "medium"),
        (float("-inf"), "d = −∞", "large"),
    ],
)
def test_effects(value: float, written: str, word: str) -> None:
    assert (numbers.effect(value), numbers.effect_word(value)) == (written, word)
