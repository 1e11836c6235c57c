import math

import pytest

from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.measures import (
    Characters,
    HeadlineCounts,
    HeadlineMatch,
    Measure,
    Snippets,
    WholeBlocks,
    WordBag,
    WordSet,
)
from webwinnow.evaluate.summary import from_json, leading_measure, summarise, to_json

BAG = WordBag()
WANTED = ("0.1.0", (BAG, Snippets()), ("language",))


def cell(page: str, f1: float, language: str = "en", **more) -> Cell:
    scores = {BAG: {"precision": f1, "recall": f1, "f1": f1}}
    return Cell(page, size=1000, seconds=0.5, scores=scores, expected=(BAG,), language=language, **more)


def failed(page: str, *expected: Measure, kind: str = "crash") -> Cell:
    return Cell(page, size=1000, expected=expected, failure=Failure(kind, "it broke"))


def one(cells, wanted=WANTED):
    program, measures, slicings = wanted
    return summarise(program, measures, slicings, {("p", "x"): cells}).packages[0].candidates[0]


def test_means_by_hand():
    found = one([cell("a", 0.2), cell("b", 0.4), cell("c", 0.9)])
    mean = found.measures[BAG].columns["f1"]
    assert mean.mean == pytest.approx(0.5)
    assert 0.2 <= mean.low < 0.5 < mean.high <= 0.9
    assert found.measures[BAG].deviation == pytest.approx(math.sqrt((0.09 + 0.01 + 0.16) / 2))
    assert (found.seconds, found.size, found.seconds_per_kb) == (1.5, 3000, 0.5)
    assert Snippets() not in found.measures


def test_a_failure_is_no_score_and_counts_apart():
    found = one([cell("a", 0.8), cell("b", 0.6), failed("c", BAG), failed("d", BAG, kind="timeout"), failed("e")])
    assert found.measures[BAG].pages == 2
    assert found.measures[BAG].columns["f1"].mean == pytest.approx(0.7)
    assert found.measures[BAG].with_failures == pytest.approx(1.4 / 4)  # the last page has no gold at all
    assert (found.pages, found.scored, found.without_gold, found.failed) == (5, 2, 0, 3)
    assert found.failures == {"crash": 2, "timeout": 1}
    assert (found.seconds, found.size) == (1.0, 2000)


def test_nothing_but_failures():
    found = one([failed("a", BAG), failed("b", BAG)])
    assert (found.failed, found.measures, found.seconds_per_kb) == (2, {}, None)


def test_slices_by_size():
    found = one([cell("a", 0.2, "de"), cell("b", 0.4), cell("c", 0.6), failed("d", BAG)])
    assert [(each.value, each.pages, each.failed) for each in found.slices["language"]] == [
        ("en", 2, 0),
        ("de", 1, 0),
        ("unknown", 1, 1),
    ]
    assert found.slices["language"][0].means == {BAG: pytest.approx({"precision": 0.5, "recall": 0.5, "f1": 0.5})}


def test_pairs_count_failures_as_nothing_found():
    pages = [str(number) for number in range(30)]
    steady = [cell(page, 0.8) for page in pages]
    choosy = [cell(page, 0.9) if number < 10 else failed(page, BAG) for number, page in enumerate(pages)]
    summary = summarise(*WANTED, {("p", "steady"): steady, ("p", "choosy"): choosy})
    (pair,) = summary.packages[0].pairs
    assert (pair.first, pair.second, pair.pages, pair.better) == ("steady", "choosy", 30, "steady")
    assert pair.difference.mean == pytest.approx(0.8 - 0.3)


def test_pairs_are_compared_unless_nobody_asks_for_them():
    cells = {("p", name): [cell("a", 0.5), cell("b", 0.7)] for name in "xy"}
    assert len(summarise(*WANTED, cells).packages[0].pairs) == 1
    without = summarise(*WANTED, cells, pairs=False)
    assert without.packages[0].pairs == ()
    assert without.packages[0].candidates == summarise(*WANTED, cells).packages[0].candidates


def test_equal_candidates_have_no_better():
    summary = summarise(*WANTED, {("p", name): [cell("a", 0.5), cell("b", 0.7)] for name in "xy"})
    (pair,) = summary.packages[0].pairs
    assert (pair.better, pair.p_value, pair.effect, pair.difference.mean) == (None, 1.0, 0.0, 0.0)


def test_an_effect_without_bound_is_none_so_that_the_file_stays_json():
    cells = {("p", name): [cell("a", f1), cell("b", f1)] for name, f1 in (("x", 0.5), ("y", 0.75))}
    summary = summarise(*WANTED, cells)
    assert summary.packages[0].pairs[0].effect is None
    assert from_json(to_json(summary)) == summary


def test_overall_joins_packages_page_by_page():
    cells = {("p", "x"): [cell("a", 0.2), cell("b", 0.4)], ("q", "x"): [cell("a", 0.9)]}
    summary = summarise(*WANTED, cells)
    assert summary.overall is not None
    assert summary.overall.pages == 3
    assert summary.overall.candidates[0].measures[BAG].columns["f1"].mean == pytest.approx(0.5)
    assert [point.page for point in summary.overall.candidates[0].points] == ["p/a", "p/b", "q/a"]
    assert summarise(*WANTED, {("p", "x"): cells["q", "x"]}).overall is None


def test_the_headline_figure_is_the_papers():
    counts = [HeadlineCounts(correct=1)] * 6 + [HeadlineCounts(wrong=1, missed=1)] * 2 + [HeadlineCounts(missed=1)] * 2
    cells = [
        Cell(str(number), 1, 1.0, {HeadlineMatch(): each.numbers()}, expected=(HeadlineMatch(),))
        for number, each in enumerate(counts)
    ]
    columns = one(cells, ("", (HeadlineMatch(),), ())).measures[HeadlineMatch()].columns
    paper = sum(counts, HeadlineCounts()).score()
    assert {name: mean.mean for name, mean in columns.items()} == pytest.approx(paper.numbers())
    assert columns["f1"].low <= columns["f1"].mean <= columns["f1"].high


def test_points_for_plots():
    (point,) = one([cell("a", 0.25)]).points
    assert (point.page, point.size, point.seconds, point.scores) == ("a", 1000, 0.5, {BAG: 0.25})


def test_snippets_are_compared_by_each_rate():
    scores = {Snippets(): {"with": 1.0, "without": 0.5}}
    cells = [Cell("a", 1, 1.0, scores, expected=(Snippets(),)), Cell("b", 1, 1.0, scores, expected=(Snippets(),))]
    summary = summarise(*WANTED, {("p", "x"): cells, ("p", "y"): cells})
    assert [(pair.measure, pair.column) for pair in summary.packages[0].pairs] == [
        (Snippets(), "with"),
        (Snippets(), "without"),
    ]


def test_the_leading_measure_is_a_bag_of_words_or_the_first():
    assert leading_measure((Characters(), WordBag(rule="plain"))) == WordBag(rule="plain")
    assert leading_measure((WholeBlocks(), WordSet())) == WholeBlocks()
    assert (WholeBlocks().main_column, Snippets().main_column) == ("f1", "with")
