"""What no rendering shows, though the extractor kept it."""

from __future__ import annotations

import pytest

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.render.noise import known_phrases, without_noise
from webwinnow.render.text import render_text


def left(source: str) -> str:
    page = Document(source)
    return " ".join(render_text(page, without_noise(page, page.visible)).split())


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<h2>Mills<a class=headerlink href=#mills>¶</a></h2><p>x", "Mills x"),
        ("<h2>Mills <a href=#m>#</a></h2>", "Mills"),
        ("<p>C<a href=/sharp>#</a> is a language", "C# is a language"),
        ("<pre>make</pre><button>Copy</button>", "make"),
        ("<p>Copy</p><p>the file", "Copy the file"),
        ("<p>The mill turns. <a href=/m>Read more</a></p>", "The mill turns."),
        ("<p>Der Müller mahlt … <a href=/m>Weiterlesen »</a></p>", "Der Müller mahlt …"),
        ("<p>You can <a href=/m>read more</a></p>", "You can read more"),
        ("<p>You can <a href=/m>read more</a> about mills", "You can read more about mills"),
        ('<div>{"widget": {"id": 17, "title": "Mills of the north sea"}}</div><p>x', "x"),
        ('<pre>{"widget": {"id": 17, "title": "Mills of the north sea"}}</pre>', None),
        ("<table><tr><td class=linenos><pre><span>1</span>\n<span>2</span></pre><td><pre>a\n7</pre></table>", "a 7"),
        ("<table><tr><td><pre><span class=lnt>1\n</span></pre><td><pre>go</pre></table>", "go"),
        ("<pre class='lineno'>1\n2\n3</pre><pre>a\nb\nc</pre>", "a b c"),
        ("<div class='code linenos'><pre>a = <i>7</i></pre></div>", None),
        ("<pre class=line-numbers><code>42</code></pre>", None),
        ("<p>I grind.</p><div><a href=/r>Reply</a></div>", "I grind."),
        ("<p>See the mill. <a href=/r>Report</a></p>", "See the mill. Report"),
        ("<p>I grind.</p><p>Reply</p>", "I grind. Reply"),
        ("<blockquote>I grind.<div class=more><a role=button>Click to expand...</a></div></blockquote>", "I grind."),
        ("<p>I grind. <a href=/x>Read full article</a></p>", "I grind."),
        ("<p>x<video controls src=m.mp4>Your browser does not support the video tag.</video>", "x"),
        ("<p>x</p><audio><p>No sound: <a href=m.mp3>load it</a></p></audio><p>y", "x y"),
        ("<p>x</p><video>" + "<p>It was left open, so the page goes on.</p>" * 12, None),
        ("<p><i class=material-icons>blender</i>Preparation: 25 min", "Preparation: 25 min"),
        ("<p><i class=material-icons>Two words</i>", None),
        (
            "<h2>Mills</h2><span class=mw-editsection><span>[</span><a href=/e>edit</a><span>]</span></span><p>x",
            "Mills x",
        ),
        ("<p>[1] A note that is longer than forty characters, in brackets.", None),
    ],
)
def test_noise(source: str, wanted: str | None) -> None:
    page = Document(source)
    assert left(source) == (" ".join(render_text(page, page.visible).split()) if wanted is None else wanted)


def test_a_page_of_nothing_else_stays() -> None:
    assert left("<button>Copy</button>") == "Copy"
    assert left("") == ""


def test_the_spans_keep_it() -> None:
    result = extract("<h2>Mills<a href=#m>¶</a></h2><p>They turn.", "plain")
    assert "¶" not in result.text + result.markdown
    assert any("¶" in result.page.source[start:end] for start, end in result.spans)


def test_phrases_are_small_letters() -> None:
    assert all(phrase == phrase.casefold() for phrase in known_phrases())


def test_code_is_shown_without_numbers_of_lines() -> None:
    numbers = "".join(f"<span class=lnt>{number}\n</span>" for number in range(1, 4))
    table = f"<table><tr><td><pre><code>{numbers}</code></pre><td><pre><code>a\nb\nc\n</code></pre></table>"
    text = "The code below shows how the grain is tossed into the wind, and how long to wait until the chaff is gone."
    found = extract(f"<title>Mills</title><article><h1>Mills</h1><p>{text}{table}<p>{text}")
    assert found.markdown.count("```") == 2
    assert "```\na\nb\nc\n```" in found.markdown
    assert "\na\nb\nc\n" in found.text
    assert "1" not in found.text
