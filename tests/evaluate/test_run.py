import gzip
import json
import os
import re
from collections import Counter
from dataclasses import replace

import pytest

import webwinnow.evaluate as evaluate_room
from webwinnow.cli.evaluation_tables import tables
from webwinnow.document import Document
from webwinnow.errors import MissingExtraError, PackageError, UsageError, WebwinnowError
from webwinnow.evaluate.adapters import CommandAdapter, ExpressionAdapter, PythonAdapter
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.gate import measured_floors
from webwinnow.evaluate.measures import BlockOrder, MarkdownLikeness, WordBag, WordSequence, WordSet
from webwinnow.evaluate.measures.structures import STRUCTURE_MEASURES, WholeLists
from webwinnow.evaluate.package import load
from webwinnow.evaluate.results import cell_line, load_run
from webwinnow.evaluate.run import EvaluationSettings, evaluate, make_plan
from webwinnow.evaluate.writing import append, claimed
from webwinnow.render.noise import without_noise
from webwinnow.render.text import render_text

pytestmark = pytest.mark.usefixtures("in_this_process")

PLAIN, LQF = ExpressionAdapter.of("plain"), ExpressionAdapter.of("lqf")
BAG = EvaluationSettings(measures=(WordBag(),))


def file(folder, adapter=PLAIN, settings=BAG) -> str:
    (found,) = make_plan([folder], [adapter], settings).files.values()
    return found


def test_cells_are_kept_by_all_that_they_depend_on(small, monkeypatch):
    before = file(small)
    assert file(small) == before
    assert file(small, settings=replace(BAG, jobs=2, limit=1, slicings=("site",), timeout=3, again="all")) == before
    assert file(small, LQF) != before
    assert file(small, settings=EvaluationSettings(measures=(WordBag(), WordSet()))) != before
    monkeypatch.setattr("webwinnow.evaluate.results.program_version", lambda: "9.9")
    assert file(small) != before


def test_a_changed_package_is_another(small):
    before = file(small)
    (small / "bread.txt").write_text("Flour.")
    assert file(small) != before


def test_trials_that_are_there_are_not_made_again(small, tmp_path):
    plan = make_plan([small], [PLAIN, LQF], BAG)
    assert plan.size == 6
    cells = tmp_path / "run" / "cells"
    cells.mkdir(parents=True)
    append(cells / plan.files[0, 0], cell_line(Cell("bread")))
    append(cells / plan.files[0, 0], cell_line(Cell("rain", failure=Failure("crash", ""))))

    def missing(again):
        changed = replace(plan, settings=replace(BAG, again=again))
        trials = changed.open_trials(changed.known_cells(tmp_path / "run"))
        return [(trial.files.id, trial.adapter) for trial in trials]

    assert missing("none") == [("bread", 1), ("rain", 1), ("wind", 0), ("wind", 1)]
    assert missing("failed") == [("bread", 1), ("rain", 0), ("rain", 1), ("wind", 0), ("wind", 1)]
    assert len(missing("all")) == 6


def test_a_larger_sample_holds_the_smaller(examples):
    samples = [
        {files.id for files in make_plan([examples], [PLAIN], replace(BAG, limit=limit)).pages[0]}
        for limit in (3, 10, 43, 99)
    ]
    assert [len(sample) for sample in samples] == [3, 10, 43, 43]
    assert samples[0] < samples[1] < samples[2] == samples[3]


def test_gold_without_its_page_is_part_of_the_run(small):
    (small / "lost.txt").write_text("Gold of a page that is not there.")
    (pages,) = make_plan([small], [PLAIN], BAG).pages
    assert [files.id for files in pages] == ["bread", "rain", "wind", "lost"]


def test_the_same_candidate_twice_is_one(small):
    plan = make_plan([small], [PLAIN, ExpressionAdapter.of(" plain "), LQF], BAG)
    assert [candidate.name for candidate in plan.candidates] == ["plain", "lqf"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"measures": ()}, "no measure"),
        ({"jobs": 0}, "above 0"),
        ({"limit": 0}, "above 0"),
        ({"timeout": 0}, "above 0"),
        ({"slicings": ("colour",)}, "page_type, language, site"),
    ],
)
def test_impossible_settings(settings, told):
    with pytest.raises(UsageError, match=told):
        EvaluationSettings(**settings)


def test_a_missing_library_is_told_before_any_work(small, monkeypatch):
    def missing() -> None:
        raise MissingExtraError("rapidfuzz", "evaluate")

    monkeypatch.setattr("webwinnow.evaluate.alignment._rapidfuzz", missing)
    with pytest.raises(MissingExtraError, match="pip install"):
        make_plan([small], [PLAIN], EvaluationSettings(measures=(WordBag(), WordSequence())))


def test_what_cannot_work_is_told_before_any_work(small, tmp_path):
    with pytest.raises(UsageError, match="two packages are named 'small'"):
        make_plan([small, small], [PLAIN], BAG)
    with pytest.raises(UsageError, match="nothing to evaluate"):
        make_plan([small], [], BAG)
    with pytest.raises(PackageError, match="no such folder"):
        make_plan([tmp_path / "nowhere"], [PLAIN], BAG)
    with pytest.raises(UsageError, match="no program"):
        make_plan([small], [CommandAdapter("no-such-program {file}")], BAG)


PLAIN = ExpressionAdapter.of("plain")


def naive_word_bag(gold: str, found: str) -> tuple[float, float, float]:
    """The published definition: multisets of lower-case `\\w+`, numbers that lead the line of an item being none."""
    texts = (re.sub(r"(?m)^\s*\d{1,3}[.)]\s", "", text).lower() for text in (gold, found))
    gold_words, found_words = (Counter(re.findall(r"\w+", text)) for text in texts)
    common = sum((gold_words & found_words).values())
    precision = common / sum(found_words.values()) if found_words else 0.0
    recall = common / sum(gold_words.values()) if gold_words else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0


def test_the_whole_way_equals_the_naive_definition(examples, tmp_path):
    rule = WordBag(rule="plain")
    run = evaluate([examples], [PLAIN], tmp_path, EvaluationSettings(measures=(rule,), jobs=2))
    expected = {}
    for files in load(examples).pages:
        page = files.read()
        if page.gold is not None:
            document = Document.from_bytes(page.html(), url=page.meta.url)
            expected[page.id] = naive_word_bag(
                page.gold, render_text(document, without_noise(document, document.visible))
            )
    found = {cell.page: tuple(cell.scores[rule].values()) for cell in run.cells["example", "plain"] if cell.scores}
    assert found.keys() == expected.keys()
    assert len(found) == 41
    for name, numbers in found.items():
        assert numbers == pytest.approx(expected[name], abs=1e-9)
    macro = sum(f1 for _, _, f1 in expected.values()) / len(expected)
    summary = run.summary.packages[0].candidates[0].measures[rule]
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
    (small / "j-dangling.html").symlink_to("nowhere")
    (small / os.fsdecode(b"k-\xe9.html")).write_bytes(page)
    os.mkfifo(small / "l-pipe.txt")
    (small / "l-pipe.html").write_bytes(page)
    run = evaluate([small], [PLAIN], tmp_path / "run", EvaluationSettings(measures=(WordBag(),), jobs=2))
    outcomes = {cell.page: cell.failure.kind if cell.failure else cell.outcome for cell in run.cells["small", "plain"]}
    assert outcomes == {
        **dict.fromkeys(["bread", "rain", "wind", "g-key", "h-large"], "scored"),
        **dict.fromkeys(["a-gzip", "b-cut", "c-json", "d-encoding", "i-lost", "j-dangling", "l-pipe"], "unreadable"),
        **dict.fromkeys(["e-empty", "f-no-gold", "k-\\xe9"], "no gold"),
    }
    (candidate,) = run.summary.packages[0].candidates
    assert (candidate.scored, candidate.without_gold, candidate.failures) == (5, 3, {"unreadable": 7})


def test_a_second_run_computes_only_what_is_new(small, tmp_path):
    seen = []
    first = evaluate([small], [PLAIN], tmp_path / "run", BAG, lambda *told: seen.append(told))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]
    seen.clear()
    both = evaluate(
        [small], [PLAIN, ExpressionAdapter.of("lqf")], tmp_path / "run", BAG, lambda *told: seen.append(told)
    )
    assert seen == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert both.cells["small", "plain"] == first.cells["small", "plain"]
    seen.clear()
    assert evaluate([small], [PLAIN], tmp_path / "run", BAG, lambda *told: seen.append(told)) == first
    assert seen == [(3, 3)]


def test_failures_are_tried_again_on_demand(small, tmp_path, module):
    source = "import pathlib\ndef text(page):\n    return page if pathlib.Path({!r}).exists() else 1 / 0\n"
    flag = tmp_path / "flag"
    adapter = PythonAdapter(f"{module(source.format(str(flag)))}:text")
    run = evaluate([small], [adapter], tmp_path / "run", BAG)
    assert run.summary.packages[0].candidates[0].failures == {"ZeroDivisionError": 3}
    flag.touch()
    again = evaluate([small], [adapter], tmp_path / "run", EvaluationSettings(measures=(WordBag(),), again="failed"))
    assert again.summary.packages[0].candidates[0].scored == 3
    lines = (tmp_path / "run" / "cells" / next(iter(again.files.values()))).read_text().splitlines()
    assert len(lines) == 6  # the later cell of a page counts


def test_a_sample_and_then_more(small, tmp_path):
    few = evaluate([small], [PLAIN], tmp_path / "run", EvaluationSettings(measures=(WordBag(),), limit=1))
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
    with claimed(folder), pytest.raises(WebwinnowError, match="another run"):
        evaluate([small], [PLAIN], folder, BAG)


def test_a_folder_that_cannot_be_made(small, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WebwinnowError, match="cannot be written"):
        evaluate([small], [PLAIN], tmp_path / "file" / "run", BAG)


def test_three_lines_of_python(small, tmp_path):
    run = evaluate(str(small), "plain", str(tmp_path / "run"))
    assert run.cells["small", "plain"][0].page == "bread"
    assert "Evaluation of content extraction" in run.report.read_text()
    assert load_run(str(tmp_path / "run")) == run


def test_public_names_are_found_where_they_are_promised():
    assert {name: getattr(evaluate_room, name).__name__ for name in evaluate_room.__all__} == {
        name: name for name in evaluate_room.__all__
    }
    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        evaluate_room.nobody  # noqa: B018 (asking is what is tested)


def test_structures_reach_tables_report_and_gate(small, tmp_path):
    (small / "bread.html").write_text("<p>Mix:</p><ul><li>Flour and water</li><li>Salt of the sea</li></ul>")
    (small / "bread.txt").write_text("Mix:\nFlour and water\nSalt of the sea")
    (small / "bread.md").write_text("Mix:\n\n- Flour and water\n- Salt of the sea\n")
    measures = (*(kind() for kind in STRUCTURE_MEASURES), BlockOrder(), MarkdownLikeness())
    run = evaluate([small], [PLAIN], tmp_path / "run", EvaluationSettings(measures=measures))
    (summary,) = run.summary.packages[0].candidates
    lists, markdown = summary.measures[WholeLists()], summary.measures[MarkdownLikeness()]
    assert (lists.pages, lists.with_failures, lists.columns["extra"].mean) == (1, 1.0, 2 / 3)
    assert (markdown.pages, markdown.columns["overall"].mean) == (1, 1.0)
    assert load_run(tmp_path / "run").summary == run.summary
    report = run.report.read_text()
    assert "lists whole/cut/missing/extra" in report
    assert "1.000 / 0.000 / 0.000 / 0.667" in report
    assert [(floor.measure, floor.column, floor.floor) for floor in measured_floors(run)] == [
        ("lists", "whole", 1.0),
        ("order", "order", 1.0),
        ("markdown", "overall", 1.0),
    ]
    assert tables(run).splitlines()[1].strip().startswith("lists whole  std  order  markdown overall")
