"""The signals: finite on any page, the same for the same page, and right where they can be counted by hand."""

from __future__ import annotations

import html

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.document.words import words
from webwinnow.extractors.consensus.class_names import read_class_names
from webwinnow.extractors.consensus.features import families, signal_names, table
from webwinnow.extractors.consensus.ground import lay_ground
from webwinnow.extractors.consensus.letters import read_letters, text_hashes
from webwinnow.extractors.consensus.lexicon import lexicon_columns

STORY = """<title>Rain at last - The Paper</title><body>
<nav class="main-menu"><a href=/>Home</a> <a href=/news>News</a></nav>
<div class="story body-text"><h1>Rain at last</h1>
<p>It rained all night, and in the morning the fields stood under water as nobody had seen them for years.</p>
<p>Farmers were glad; the mayor was not, for the bridge will be closed until the water has gone down again.</p></div>
<footer>Imprint</footer>"""


def signal(source: str, name: str) -> list[float]:
    found = table(Document(source)).values[:, signal_names().index(name)]
    return [round(float(value), 3) for value in found]


@given(markup())
def test_signals_are_finite_and_repeatable(source: str) -> None:
    page = Document(source)
    if len(page.blocks):
        found = table(page)
        assert found.values.shape == (len(page.blocks), len(signal_names()))
        assert np.isfinite(found.values).all()
        assert np.array_equal(found.values, table(Document(source)).values)


def test_names_are_unique_and_in_families() -> None:
    assert len(set(signal_names())) == len(signal_names())
    assert sum(map(len, families().values())) == len(signal_names())


def test_the_story_stands_out() -> None:
    assert signal(STORY, "link") == [1, 0, 0, 0, 0]
    assert signal(STORY, "is headline") == [0, 1, 0, 0, 0]
    assert signal(STORY, "in nav") == [1, 0, 0, 0, 0]
    assert signal(STORY, "in footer") == [0, 0, 0, 0, 1]
    assert signal(STORY, "in container") == [0, 1, 1, 1, 0]
    assert signal(STORY, "closes") == [0, 0, 1, 1, 0]
    assert signal(STORY, "title cover") == [0, 0.6, 0.4, 0.6, 0]
    assert np.argmax(signal(STORY, "past headline")) == 4


@given(markup())
def test_letters_are_counted_as_one_by_one(source: str) -> None:
    page = Document(source)
    found = read_letters(page)
    runs = page.blocks.runs
    for place, (start, end) in enumerate(zip(page.runs.start[runs], page.runs.end[runs], strict=True)):
        text = page.source[start:end]
        assert found.upper[place] == sum(letter.isupper() for letter in text if ord(letter) < 0x10000)
        assert found.digits[place] == sum(letter.isdigit() for letter in text if ord(letter) < 0x10000)
        if "&" not in text:
            expected = [0.5 if len(word) == 1 and ord(word) >= 0x2E80 else 1.0 for word in words(html.unescape(text))]
            assert found.words[place] == pytest.approx(sum(expected))


def test_words_have_the_same_hash_in_title_and_text() -> None:
    found = read_letters(Document("<p>Ein Fluß, ein FLUSS und می‌خواهم</p>"))
    assert found.word_hash[0] == found.word_hash[2]
    assert list(text_hashes("ein می‌خواهم")) == [found.word_hash[0], found.word_hash[-1]]
    assert len(set(found.word_hash.tolist())) == 5


def test_class_names_are_cut_into_parts() -> None:
    page = Document(
        "<div class='post_Body  comment-list' id=c12 role=main><p class=x1 id=>text<a class=no href=/>a</a></p></div>"
    )
    ground = lay_ground(page)
    holding = np.flatnonzero(ground.high > ground.low)
    names = read_class_names(page, holding)
    parts = {page.name(int(element)): names.parts[names.number[k]] for k, element in enumerate(holding)}
    assert parts["div"] == ("post", "body", "comment", "list", "c", "main")
    assert (parts["p"], parts["a"]) == (("x",), ())
    assert len(names.parts) == len(names.kind) == names.number.max() + 1


def test_a_lexicon_speaks_along_the_ancestors() -> None:
    page = Document("<div class=comments><div class=story><p>Text here</p></div></div><p class=story>More</p>")
    found = table(page)
    columns = lexicon_columns(found.names, found.parent, found.place, {"comments": -2.0, "story": 1.0})
    own, parent, grandparent, lowest, highest, total = columns.T.tolist()
    assert (own, parent, grandparent) == ([0, 1], [1, 0], [-2, 0])
    assert (lowest, highest, total) == ([-2, 0], [1, 1], [-1, 1])
