import gzip
import json
import re
from collections import Counter

import pytest

from webwinnow.document import Document
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate import run as run_module
from webwinnow.evaluate.adapters import ExpressionAdapter, PythonAdapter
from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.package import load
from webwinnow.evaluate.plan import Settings
from webwinnow.evaluate.run import evaluate
from webwinnow.render.text import render_text

PLAIN = ExpressionAdapter.of("plain")
BAG = Settings(measures=(WordBag(),))


def naive_word_bag(gold: str, found: str) -> tuple[float, float, float]:
    """The published definition: multisets of lower-case `\\w+`."""
    gold_words, found_words = (Counter(re.findall(r"\w+", text.lower())) for text in (gold, found))
    common = sum((gold_words & found_words).values())
    precision = common / sum(found_words.values()) if found_words else 0.0
    recall = common / sum(gold_words.values()) if gold_words else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0


def test_the_whole_way_equals_the_naive_definition(examples, tmp_path):
    rule = WordBag(rule="plain")
    run = evaluate([examples], [PLAIN], tmp_path, Settings(measures=(rule,), jobs=2))
    expected = {}
    for files in load(examples).pages:
        page = files.read()
        if page.gold is not None:
            document = Document.from_bytes(page.html(), url=page.meta.url)
            expected[page.id] = naive_word_bag(page.gold, render_text(document, document.visible))
    found = {cell.page: tuple(cell.scores[str(rule)].values()) for cell in run.cells["example", "plain"] if cell.scores}
    assert found.keys() == expected.keys()
    assert len(found) == 41
    for page, numbers in found.items():
        assert numbers == pytest.approx(expected[page], abs=1e-9)
    macro = sum(f1 for _, _, f1 in expected.values()) / len(expected)
    summary = run.summary.packages[0].candidates[0].measures[str(rule)]
    assert summary.columns["f1"].mean == pytest.approx(macro, abs=1e-9)
    # `plain` keeps everything: whatever gold is visible is found; one home page has nothing to be found
    recalls = {page: recall for page, (_, recall, _) in found.items() if recall < 1}
    assert recalls == {"zh-home-portal": 0.0}


def test_every_kind_of_broken_page_is_an_outcome(small, tmp_path):
    page = b"<p>Words of a page.</p>"
    (small / "a-gzip.html.gz").write_bytes(b"no gzip")
    (small / "b-cut.html.gz").write_bytes(gzip.compress(page * 100)[:-20])
    for name in ("c-json", "d-encoding", "e-empty", "f-no-gold", "g-key", "h-large"):
        (small / f"{name}.html").write_bytes(page)
        (small / f"{name}.txt").write_text("Words of a page.")
    (small / "c-json.json").write_text("{")
    (small / "d-encoding.txt").write_bytes("Wörter".encode("latin-1"))
    (small / "e-empty.txt").write_text("")
    (small / "f-no-gold.txt").unlink()
    (small / "g-key.json").write_text('{"colour": "red"}')
    (small / "h-large.html").write_bytes(page + b"<!--" + b"x" * 20_000_000 + b"-->")
    (small / "i-lost.txt").write_text("Gold without a page.")
    run = evaluate([small], [PLAIN], tmp_path / "run", Settings(measures=(WordBag(),), jobs=2))
    outcomes = {cell.page: cell.failure.kind if cell.failure else cell.outcome for cell in run.cells["small", "plain"]}
    assert outcomes == {
        **dict.fromkeys(["bread", "rain", "wind", "g-key", "h-large"], "scored"),
        **dict.fromkeys(["a-gzip", "b-cut", "c-json", "d-encoding", "i-lost"], "unreadable"),
        **dict.fromkeys(["e-empty", "f-no-gold"], "no gold"),
    }
    (candidate,) = run.summary.packages[0].candidates
    assert (candidate.scored, candidate.without_gold, candidate.failures) == (5, 2, {"unreadable": 5})


def test_a_second_run_computes_only_what_is_new(small, tmp_path, monkeypatch):
    seen = []
    first = evaluate([small], [PLAIN], tmp_path / "run", BAG, lambda *told: seen.append(told))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]
    seen.clear()
    both = evaluate(
        [small], [PLAIN, ExpressionAdapter.of("lqf")], tmp_path / "run", BAG, lambda *told: seen.append(told)
    )
    assert seen == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert both.cells["small", "plain"] == first.cells["small", "plain"]
    monkeypatch.setattr(run_module, "Workers", None)  # nothing is left to do, so nobody is asked
    monkeypatch.setattr(run_module, "_compute", lambda plan, folder, _: plan.open_trials(folder) and pytest.fail())
    assert evaluate([small], [PLAIN], tmp_path / "run", BAG) == first


def test_failures_are_tried_again_on_demand(small, tmp_path, module):
    source = "import pathlib\ndef text(page):\n    return page if pathlib.Path({!r}).exists() else 1 / 0\n"
    flag = tmp_path / "flag"
    adapter = PythonAdapter(f"{module(source.format(str(flag)))}:text")
    run = evaluate([small], [adapter], tmp_path / "run", BAG)
    assert run.summary.packages[0].candidates[0].failures == {"ZeroDivisionError": 3}
    flag.touch()
    again = evaluate([small], [adapter], tmp_path / "run", Settings(measures=(WordBag(),), again="failed"))
    assert again.summary.packages[0].candidates[0].scored == 3
    lines = (tmp_path / "run" / "cells" / next(iter(again.files.values()))).read_text().splitlines()
    assert len(lines) == 6  # the later cell of a page counts


def test_a_sample_and_then_more(small, tmp_path):
    few = evaluate([small], [PLAIN], tmp_path / "run", Settings(measures=(WordBag(),), limit=1))
    assert (few.limit, len(few.cells["small", "plain"])) == (1, 1)
    every = evaluate([small], [PLAIN], tmp_path / "run", BAG)
    assert (every.limit, len(every.cells["small", "plain"])) == (None, 3)
    assert few.cells["small", "plain"][0] in every.cells["small", "plain"]


def test_files_for_other_programs(finished):
    table = (finished.folder / "pages" / "small" / "lqf.tsv").read_text().splitlines()
    assert len(table) == 4
    assert table[0].startswith("page\toutcome\treason\tbytes\tseconds\tword-bag precision")
    assert (finished.folder / "summary.tsv").read_text().count("\n") == 5
    assert json.loads((finished.folder / "summary.json").read_text())["leading"] == "word-bag"
    assert not list(finished.folder.rglob(".*.tmp"))


def test_two_runs_do_not_write_into_one_folder(small, tmp_path):
    folder = tmp_path / "run"
    with run_module.claimed(folder), pytest.raises(WebwinnowError, match="another run"):
        evaluate([small], [PLAIN], folder, BAG)


def test_a_folder_that_cannot_be_made(small, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WebwinnowError, match="cannot be written"):
        evaluate([small], [PLAIN], tmp_path / "file" / "run", BAG)
