"""What the trees of `consensus` learn from: labels of structures, weights, rows; and what lists of posts teach."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.evaluate.package import PageFiles
from webwinnow.extractors.consensus import wholes
from webwinnow.extractors.consensus.discussion import FIGURES, Discussion
from webwinnow.extractors.consensus.learned import learned
from webwinnow.training import consensus
from webwinnow.training.boosting import Growing
from webwinnow.training.discussion import learn_discussion
from webwinnow.training.examples import Example, gold_shares, read_examples

FILES = PageFiles("page", Path("page.html"), Path("page.txt"), None)
CELLS = "<table><tr><th>Year<th>Rain<tr><td>2024<td>812<tr><td>2023<td>790</table>"


def example(source: str, gold: str, trust: float = 1.0) -> Example:
    page = Document(source)
    return Example("one", FILES, "site", "en", "article", gold_shares(page, gold), consensus.prepare(page), trust=trust)


def test_cells_are_labelled_as_their_table() -> None:
    page = f"<p>Rain fell in 812 places.</p>{CELLS}<p>menu</p>"
    most = consensus._labels(example(page, "Rain fell in 812 places. Year Rain 2024 2023 790"))
    assert most.tolist() == [True, *[True] * 6, False]
    none = consensus._labels(example(page, "Rain fell in 812 places. 790"))
    assert none.tolist() == [True, *[False] * 6, False]


def test_a_package_counts_as_it_is_trusted() -> None:
    whole, half = (example("<p>Rain fell.<p>menu", "Rain fell.", trust) for trust in (1.0, 0.5))
    weights = consensus._weights([whole, half])
    np.testing.assert_allclose(weights[1], weights[0] / 2)


def test_light_rows_stand_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(0)
    weights = [random.random(4000) ** 6 for _ in range(3)]
    monkeypatch.setattr(consensus, "_MOST_ROWS", 2000)
    chosen, heavier = consensus._thinned(weights)
    count = sum(int(page.sum()) for page in chosen)
    assert count == len(heavier) == pytest.approx(2000, rel=0.1)
    assert heavier.sum() == pytest.approx(np.concatenate(weights).sum(), rel=0.05)
    monkeypatch.setattr(consensus, "_MOST_ROWS", 99_999)
    everything, same = consensus._thinned(weights)
    assert all(page.all() for page in everything)
    np.testing.assert_array_equal(same, np.concatenate(weights))


def test_trees_for_lists_are_grown_on_sites_that_others_judge() -> None:
    story = "Rain fell on the fields for days, and the river rose above its banks near the old mill by the road."
    points, menu = "<ul><li>dry boots<li>a warm coat</ul>", "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
    source, gold = f"{menu}<p>{story}<p>{story}{points}<p>{story}", f"{story} {story} dry boots a warm coat {story}"
    pages = [replace(example(source, gold), site=f"site {number}") for number in range(12)]
    how = Growing(trees=4, rate=0.5, bins=8)
    grown = consensus.grow_lists(pages, how=how)
    assert grown is not None
    assert grown.width <= len(wholes.FIGURES)
    assert consensus.grow_lists(pages[:1], how=how) is None  # of a single site, no other knows anything
    model = consensus.fit(pages, how=how)
    again = learned(consensus.pack(model, {})).lists
    assert again is not None
    assert np.array_equal(again.column, grown.column)
    of_text, menu_like = (
        [2.0, 2.0, 2.0, 5.0, 3.0, 2.0, 2.0, -9.0, 1.0],
        [-2.0, -2.0, -2.0, 2.0, 1.5, -9.0, 2.0, -9.0, 6.0],
    )
    odds = grown.odds(np.array([of_text, menu_like], dtype=np.float32))
    assert odds[0] > odds[1]


def lists(thread: float) -> Discussion:
    figures = np.zeros((1, len(FIGURES)))
    figures[0, :2] = 1.0, thread
    return Discussion(2, (np.array([1]),), figures, np.array([thread == 0]))


def test_threads_are_learned_to_be_content() -> None:
    story, post = "<p>" + "rain " * 30, "<p>" + "wind " * 30
    below = [example(f"{story}{post}", "rain " * 30)] * 8
    threads = [example(f"{story}{post}", "wind " * 30)] * 8
    found = [lists(0.0)] * 8 + [lists(1.0)] * 8
    words = [each.prepared.table.words for each in (*below, *threads)]
    weights = learn_discussion([*below, *threads], found, words, np.zeros(16))
    assert weights[0] < 0 < weights[0] + weights[1]
    assert not learn_discussion([], [], [], np.zeros(0)).any()


def test_pages_without_text_are_read_if_asked_for(tmp_path: Path) -> None:
    (tmp_path / "package.toml").write_text('name = "pages"\n', encoding="utf-8")
    for name, kind in (("in", "login"), ("home", "home")):
        (tmp_path / f"{name}.html").write_text("<p>Your name<p>Your password", encoding="utf-8")
        (tmp_path / f"{name}.json").write_text(f'{{"page_type": "{kind}"}}', encoding="utf-8")
    (tmp_path / "story.html").write_text("<p>Rain fell.<p>menu", encoding="utf-8")
    (tmp_path / "story.txt").write_text("Rain fell.", encoding="utf-8")
    found = read_examples([tmp_path], consensus.prepare, without_gold=True)
    assert [(each.files.id, each.empty) for each in found] == [("in", True), ("story", False)]
    assert not found[0].shares.any()
    assert [each.files.id for each in read_examples([tmp_path], consensus.prepare)] == ["story"]


def test_snippets_tell_of_the_blocks_that_hold_them(tmp_path: Path) -> None:
    (tmp_path / "package.toml").write_text('name = "pages"\n', encoding="utf-8")
    (tmp_path / "cake.html").write_text(
        "<p>Two eggs<p>Beat the <b>eggs</b> well.<p>Nobody knows<p>Beat it<p>Two eggs", encoding="utf-8"
    )
    (tmp_path / "cake.json").write_text(
        '{"with": ["beat the eggs", "two eggs", "", "no such words"], "without": ["Beat it"]}', encoding="utf-8"
    )
    (found,) = read_examples([tmp_path], consensus.prepare, without_gold=True)
    assert (found.empty, found.whole) == (False, False)
    assert found.evidence is not None and found.evidence.tolist() == [1, 3, 0, 2, 1]
    labels, (weights,) = consensus._labels(found), consensus._weights([found])
    assert labels[weights > 0].tolist() == [True, True, False, True]
    assert weights[2] == 0 and weights[1] > weights[0] > 0
    chosen, _ = consensus._thinned([weights])
    assert chosen[0].tolist() == [True, True, False, True, True]
