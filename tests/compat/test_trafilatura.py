"""The stand-in for trafilatura."""

import json

import pytest

from webwinnow.compat import trafilatura
from webwinnow.compat.trafilatura import (
    FORMATS,
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extract_with_metadata,
    fetch_response,
    fetch_url,
    html2txt,
)
from webwinnow.errors import FetchError, UsageError
from webwinnow.fetch import Fetched

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


@pytest.mark.parametrize(
    "title",
    ["Mills: a story", "yes", "'quoted'", "# 1", "- dash", "Größe & Co.", "1984", "a: b", "plain words", "x \\ y", "*"],
)
def test_front_matter_is_yaml(title):
    yaml = pytest.importorskip("yaml")
    page = PAGE.replace("Mills", title).replace("<title>", "<meta name=keywords content='a: b, c'><title>")
    text = extract(page, url=URL, with_metadata=True, output_format="markdown")
    header = yaml.safe_load(text.split("---\n")[1])
    assert (header["title"], header["author"], header["url"]) == (title, "Ada Lovelace", URL)
    assert header["tags"] == bare_extraction(page)["tags"]


def test_attributes_as_well_as_names():
    found = bare_extraction(PAGE, url=URL, with_metadata=True, as_dict=True)
    assert found.title == found["title"] == "Mills"
    assert found.as_dict()["author"] == "Ada Lovelace"
    with pytest.raises(AttributeError, match="nonesuch"):
        _ = found.nonesuch


def test_metadata_alone():
    found = extract_metadata(PAGE, default_url=URL, author_blacklist={"Ada Lovelace"})
    assert (found.title, found.author, found.date, found.url, found.text) == ("Mills", None, "2024-05-03", URL, None)
    with pytest.warns(UserWarning, match="date_config"):
        extract_metadata(PAGE, date_config={"max_date": "2020-01-01"})


def test_metadata_with_text_in_a_format():
    found = extract_with_metadata(PAGE, URL, output_format="markdown", include_links=True, record_id="7")
    assert (found.author, found.id) == ("Ada Lovelace", "7")
    assert found.text == extract(PAGE, URL, output_format="markdown", include_links=True)
    assert extract_with_metadata("") is None


def test_all_text():
    page = "<nav>Home</nav><p>Winnow <b>the</b> grain</p><p style='font-size: 0'>unseen</p><script>x</script>"
    assert html2txt(page) == "Home Winnow the grain"
    assert html2txt(page, clean=False) == "Home Winnow the grain unseen"
    assert html2txt("") == ""


def test_baseline():
    body, text, length = baseline(PAGE)
    assert (body.tag, length) == ("body", len(text))
    assert text == "\n".join(paragraph.text for paragraph in body)
    assert "winnows the grain" in text


def test_fetching(monkeypatch):
    def answered(place):
        if "missing" in place:
            raise FetchError(place)
        return Fetched(place, "<p>grän".encode("latin-1"), "iso-8859-1", "text/html")

    monkeypatch.setattr(trafilatura, "read_page", answered)
    assert fetch_url(URL) == "<p>grän"
    answer = fetch_response(URL)
    assert (answer.data, answer.status, answer.url, answer.html) == (b"<p>gr\xe4n", 200, URL, None)
    assert "grän" in str(fetch_response(URL, decode=True).as_dict()["html"])
    assert fetch_url("https://example.org/missing") is None
    assert extract(answer) == "grän"
