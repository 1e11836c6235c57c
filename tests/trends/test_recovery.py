"""The trends that were put into the made-up collection come out again."""

from itertools import pairwise

import numpy as np
import pytest

from webwinnow.trends.analysis import TrendSettings, find_trends
from webwinnow.trends.report import emerging
from webwinnow.trends.series import ALL


def of(trends, query, source=ALL):
    return next(each for each in trends.series if (each.query, each.source) == (query, source))


def slope(series) -> float:
    """Change from the first to the last year along a straight line, times 1000."""
    years = np.array([float(period) for period in series.periods])
    return float(np.polyfit(years, series.mean * 1000, 1)[0]) * (years[-1] - years[0])


def test_all_records_are_read(collection, made_up) -> None:
    assert (len(collection.records), collection.problems, collection.duplicates) == (2400, (), ())
    assert {record.journal for record in collection.records} == set(made_up.JOURNALS)


def test_what_rises_rises_and_what_falls_falls(trends) -> None:
    assert slope(of(trends, "biodiversity")) > 150
    assert slope(of(trends, "evolution")) < -150
    assert abs(slope(of(trends, "genome"))) < 40
    assert of(trends, "genome").changes == ()


def test_the_jump_is_found_in_its_year_and_nowhere_else(trends, made_up) -> None:
    for source in (ALL, *made_up.JOURNALS):
        series = of(trends, "conservation", source)
        assert [series.periods[change] for change in series.changes] == [str(made_up.JUMP)]


def test_the_order_of_the_sources_is_found(trends, made_up) -> None:
    means = [of(trends, "genome", journal).mean.mean() for journal in made_up.JOURNALS]
    assert means[2] > 1.5 * max(means[:2])


def test_the_share_without_keywords_is_found(trends) -> None:
    nothing = (trends.scores.keywords == 0).all(axis=1).mean()
    assert 0.03 < nothing < 0.06  # one in 25, and those that got none by chance


def test_the_word_that_emerges_is_found_and_invented_words_are_not(trends, made_up) -> None:
    found = {each.word: each for each in emerging(trends, 100)}
    assert found["microbiome"].early == 0
    assert found["microbiome"].late == pytest.approx(0.22, abs=0.05)
    topics = {
        word for topic in ("biodiversity", "conservation") for term in made_up.TOPICS[topic] for word in term.split()
    }
    assert set(found) <= topics | {"microbiome"}


def test_bands_hold_their_means_and_shrink_with_more_texts(trends, collection, queries) -> None:
    for series in trends.series:
        assert (series.low <= series.mean).all() and (series.mean <= series.high).all()
    whole, part = of(trends, "evolution"), of(trends, "evolution", trends.sources[0])
    assert (whole.high - whole.low).mean() < 0.75 * (part.high - part.low).mean()
    assert find_trends(collection, queries).series[0].low.tolist() == trends.series[0].low.tolist()


def test_typical_texts_are_the_best_of_their_year(trends) -> None:
    for first, second in pairwise(trends.typical):
        if (first.query, first.period) == (second.query, second.period):
            assert first.score >= second.score
    best = next(each for each in trends.typical if (each.query, each.period) == ("genome", "1990"))
    years = np.array([record.date == "1990" for record in trends.records])
    assert best.score == pytest.approx(trends.scores.cosine[years, 3].max())


def test_rare_keywords_weigh_more_with_idf(collection, queries, trends) -> None:
    other = find_trends(collection, queries, TrendSettings(idf=True, source="none", draws=10))
    assert len(other.series) == len(queries)
    assert not np.allclose(other.series[0].mean, trends.series[0].mean)
    assert slope(other.series[1]) < -100
