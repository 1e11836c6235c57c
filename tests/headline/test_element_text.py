"""The text of elements."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.headline.element_text import Reader


def text_of(source: str, name: str = "h1") -> str:
    page = Document(source)
    reader = Reader.of(page)
    return reader.text(*reader.inside(np.flatnonzero(page.elements.tag == NUMBER[name]))[0])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h1>How <b>to</b> win<i>now</i></h1>", "How to winnow"),
        ("<h1>one<br>two</h1>", "one two"),
        ("<h1><span>one</span><span>two</span></h1>", "onetwo"),
        ("<h1><span>one</span> <span>two</span></h1>", "one two"),
        ("<h1><div>one</div><div>two</div></h1>", "one two"),
        ("<h1>a<script>x</script>b</h1>", "ab"),
        ("<h1>Salt &amp; pepper&nbsp;!</h1>", "Salt & pepper !"),
        ("<h1>\n seen <em hidden>not</em> </h1><p>more", "seen"),
    ],
)
def test_words_are_parted_as_readers_see_them(source: str, expected: str) -> None:
    assert text_of(source) == expected
