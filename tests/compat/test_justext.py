"""The stand-in for jusText."""

import pytest

from webwinnow.compat.justext import get_stoplist, get_stoplists, justext
from webwinnow.errors import UsageError

STORY = "The miller winnows the grain in the wind, and the chaff is blown away over the fields behind the mill. " * 3
PAGE = f"<nav><a href=/>Home</a> <a href=/n>News</a></nav><h1>Mills</h1><p>{STORY}<p>One <b>bo</b>ld<br>line. {STORY}"


def test_paragraphs():
    found = justext(PAGE, get_stoplist("English"))
    assert [paragraph.text.split()[0] for paragraph in found] == ["Home", "Mills", "The", "One"]
    navigation, heading, story, last = found
    assert navigation.is_boilerplate
    assert navigation.class_type == "bad"
    assert navigation.links_density() > 0.8
    assert heading.is_heading
    assert heading.heading
    assert not story.is_boilerplate
    assert story.class_type == "good"
    assert story.links_density() == 0
    assert story.stopwords_density(get_stoplist("en")) > 0.3
    assert last.text.startswith("One bold line.")
    assert story.dom_path == "html.body.p"
    assert story.words_count == 60


def test_bytes_with_an_encoding():
    data = f"<p>Größe {STORY}".encode("windows-1252")
    assert justext(data, frozenset(), encoding="windows-1252")[0].text.startswith("Größe")


def test_stop_lists():
    assert "German" in get_stoplists()
    assert "und" in get_stoplist("German") & get_stoplist("de")
    with pytest.raises(UsageError, match="Klingon"):
        get_stoplist("Klingon")


def test_nothing():
    assert justext("", frozenset()) == []


def test_what_has_no_effect_is_told():
    with pytest.warns(UserWarning, match="length_low: without effect"):
        justext(PAGE, frozenset(), length_low=10)
