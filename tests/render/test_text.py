"""Readable text."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import drawn_spans, markup, well_formed
from webwinnow.document import Document
from webwinnow.language.words import kinds, visible, words
from webwinnow.render.text import render_text
from webwinnow.spans import Spans


def rendered(source: str) -> str:
    page = Document(source)
    return render_text(page, page.visible)


def what_is_seen(text: str) -> str:
    shown = visible(kinds(text))
    return "".join(character for character, seen in zip(text, shown, strict=True) if seen)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", ""),
        ("<p> </p>", ""),
        ("<p>one</p><p>two", "one\n\ntwo\n"),
        ("<h1>Head</h1>text<div>block</div>more", "Head\n\ntext\n\nblock\n\nmore\n"),
        ("<p>  many \n\t blanks  </p>", "many blanks\n"),
        ("<p>one<b>two</b> three</p>", "onetwo three\n"),
        ("<p>one <b> two </b> three</p>", "one two three\n"),
        ("<p>one<!-- x -->two<span></span> <i></i>three", "onetwo three\n"),
        ("<p>one&nbsp;<b>&nbsp;two</b>", "one two\n"),
        ("<p>a &lt;b&gt; &amp;amp; caf&eacute; &#8212; &hellip;", "a <b> &amp; café — …\n"),
        ("<p>AT&T &copy 2026 &bogus;", "AT&T © 2026 &bogus;\n"),
        ("one<br>two<br/>three", "one\ntwo\nthree\n"),
        ("one <br> two", "one\ntwo\n"),
        ("one<br><br>two<br> <br><br>three", "one\n\ntwo\n\nthree\n"),
        ("<ul><li>one<li>two</ul>", "one\n\ntwo\n"),
        ("<table><tr><td>a<td>b</table>", "a\n\nb\n"),
        ("a <script>x</script> b <svg><title>t</title></svg>c", "a b c\n"),
        ("wo\0rd <b>\0</b>x", "wo rd x\n"),
    ],
)
def test_text(source: str, expected: str) -> None:
    assert rendered(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<pre>  if x:\n      y\n\n  z\n</pre>", "  if x:\n      y\n\n  z\n"),
        ("<pre>\n\n  <b>a</b>  b\r\n\tc</pre>d", "  a  b\n\tc\n\nd\n"),
        ("<pre>a<br>b<br><i>  c</i></pre>", "a\nb\n  c\n"),
        ("<pre>&lt;p&gt;\n  &amp;</pre>", "<p>\n  &\n"),
        ("<pre><code>one\n  two</code></pre>", "one\n  two\n"),
        ("<div><pre>a  b</pre>  c  d</div>", "a  b\n\nc d\n"),
    ],
)
def test_preformatted_text_keeps_its_blanks(source: str, expected: str) -> None:
    assert rendered(source) == expected


@pytest.mark.parametrize(
    "word",
    [
        "می‌خواهم",
        "\u200fعربي\u200e",
        "\u202bنص\u202c",
        "नमस्‍ते",
        "co\u00adop",
        "👩\u200d👧",
        "I❤️",
        "e\u0301te",
        "\u2066xyz\u2069",
    ],
)
def test_marks_that_nobody_sees_are_kept(word: str) -> None:
    assert rendered(f"<p>{word}</p>") == f"{word}\n"
    half = len(word) // 2
    assert rendered(f"<p>a {word[:half]}<b>{word[half:]}</b> b") == f"a {word} b\n"
    assert rendered(f"<pre>{word[:half]}<b>{word[half:]}</b></pre>") == f"{word}\n"


def test_references_to_marks_are_kept() -> None:
    assert rendered("<p>می&zwnj;<i>خواهم&rlm;</i></p>") == "می\u200cخواهم\u200f\n"
    assert rendered("<p>می<i>&zwnj;</i>خواهم") == "می\u200cخواهم\n"


@pytest.mark.parametrize("name", ["p", "pre"])
def test_text_that_was_left_out_does_not_come_back(name: str) -> None:
    source = f"<{name}>one <b>two</b> three four five</{name}>"
    page = Document(source)
    at = [(source.index(word), source.index(word) + len(word)) for word in ("one", "three", "five")]
    found = render_text(page, page.select(at))
    assert found.split() == ["one", "three", "five"]
    hidden = f"<{name}>a lot to see <b hidden>secret</b> and more</{name}>"
    assert "secret" not in rendered(hidden)


@given(markup())
def test_what_is_rendered_is_what_was_kept(source: str) -> None:
    page = Document(source)
    kept = "".join(html.unescape(page.source[start:end]) for start, end in page.visible)
    assert what_is_seen(render_text(page, page.visible)) == what_is_seen(kept)


@given(well_formed(), st.data())
def test_words_are_the_kept_words_in_order(source: str, data: st.DataObject) -> None:
    page = Document(source)
    spans = drawn_spans(page, data)
    kept = [word for start, end in spans for word in words(html.unescape(page.source[start:end]))]
    assert words(render_text(page, spans)) == kept  # here, tags never part a word


@given(markup(), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=4))
def test_any_spans_can_be_rendered(source: str, pairs: list[tuple[int, int]]) -> None:
    """Also those that no extractor would give: over tags, or inside of references."""
    page = Document(source)
    text = render_text(page, Spans(pairs, size=len(page.source)))
    assert text == "" or text.endswith("\n")
    written = Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    assert render_text(page, Spans.whole(len(page.source))) == render_text(page, written)


@given(
    st.lists(
        st.sampled_from(["a", "é", " ", "  ", "\t", "\n", "\r", "\f", "\v", "\xa0", "\0", "&nbsp;", "&#10;", "\u3000"])
    )
)
def test_every_stretch_of_blanks_is_folded(parts: list[str]) -> None:
    source = f"x{''.join(parts)}x"
    assert rendered(source) == re.sub("[ \\t\\n\\r\\f\\v\\xa0\\0]+", " ", html.unescape(source)) + "\n"


def test_control_characters_of_the_page_stay() -> None:
    """They may be the marks that part pieces while these are read."""
    controls = "".join(map(chr, [*range(1, 9), *range(14, 28)]))
    assert rendered(f"<p>a{controls[:-3]}b <b>c</b><br>d<p>e") == f"a{controls[:-3]}b c\nd\n\ne\n"
    assert rendered(f"<p>a{controls}b<p>e").count("\n") == 3
