"""Where results go is decided, and refused, before a page is read."""

from pathlib import Path

import pytest

from webwinnow.cli.targets import targets
from webwinnow.errors import UsageError


@pytest.mark.parametrize("output", [None, "-"])
def test_standard_output(output):
    assert targets(["a"], output, "text") == [None]
    assert targets(["a", "b"], output, "json") == [None, None]


@pytest.mark.parametrize("form", ["text", "html", "spans"])
def test_several_pages_do_not_run_together(form):
    with pytest.raises(UsageError, match=f"2 pages as {form} .* -o DIR .* -f json"):
        targets(["a", "b"], None, form)


def test_one_page_to_a_file_or_into_a_directory(tmp_path):
    assert targets(["a.html"], str(tmp_path / "b"), "text") == [tmp_path / "b"]
    assert targets(["a.html"], str(tmp_path), "spans") == [tmp_path / "a.tsv"]
    assert targets(["a.html"], f"{tmp_path}/new/", "html") == [tmp_path / "new" / "a.html"]


def test_several_pages_go_into_a_directory(tmp_path):
    assert targets(["a", "b"], str(tmp_path / "new"), "json") == [
        Path(tmp_path, "new", f"{name}.json") for name in "ab"
    ]


@pytest.mark.parametrize(
    ("pages", "output", "message"),
    [
        (["a", "b"], "file", "is not a directory"),
        (["a", "b"], "new.txt", "looks like a file"),
        (["a", "b"], "new.jsonl", "looks like a file"),
        (["a"], "file/", "is not a directory"),
        (["a"], "missing/file", "there is no directory"),
    ],
)
def test_what_cannot_work_is_refused(tmp_path, monkeypatch, pages, output, message):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    with pytest.raises(UsageError, match=message):
        targets(pages, output, "text")


def test_a_slash_makes_any_name_a_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert targets(["a", "b"], "new.txt/", "text") == [Path("new.txt/a.txt"), Path("new.txt/b.txt")]
