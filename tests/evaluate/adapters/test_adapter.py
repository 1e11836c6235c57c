import pytest

from webwinnow.document import Document
from webwinnow.evaluate.adapters.adapter import answer_text, looks_like_html, stripped_text


@pytest.mark.parametrize(
    ("data", "html"),
    [
        (b"<p>Text</p>", True),
        (b"  \n<!DOCTYPE html>", True),
        (b"\xef\xbb\xbf<HTML>", True),
        (b"<?xml version='1.0'?><p>", True),
        (b"<!-- x --> y", True),
        (b"Text with <b>tags</b>", False),
        (b"< 3 is a number", False),
        (b"<3", False),
        (b"", False),
    ],
)
def test_html_is_told_from_text_by_its_beginning(data, html):
    assert looks_like_html(data) is html


def test_html_is_stripped_as_the_paper_says():
    page = b"""<html><head><title>T</title><style>p {color: red}</style></head><body>
    <!-- a comment --><script>var x = 1;</script><p>Caf&eacute;   &amp;
    bar</p><p>Second</p></body></html>"""
    assert answer_text(page) == "Café & bar\n\nSecond\n"


def test_text_is_taken_as_it_is():
    assert answer_text("\ufeffA <b> & c\n".encode()) == "A <b> & c\n"
    assert answer_text("é".encode("latin-1"), charset="latin-1") == "é"
    assert answer_text("é".encode(), charset="no-such-charset") == "é"
    assert answer_text(b"\xff!") == "\ufffd!"


def test_who_knows_better_is_believed():
    assert answer_text(b"<p>Text</p>", html=False) == "<p>Text</p>"
    assert answer_text(b"Text <b>bold</b>", html=True) == "Text bold\n"
    assert answer_text("<p>é".encode("latin-1"), charset="latin-1") == "é\n"


def test_stripped_as_in_the_paper():
    """Section 4.2 of gottron2007: tags, comments, style and script go, references are resolved, white space folded."""
    page = (
        "<!DOCTYPE html><title>A &amp; B</title><style>p {}</style><SCRIPT>a < b</SCRIPT><!-- no <p> --><p>One\n"
        "  <b>t</b>wo</p><p hidden>three</p><textarea>four</textarea>five<br>six<noscript>seven</noscript>"
    )
    assert stripped_text(Document(page)) == "A & B One two three four five six seven"
    assert stripped_text(Document("<script>never closed <p>text")) == ""
    assert stripped_text(Document("1 < 2 and <3")) == "1 < 2 and <3"
