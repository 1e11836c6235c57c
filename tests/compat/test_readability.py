"""The stand-in for readability-lxml."""

import pytest

from webwinnow.compat.readability import Document

STORY = "The miller winnows the grain in the wind, and the chaff is blown away over the fields behind the mill. " * 3
PAGE = (
    "<title>Mills | The Site</title><meta name=author content='Ada Lovelace'><nav><a href=/>Home</a></nav>"
    f"<article><h1>Mills</h1><p>{STORY}<p>{STORY} <a href=/x>link</a><script>alert(1)</script></article>"
)


def test_summary():
    document = Document(PAGE, url="https://example.org/")
    summary = document.summary()
    assert summary.startswith("<html><body><div>")
    assert f"<p>{STORY.strip()}</p>" in summary
    assert 'href="https://example.org/x"' in summary
    assert "Home" not in summary
    assert "alert" not in summary
    assert document.summary(html_partial=True).startswith("<div>")


def test_titles():
    document = Document(PAGE.encode())
    assert document.title() == "Mills | The Site"
    assert document.short_title() == "Mills"
    assert document.author() == "Ada Lovelace"
    assert document.content() == PAGE


def test_nothing():
    document = Document("")
    assert document.summary(html_partial=True) == "<div></div>"
    assert document.title() == document.short_title() == "[no-title]"


def test_what_has_no_effect_is_told():
    with pytest.warns(UserWarning, match="positive_keywords: without effect"):
        Document(PAGE, positive_keywords=["story"])
    with pytest.warns(UserWarning, match="keep_all_images"):
        Document(PAGE).summary(keep_all_images=True)
