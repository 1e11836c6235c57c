"""Why a sentence was kept or dropped, and where it stands."""

from __future__ import annotations

import json

import pytest

from webwinnow.document import Document
from webwinnow.explain.why import MOST, PageWords, why
from webwinnow.expression import parse

PAGE = Document(
    "<title>Mill news</title><nav><a href=/>Home</a> <a href=/x>Subscribe to our newsletter</a></nav>"
    "<div id=main><p>Winnow the grain, drop the chaff. It is said that the wind does most of the work.</p>"
    "<p>Another paragraph with some more words, so that it is content.</p><p hidden>Secret words here</p></div>"
)


def asked(sentence, extractor="lqf >> bte"):
    return why(PAGE, parse(extractor), sentence)


def test_what_was_kept():
    (place,) = asked("Winnow the grain").places
    assert (place.verdict, place.kept, place.hidden, place.kind) == ("kept", 1.0, None, None)
    assert place.css_path == "#main > p:nth-of-type(1)"
    assert PAGE.source[place.start : place.end] == "Winnow the grain"
    assert [decision.stage for decision in place.decisions] == ["lqf", "bte"]


def test_what_was_dropped_by_a_step_of_a_series():
    (place,) = asked("Subscribe to our newsletter").places
    assert (place.verdict, place.decided_by, place.kind) == ("dropped", "lqf", "navigation")
    assert [decision.kept for decision in place.decisions] == [0, 0]
    linked = {signal.name: signal.value for signal in place.decisions[0].signals}["linked share"]
    assert linked == 1


def test_members_of_a_vote():
    (place,) = asked("Subscribe to our newsletter", "vote(2, lqf, lqf(threshold=0.4), plain)").places
    assert [(decision.role, decision.kept) for decision in place.decisions] == [
        ("member", 0),
        ("member", 0),
        ("member", 1),
        ("extractor", 0),
    ]
    votes = place.decisions[-1].signals[0]
    assert (votes.value, votes.limits) == (1, ("2 needed",))


def test_the_learned_extractor_tells_its_signals():
    (place,) = asked("Winnow the grain", "consensus").places
    signals = {signal.name: signal.value for signal in place.decisions[0].signals}
    assert 0 <= signals["probability"] <= 1
    assert "headline" in signals
    (decision,) = place.decisions
    assert sum(signal.value for signal in decision.adding) > 0
    assert all(signal.meaning for signal in decision.adding)


def test_hidden_text():
    (place,) = asked("secret words").places
    assert (place.verdict, place.hidden, place.decided_by, place.kind) == (
        "dropped",
        "hidden attribute",
        "hidden attribute",
        "hidden",
    )
    assert place.decisions == ()


def test_what_is_not_there():
    answer = asked("the wind does all the work")
    assert answer.places == ()
    assert "wind does most" in answer.nearest.text
    assert asked("Mill news").in_markup == PAGE.source.index("Mill news")


@pytest.mark.parametrize("extractor", ["plain", "lqf | bte", "lqf & bte", "filter3 >> danag", "danag >> bounded"])
def test_every_kind_of_stage(extractor):
    answer = asked("Another paragraph", extractor)
    assert answer.places[0].decisions
    assert json.loads(json.dumps(answer.to_json()))["places"][0]["verdict"] in ("kept", "dropped", "partly kept")


@pytest.mark.parametrize("source", ["", "<p>", "<option>word</option>", "<svg><text>word</text></svg><p>x"])
def test_odd_pages(source):
    answer = why(Document(source), parse("consensus"), "word")
    assert all(place.hidden for place in answer.places)


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
