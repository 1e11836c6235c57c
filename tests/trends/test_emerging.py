"""Emerging terms: what grows is found, chance is not, and significance is that of the textbook."""

import numpy as np
import pytest

from webwinnow.trends.emerging import _adjusted, emerging_terms
from webwinnow.trends.scores import stream_of


def collection(seed: int, rising: bool):
    chance = np.random.default_rng(seed)
    years = np.repeat(np.arange(2000, 2010), 40).astype(float)
    texts = []
    for year in years:
        words = [f"w{number}" for number in np.flatnonzero(chance.random(200) < 0.1)]
        grows = rising and chance.random() < (year - 2000) / 15
        texts.append(" ".join([*words, str(int(year)), *(["drones"] if grows else [])]))
    return stream_of(texts, "en"), years


def test_what_grows_is_found_first_with_its_shares() -> None:
    found = emerging_terms(*collection(1, rising=True))
    assert [each.word for each in found] == ["drones"]
    assert found[0].slope == pytest.approx(1 / 15, abs=0.02)
    assert found[0].early < 0.2 < 0.4 < found[0].late
    assert found[0].significance < 1e-6


def test_chance_alone_gives_hardly_any() -> None:
    assert sum(len(emerging_terms(*collection(seed, rising=False))) > 0 for seed in range(20)) <= 4  # 1 expected


def test_the_trend_test_is_that_of_a_regression() -> None:
    """The z of Cochran and Armitage is the correlation of presence and time times the root of n."""
    stream, years = collection(2, rising=True)
    present = np.array(
        [stream.stems.index("drone") in stream.term[a:b] for a, b in zip(stream.start, stream.start[1:], strict=False)]
    )
    z = np.corrcoef(present, years)[0, 1] * np.sqrt(len(years))
    from math import erfc

    tested = sum(1 for stem in stream.stems if stem.startswith("w") or stem == "drone")
    assert emerging_terms(stream, years)[0].significance == pytest.approx(erfc(z / 2**0.5) / 2 * tested, rel=1e-3)


def test_adjusting_is_that_of_benjamini_and_hochberg() -> None:
    assert _adjusted(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_nothing_to_compare() -> None:
    assert emerging_terms(stream_of([]), np.array([])) == ()
    assert emerging_terms(stream_of(["a b c"] * 30), np.full(30, 2000.0)) == ()
