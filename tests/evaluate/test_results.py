import json
import shutil

import pytest

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.adapters import PythonAdapter
from webwinnow.evaluate.measures import WordBag
from webwinnow.evaluate.plan import Settings
from webwinnow.evaluate.results import load_run
from webwinnow.evaluate.run import evaluate


def test_a_run_comes_back(finished):
    run = load_run(finished.folder)
    assert run == finished
    assert run.measures == ("word-bag", "word-set")
    assert run.leading == "word-bag"
    assert [candidate.name for candidate in run.candidates] == ["plain", "lqf"]
    assert [cell.page for cell in run.cells["small", "plain"]] == ["bread", "rain", "wind"]
    assert run.summary.packages[0].candidates[0].scored == 3


def test_texts_of_expressions_are_computed_again(finished):
    assert "Flour, water and salt" in finished.found_text("small", "plain", "bread")
    assert "Link number 1" in finished.found_text("small", "plain", "bread")
    assert "Link number 1" not in finished.found_text("small", "lqf", "bread")
    page = finished.gold_page("small", "bread")
    assert page is not None
    assert page.gold == "Flour, water and salt make a loaf."


def test_texts_of_others_are_kept(small, tmp_path, module):
    function = f"{module('def upper(page):' + chr(10) + '    return page.upper()')}:upper"
    run = evaluate([small], [PythonAdapter(function)], tmp_path / "run", Settings(measures=(WordBag(),)))
    shutil.rmtree(small)
    assert "FLOUR, WATER" in run.found_text("small", function, "bread")
    assert run.found_text("small", function, "none") is None
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
