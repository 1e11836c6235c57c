"""The stage: pages it must win, its choices, its explanation, and its model file."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow import extract, parse
from webwinnow.document import Document
from webwinnow.errors import ModelError, ParameterError
from webwinnow.explain import explain
from webwinnow.extractors.consensus.consensus import Consensus, page_kind
from webwinnow.extractors.consensus.judging import best_selection

SENTENCES = (
    "The harbour master closed the gates at noon, because the tide had risen higher than the old marks on the wall.",
    "Nobody in the village could remember such a spring; even the oldest fishermen, who rarely agree, agreed on that.",
    "By evening the water stood in the market square, and the children sailed paper boats past the town hall.",
    "The council will meet tomorrow to decide whether the wall must be raised, and who is going to pay for it.",
)
MENU = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "News", "Sport", "Weather", "Contact"))
TEASERS = "".join(
    f'<div class=teaser><a href="/{k}"><h3>Another story number {k}</h3></a><p>What it is about in short.</p></div>'
    for k in range(6)
)
NEWS = f"""<html><head><title>High tide closes harbour - The Paper</title></head><body>
<header><ul class=menu>{MENU}</ul></header>
<main><article><h1>High tide closes harbour</h1>{"".join(f"<p>{each}</p>" for each in SENTENCES)}</article></main>
<aside class=related><h2>More</h2>{TEASERS}</aside>
<footer><p>All rights reserved by The Paper.</p></footer></body></html>"""
NAMELESS = NEWS.replace("header>", "div>").replace("main>", "div>").replace("article>", "div>")


@pytest.mark.parametrize("source", [NEWS, NAMELESS])
def test_a_story_is_kept_and_the_rest_is_not(source: str) -> None:
    found = extract(source, "consensus")
    assert all(sentence in found.text for sentence in SENTENCES)
    assert "Another story" not in found.text
    assert "Weather" not in found.text
    assert found.confidence is not None
    assert found.confidence > 0.8


def test_favours_move_the_border() -> None:
    shares = [extract(NEWS, f"consensus(favour='{favour}')").share for favour in ("precision", "balance", "recall")]
    assert shares == sorted(shares)


@pytest.mark.parametrize("source", ["", "<p>", "word", "<p>字", "\0\xff", "<table>" * 3000, "<p>." * 5000])
def test_any_page_has_an_answer(source: str) -> None:
    page = Document(source)
    assert Consensus()(page) == page.select(Consensus()(page))


def test_choices_are_checked() -> None:
    with pytest.raises(ParameterError, match="favour must be balance, precision, recall"):
        Consensus(favour="speed")
    with pytest.raises(ModelError, match=r"none\.npz: cannot be read"):
        Consensus(model="none.npz")
    assert str(parse("consensus(favour='recall')")) == "consensus(favour='recall')"


def test_the_selection_maximises_the_expected_f1() -> None:
    random = np.random.default_rng(0)
    for _ in range(200):
        count = int(random.integers(1, 9))
        likely, words = random.random(count), random.integers(1, 50, count).astype(float)
        keep, expected = best_selection(likely, words)
        every = [np.array([number >> bit & 1 for bit in range(count)], dtype=bool) for number in range(1, 2**count)]
        scores = [2 * (words * likely)[each].sum() / (words[each].sum() + (words * likely).sum()) for each in every]
        assert expected == pytest.approx(max(scores))
        assert 2 * (words * likely)[keep].sum() / (words[keep].sum() + (words * likely).sum()) == pytest.approx(
            expected
        )


def test_reasons_speak_for_the_story_and_against_the_menu() -> None:
    page = Document(NEWS)
    stage = Consensus()
    verdict, reasons = stage.verdict(page), stage.reasons(page)
    story, menu = int(np.argmax(verdict.likely)), 0
    assert verdict.likely[menu] < 0.5 < verdict.likely[story]
    assert reasons.total[menu] < 0 < reasons.total[story]
    panels = explain(page, stage).panels
    assert [panel.title for panel in panels[:2]] == ["Probability", "For and against"]


def test_kinds_add_up() -> None:
    kind = page_kind(Document(NEWS))
    assert kind.name == "article"
    assert sum(kind.probabilities.values()) == pytest.approx(1, abs=1e-4)
    assert page_kind(Document("")).name == "empty"


LOGIN = (
    "<title>Log in</title><div id=top><a href=/>Home</a></div><form action=/in method=post><label>User name</label>"
    "<input name=user><label>Password</label><input type=password name=word><label>Remember me</label>"
    "<button>Log in</button><a href=/lost>Lost your password?</a></form><div><a href=/terms>Terms</a></div>"
)


def test_a_form_alone_has_no_main_text() -> None:
    found = extract(LOGIN)
    assert found.text == ""
    assert "no main content was found" in found.warnings
    assert found.page_type.kind is not None
    assert found.page_type.kind.name == "empty"
    assert extract(LOGIN, favour="recall").text


def test_what_is_said_of_an_empty_answer_adds_up() -> None:
    page = Document(LOGIN)
    assert not Consensus()(page)
    assert (Consensus().reasons(page).total < 0).all()


@pytest.mark.parametrize("source", ["<p>Winnow the grain.</p>", f"{NEWS}{LOGIN}"])
def test_little_text_is_text_and_a_form_beside_a_story_does_not_hide_it(source: str) -> None:
    assert extract(source).text
