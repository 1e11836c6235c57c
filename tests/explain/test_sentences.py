"""Where a sentence stands."""

import pytest

from webwinnow.document import Document
from webwinnow.explain.sentences import MOST, PageWords


def found(source, sentence):
    known = PageWords(Document(source))
    return [known.text(spans) for spans in known.find(sentence)]


@pytest.mark.parametrize(
    ("source", "sentence", "expected"),
    [
        ("<p>Winnow the grain, drop the chaff.", "the grain, drop", ["the grain, drop"]),
        ("<p>Winnow the\n <b>gr</b>ain!", "winnow THE grain", ["Winnow the gr ain"]),
        ("<p>Gr&ouml;&szlig;e z&auml;hlt", "größe zählt", ["Größe zählt"]),
        ("<p>小麦を選り分ける。", "選り分ける", ["選り分ける"]),
        ("<p>again<p>and again", "again", ["again", "again"]),
        ("<p hidden>secret words", "secret words", ["secret words"]),
        ("<p>wheat", "heat", []),
        ("<p>wheat", "...", []),
        ("", "anything", []),
    ],
)
def test_places(source, sentence, expected):
    assert found(source, sentence) == expected


def test_a_common_word_is_not_listed_for_ever():
    assert len(found("<p>the mill " * 500, "the")) == MOST


def test_nearest():
    known = PageWords(Document("<p>One thing.<p>The wind does most of the work, they say.<p>Another."))
    near = known.nearest("the wind does all the work")
    assert near.text.startswith("The wind does")
    assert 0.5 < near.share < 1
    assert known.nearest("nothing alike") is None
