"""The bar: what it says, where it stands, and how policies let its style in."""

import base64
import hashlib
import re

import pytest

from webwinnow.document import Document
from webwinnow.drawing.markup import Html
from webwinnow.proxy.bar import STYLE, STYLE_SOURCE, Removal, allowing, draw_bar, with_bar
from webwinnow.render.text import render_text

SOME = Removal(100, 25, 7)
BAR = Html("<webwinnow-bar></webwinnow-bar>")


HASH = "'sha256-x='"


def draw(removal: Removal = SOME, **settings) -> str:
    return draw_bar(removal, "https://a.example/b?c=1", "bte", ("bte", "dsc", "lqf >> bte"), **settings)


def test_it_says_what_was_removed_and_leads_to_the_whole_page():
    bar = draw()
    assert "kept 25% of the text" in bar and "Removed: 75 of 100 words, 7 links." in bar
    assert 'href="https://a.example/b?c=1&amp;webwinnow=original"' in bar
    assert "webwinnow=lqf%20%3E%3E%20bte" in bar and "webwinnow=bte" not in bar
    assert "marked 25%" in draw(marked=True)
    assert "no main content was found" in draw(Removal(100, 0, 0))
    assert "kept 100%" in draw(Removal(0, 0, 0))


def test_addresses_cannot_put_markup_into_it():
    bar = draw_bar(Removal(1, 1, 0), 'http://a.example/"><script>x</script>', "bte", ("bte", "dsc"))
    assert "<script" not in bar


def test_the_hash_is_that_of_the_style_as_written():
    written = re.search("<style>(.*?)</style>", draw())
    assert written and written[1] == STYLE
    assert f"'sha256-{base64.b64encode(hashlib.sha256(written[1].encode()).digest()).decode()}'" == STYLE_SOURCE


def test_no_script_and_no_inline_style():
    bar = draw()
    assert "<script" not in bar and " style=" not in bar and " on" not in re.sub(r">[^<]*<", "><", bar)


def test_it_is_no_part_of_the_text():
    page = Document(with_bar("<body><p>words</p></body>", draw_bar(Removal(1, 1, 0), "http://a/", "bte", ()), "x"))
    assert render_text(page, page.visible) == "words\n"


def test_it_stands_at_the_end_of_the_body():
    assert with_bar("<body><p>a</p></body></html>", BAR, "x") == f"<body><p>a</p>{BAR}</body></html>"
    assert with_bar("<p>a", BAR, "x") == f"<p>a{BAR}"
    assert with_bar("", BAR, "x") == BAR


def test_a_body_that_ends_in_a_script_or_comment_is_not_meant():
    page = "<body><p>a</p></body><!-- </body> --><script>'</body>'</script>"
    assert with_bar(page, BAR, "x") == page.replace("</p></body>", f"</p>{BAR}</body>")


def test_a_policy_in_the_page_lets_the_style_in():
    page = "<head><META content=\"style-src 'self'\" HTTP-EQUIV='Content-Security-Policy'><title>t</title></head><p>a"
    assert with_bar(page, BAR, "'sha256-x'") == (
        '<head><meta http-equiv="content-security-policy" content="style-src &#x27;self&#x27; &#x27;sha256-x&#x27;">'
        f"<title>t</title></head><p>a{BAR}"
    )
    other = '<meta name="x" content="about content-security-policy">'
    assert with_bar(other, BAR, "x") == other + BAR


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("", ""),
        ("script-src 'self'", "script-src 'self'"),
        ("style-src 'self'", f"style-src 'self' {HASH}"),
        ("style-src 'none'; img-src *", f"style-src {HASH}; img-src *"),
        ("style-src", f"style-src {HASH}"),
        ("default-src 'self' a.example", f"style-src 'self' a.example {HASH}; default-src 'self' a.example"),
        ("default-src 'none'; script-src 'nonce-1'", f"style-src {HASH}; default-src 'none'; script-src 'nonce-1'"),
        ("style-src 'self'; style-src-elem b.example", f"style-src 'self'; style-src-elem b.example {HASH}"),
        ("style-src 'unsafe-inline' *", "style-src 'unsafe-inline' *"),
        ("style-src 'unsafe-inline' 'nonce-1'", f"style-src 'unsafe-inline' 'nonce-1' {HASH}"),
        ("Style-Src 'self'; style-src *", f"style-src 'self' {HASH}; style-src *"),
        ("default-src 'self', style-src 'none'", f"style-src 'self' {HASH}; default-src 'self', style-src {HASH}"),
        ("sandbox;; ;default-src *", f"sandbox; style-src * {HASH}; default-src *"),
    ],
)
def test_the_hash_is_let_in_and_nothing_else(policy, expected):
    assert allowing(policy, HASH) == expected
