"""Names of files: readable, safe, and no two the same."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.cli.file_names import file_paths


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
