import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.run_folder import (
    append,
    cell_line,
    file_stem,
    mend,
    read_cells,
    read_text,
    table_paths,
    text_line,
)


def test_cells_come_back(tmp_path):
    file = tmp_path / "cells.jsonl"
    for cell in (Cell("a", size=1), Cell("b", size=2), Cell("a", size=3)):
        append(file, cell_line(cell))
    assert read_cells(file) == {"a": Cell("a", size=3), "b": Cell("b", size=2)}


def test_a_missing_file_has_no_cells(tmp_path):
    assert read_cells(tmp_path / "none.jsonl") == {}
    assert read_text(tmp_path / "none.jsonl", "a") is None
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


@pytest.mark.parametrize("line", [b"{\n", b"[]\n", b'{"page": "a", "colour": 1}\n', b'{"size": 1}\n'])
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
    assert read_text(file, "a") == text
    assert read_text(file, "c") is None


def test_lone_surrogates_are_no_text_and_no_obstacle(tmp_path):
    file = tmp_path / "texts.jsonl"
    append(file, text_line("a", "x\ud800y"))
    assert read_text(file, "a") == "x?y"


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
