import json
import re
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.adapters import PythonAdapter
from webwinnow.evaluate.cell import Cell, Failure
from webwinnow.evaluate.measures import Snippets, WordBag, WordSet
from webwinnow.evaluate.results import (
    cell_line,
    folder_digest,
    load_run,
    page_table,
    program_version,
    read_cells,
    read_texts,
    summary_table,
    table_paths,
    text_line,
)
from webwinnow.evaluate.run import EvaluationSettings, evaluate
from webwinnow.evaluate.summary import summarise
from webwinnow.evaluate.writing import append, file_stem, mend
from webwinnow.version import __version__

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_cells_come_back(tmp_path):
    file = tmp_path / "cells.jsonl"
    for cell in (Cell("a", size=1), Cell("b", size=2), Cell("a", size=3)):
        append(file, cell_line(cell))
    assert read_cells(file) == {"a": Cell("a", size=3), "b": Cell("b", size=2)}


def test_a_missing_file_has_no_cells(tmp_path):
    assert read_cells(tmp_path / "none.jsonl") == {}
    assert read_texts(tmp_path / "none.jsonl") == {}
    mend(tmp_path / "none.jsonl")


def test_wherever_the_last_line_is_cut_off_nothing_else_is_lost(tmp_path):
    first, last = cell_line(Cell("a", size=1)), cell_line(Cell("é", size=2))
    file = tmp_path / "cells.jsonl"
    for length in range(len(last)):
        file.write_bytes(first + last[:length])
        assert list(read_cells(file)) == ["a"]
        mend(file)
        append(file, cell_line(Cell("c", size=3)))
        assert list(read_cells(file)) == ["a", "c"]


BROKEN = [
    b"{\n",
    b"[]\n",
    b'{"page": "a", "colour": 1}\n',
    b'{"size": 1}\n',
    b'{"page": 5}\n',
    b'{"page": "a", "size": "large"}\n',
    b'{"page": "a", "seconds": []}\n',
    b'{"page": "a", "scores": 3}\n',
    b'{"page": "a", "scores": {"word-bag": 3}}\n',
    b'{"page": "a", "scores": {"word-bag": {"f1": "high"}}}\n',
    b'{"page": "a", "expected": 3}\n',
    b'{"page": "a", "failure": {"kind": 1, "reason": 2}}\n',
    b'{"page": "a", "failure": [1]}\n',
]


@pytest.mark.parametrize("line", [b'{"page": "a"}\n', b'{"text": ""}\n', b'{"page": "a", "text": "~~"}\n', b"[]\n"])
def test_a_text_that_is_broken_is_told(tmp_path, line):
    file = tmp_path / "texts.jsonl"
    file.write_bytes(line)
    with pytest.raises(WebwinnowError, match=r"texts\.jsonl: .*remove the file"):
        read_texts(file)


@pytest.mark.parametrize("line", BROKEN)
def test_a_whole_line_that_is_broken_is_told(tmp_path, line):
    file = tmp_path / "cells.jsonl"
    file.write_bytes(line)
    with pytest.raises(WebwinnowError, match=r"cells\.jsonl: .*remove the file"):
        read_cells(file)


@given(text=st.text())
def test_texts_come_back(tmp_path_factory, text):
    file = tmp_path_factory.mktemp("texts") / "texts.jsonl"
    append(file, text_line("a", "another"))
    append(file, text_line("a", text))
    append(file, text_line("b", "third"))
    assert read_texts(file) == {"a": text, "b": "third"}
    assert read_texts(file, {"b", "c"}) == {"b": "third"}


def test_lone_surrogates_are_no_text_and_no_obstacle(tmp_path):
    file = tmp_path / "texts.jsonl"
    append(file, text_line("a", "x\ud800y"))
    assert read_texts(file) == {"a": "x?y"}


@pytest.mark.parametrize(
    ("name", "stem"),
    [("lqf >> bte", "lqf-bte"), ("../../etc", "etc"), ("...", "unnamed"), ("", "unnamed"), ("日" * 99, "日" * 20)],
)
def test_names_become_safe_parts_of_file_names(name, stem):
    assert file_stem(name) == stem


def test_no_two_tables_are_one_file(tmp_path):
    keys = [("p", "lqf >> bte"), ("p", "lqf | bte"), ("p", "LQF-BTE"), ("p", "bte")]
    paths = table_paths(tmp_path, keys)
    assert len({str(path).lower() for path in paths.values()}) == 4
    assert paths["p", "bte"] == tmp_path / "pages" / "p" / "bte.tsv"


CELLS = [
    Cell("a", 10, 0.5, {WordBag(): {"precision": 1.0, "recall": 0.5, "f1": 2 / 3}}, expected=(WordBag(),)),
    Cell("b", 20, failure=Failure("crash", "a\tb\nc"), expected=(WordBag(),)),
]


def rows(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines()]


def test_one_line_per_page_with_time_and_every_number():
    head, first, second = rows(page_table(CELLS, [WordBag(), Snippets()]))
    assert head[:5] == ["page", "outcome", "reason", "bytes", "seconds"]
    assert head[5:] == ["word-bag precision", "word-bag recall", "word-bag f1", "snippets with", "snippets without"]
    assert first == ["a", "scored", "", "10", "0.5", "1", "0.5", "0.666666667", "", ""]
    assert second == ["b", "failed", "crash: a b c", "20", "", "", "", "", "", ""]


def test_the_summary_has_one_line_per_package_candidate_and_measure():
    summary = summarise("", (WordBag(),), (), {("p", "x"): CELLS, ("q", "x"): CELLS[1:]})
    head, *lines = rows(summary_table(summary))
    named = [dict(zip(head, line, strict=True)) for line in lines]
    assert [(line["package"], line["measure"]) for line in named] == [
        ("p", "word-bag"),
        ("q", ""),
        ("all packages", "word-bag"),
    ]
    assert float(named[0]["f1"]) == pytest.approx(2 / 3)
    assert float(named[0]["f1_with_failures"]) == pytest.approx(1 / 3)
    assert [line["failures"] for line in named] == ["1", "1", "2"]
    assert (named[1]["f1"], named[1]["seconds_per_kB"]) == ("", "")


def test_a_run_comes_back(finished):
    run = load_run(finished.folder)
    assert run == finished
    assert run.measures == (WordBag(), WordSet())
    assert run.leading == WordBag()
    assert [candidate.name for candidate in run.candidates] == ["plain", "lqf"]
    assert [cell.page for cell in run.cells["small", "plain"]] == ["bread", "rain", "wind"]
    assert run.summary.packages[0].candidates[0].scored == 3


def test_texts_found_are_kept(finished):
    assert "Flour, water and salt" in finished.found_texts("small", "plain")["bread"]
    assert "Link number 1" in finished.found_texts("small", "plain")["bread"]
    assert "Link number 1" not in finished.found_texts("small", "lqf")["bread"]
    page = finished.gold_page("small", "bread")
    assert page is not None
    assert page.gold == "Flour, water and salt make a loaf."


def test_texts_stay_when_the_package_is_gone(small, tmp_path, module):
    function = f"{module('def upper(page):' + chr(10) + '    return page.upper()')}:upper"
    run = evaluate([small], [PythonAdapter(function)], tmp_path / "run", EvaluationSettings(measures=(WordBag(),)))
    shutil.rmtree(small)
    assert "FLOUR, WATER" in run.found_texts("small", function)["bread"]
    assert run.found_texts("small", function, {"none"}) == {}
    assert run.gold_page("small", "bread") is None


def test_a_folder_without_a_run(tmp_path):
    with pytest.raises(WebwinnowError, match=r"holds no run\.json"):
        load_run(tmp_path)


def test_a_run_that_was_cut_off(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "summary.json").unlink()
    with pytest.raises(WebwinnowError, match="cut off"):
        load_run(tmp_path / "run")


@pytest.mark.parametrize("content", ["{", "[]", "{}", json.dumps({"packages": [], "files": [{}]})])
def test_files_of_others(finished, tmp_path, content):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "run.json").write_text(content)
    with pytest.raises(WebwinnowError, match="run the evaluation again"):
        load_run(tmp_path / "run")


def test_version_and_hash():
    assert re.fullmatch(re.escape(__version__) + r"\+[0-9a-f]{12}", program_version())


def test_what_makes_results_changes_the_hash_and_nothing_else(tmp_path):
    for folder in ("cli", "evaluate/report", "extractors/__pycache__"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "extractors" / "bte.py").write_text("one")
    before = folder_digest(tmp_path)
    for place in ("cli/list.py", "evaluate/report/page.py", "extractors/__pycache__/bte.pyc"):
        (tmp_path / place).write_text("anything")
    assert folder_digest(tmp_path) == before
    (tmp_path / "recipes.toml").write_text("data counts, too")
    added = folder_digest(tmp_path)
    (tmp_path / "extractors" / "bte.py").write_text("two")
    assert len({before, added, folder_digest(tmp_path)}) == 3
