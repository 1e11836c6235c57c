"""Characters per line against a pattern that takes tags out of each line."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from markup import markup, well_formed
from webwinnow.document import Document
from webwinnow.document.line_characters import line_characters


def naive(line: str) -> int:
    """Fold blanks, take out what is not shown and all tags, and count from the first to the last character."""
    return len(re.sub("<[^>]*>", "", re.sub(r"<title>.*?</title>", "", re.sub(r"\s+", " ", line))).strip())


@given(well_formed(), st.sampled_from([" ", "\n", "\n  ", " \n"]))
def test_lines_of_the_source(source: str, blank: str) -> None:
    laid_out = source.replace("<br>", f"{blank}<br>").replace("</p>", f"</p>{blank}").replace(" <b>", f"{blank}<b>")
    page = Document(laid_out)
    found = line_characters(page, page.lines.edge, whole_words=False)
    assert found.tolist() == [naive(line) for line in laid_out.split("\n")]


@given(markup(), st.integers(1, 60))
def test_wrapped_lines_hold_at_least_what_is_seen(source: str, width: int) -> None:
    page = Document(source)
    lines = page.wrapped_lines(width)
    found = line_characters(page, lines.edge, whole_words=True)
    assert (found >= lines.content).all()
    assert ((found > 0) == (lines.content > 0)).all()
    assert (found - lines.content <= np.diff(lines.edge)).all()


def test_blanks_beside_tags_count_once() -> None:
    page = Document("one   <br>\t<br>   two<hr>three ")
    assert line_characters(page, page.lines.edge, whole_words=False).tolist() == [3 + 1 + 1 + 1 + 3 + 5]
