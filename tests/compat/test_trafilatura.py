"""The stand-in for trafilatura."""

import json

import pytest

from webwinnow.compat.trafilatura import FORMATS, bare_extraction, extract
from webwinnow.errors import UsageError

STORY = "The miller winnows the grain in the wind, and the chaff is blown away over the fields behind the mill. " * 4
PAGE = (
    "<html lang=en><title>Mills | Site</title><meta name=author content='Ada Lovelace'>"
    "<meta property=article:published_time content=2024-05-03T10:00:00Z>"
    "<nav><a href=/a>Home</a> <a href=/b>News</a></nav><article><h1>Mills</h1>"
    f"<p>{STORY}</p><p>{STORY} <a href=/more>more</a> <img src=/i.png alt=wheel> <b>bold</b></p>"
    "<table><tr><th>Corn</th><th>Sacks</th></tr><tr><td>Rye</td><td>12</td></tr></table>"
    f"<p>{STORY}</p></article><footer>Imprint</footer>"
)
URL = "https://www.example.org/mills"


def test_text():
    found = extract(PAGE)
    assert "winnows the grain" in found
    assert "Home" not in found
    assert extract(PAGE.encode()) == found


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(form):
    assert "winnows the grain" in extract(PAGE, output_format=form, with_metadata=True, url=URL)


def test_options_of_markdown():
    plain = extract(PAGE, output_format="markdown", url=URL)
    full = extract(PAGE, output_format="markdown", url=URL, include_links=True, include_images=True)
    assert "](https://www.example.org/more)" in full
    assert "https://www.example.org/more" not in plain
    assert "![wheel]" in full
    assert "wheel" not in plain
    assert extract(PAGE, include_formatting=True).count("**bold**") == 1


def test_tables_can_be_left_out():
    assert "Sacks" in extract(PAGE, favor_recall=True)
    assert "Sacks" not in extract(PAGE, favor_recall=True, include_tables=False)


@pytest.mark.parametrize(
    ("arguments", "favour"),
    [
        ({}, "balance"),
        ({"favor_precision": True}, "precision"),
        ({"favor_recall": True}, "recall"),
        ({"favor_precision": True, "favor_recall": True}, "balance"),
    ],
)
def test_what_is_favoured(asked, arguments, favour):
    extract(PAGE, **arguments)
    assert asked == [favour]


def test_metadata():
    found = bare_extraction(PAGE, url=URL)
    assert (found["title"], found["author"], found["date"], found["hostname"]) == (
        "Mills",
        "Ada Lovelace",
        "2024-05-03",
        "example.org",
    )
    assert json.loads(extract(PAGE, url=URL, output_format="json", with_metadata=True))["source"] == URL
    assert extract(PAGE, url=URL, with_metadata=True).startswith("---\ntitle: Mills\nauthor: Ada Lovelace\n")
    assert bare_extraction(PAGE, author_blacklist={"Ada Lovelace"})["author"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        {"target_language": "de"},
        {"url_blacklist": {URL}},
        {"max_tree_size": 3},
    ],
)
def test_pages_that_are_not_wanted(arguments):
    assert extract(PAGE, url=URL, **arguments) is None


def test_only_with_metadata():
    assert extract(PAGE, url=URL, only_with_metadata=True)
    assert extract(f"<p>{STORY}", only_with_metadata=True) is None


@pytest.mark.parametrize("content", ["", "<html></html>", b""])
def test_nothing_is_none(content):
    assert extract(content) is None


def test_what_has_no_effect_is_told():
    with pytest.warns(UserWarning, match="deduplicate: without effect") as told:
        extract(PAGE, deduplicate=True)
    assert told[0].filename == __file__
    extract(PAGE, deduplicate=False, prune_xpath=None)
    with pytest.raises(TypeError, match="no_such_thing"):
        extract(PAGE, no_such_thing=1)
    with pytest.raises(UsageError, match="yaml"):
        extract(PAGE, output_format="yaml")
