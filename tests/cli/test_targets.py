"""Where results go is decided, and refused, before a page is read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.cli.targets import file_paths, targets
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


def names(*pages: str, suffix: str = ".txt", folder: str = "out") -> list[str]:
    return [path.name for path in file_paths(pages, Path(folder), suffix)]


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("news/mill.html", "mill.txt"),
        ("my page.HTM", "my page.txt"),
        ("v1.2.html", "v1.2.txt"),
        ("نص.html", "نص.txt"),
        ("-", "stdin.txt"),
        ("-rf.html", "rf.txt"),
        (".hidden", "hidden.txt"),
        ("..", "page.txt"),
        ("a\nb\x1b.html", "a-b.txt"),
        ("caf\udce9.html", "caf.txt"),
        ("https://example.org/", "example.org.txt"),
        ("https://user:secret@example.org:8080/news/mill.html?id=3#top", "example.org-news-mill-id=3.txt"),
        ("https://example.org/%E6%9D%B1/../x", "example.org-東-..-x.txt"),
        ("http://[broken/", "http-broken.txt"),
    ],
)
def test_one_page(page, name):
    assert names(page) == [name]


def test_pages_of_the_same_name_get_their_whole_path():
    assert names("/a/index.html", "../b/index.html", "c.html") == ["a-index.txt", "b-index.txt", "c.txt"]


def test_what_is_still_the_same_gets_a_number():
    assert names("mill.html", "mill.html", "MILL.htm") == ["mill.txt", "mill-2.txt", "MILL-3.txt"]


def test_a_page_that_is_read_is_not_written_over(tmp_path):
    pages = [str(tmp_path / "mill.html"), str(tmp_path / "pond.html")]
    assert names(*pages, suffix=".html", folder=str(tmp_path)) == ["mill-2.html", "pond-2.html"]


@given(st.lists(st.text() | st.sampled_from(["a.html", "A.html", "b/a.html", "https://a/" + "x" * 400, "é" * 300])))
def test_any_names_are_safe_and_differ(pages):
    found = names(*pages)
    assert len({name.casefold() for name in found}) == len(pages)
    for name in found:
        assert name == Path(name).name
        assert name[0] not in ".- "
        assert len(name.encode()) <= 255
        assert name.isprintable()
