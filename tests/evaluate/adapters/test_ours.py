"""Methods to find headlines as candidates."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from webwinnow.errors import ExpressionError, UsageError
from webwinnow.evaluate.adapters import Asked, ExpressionAdapter, HeadlineAdapter
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import Gold, HeadlineMatch
from webwinnow.evaluate.trial import ReadPage, scored
from webwinnow.headline import METHODS

PAGE = Asked("a", b"<ul><li><a href=/>Home</a><li><a href=/>News</a></ul><p>Flour and water</p>")


def test_an_expression_is_named_as_it_prints():
    adapter = ExpressionAdapter.of("lqf>>bte")
    assert (adapter.name, adapter.specification, adapter.version()) == ("lqf >> bte", "lqf >> bte", "")
    assert pickle.loads(pickle.dumps(adapter)) == adapter


def test_a_recipe_keeps_its_name():
    adapter = ExpressionAdapter.of("lqf-75")
    assert (adapter.name, adapter.specification) == ("lqf-75", "lqf(threshold=0.75)")


def test_text_and_time():
    adapter = ExpressionAdapter.of("lqf")
    adapter.prepare()
    answer = adapter(PAGE)
    assert answer.text == "Flour and water\n"
    assert 0 < answer.seconds < 5
    assert (answer.headline, answer.markdown) == (None, None)


def test_markdown_where_it_is_asked_for():
    page = replace(PAGE, html=b"<p>Flour and <b>water</b></p>", markdown=True)
    assert ExpressionAdapter.of("plain")(page).markdown == "Flour and **water**\n"


@pytest.mark.parametrize("expression", ["no-such", "lqf >>", ""])
def test_what_is_no_extractor_is_refused(expression):
    with pytest.raises((ExpressionError, UsageError)):
        ExpressionAdapter.of(expression)


MILL = Asked("1", b"<title>Grain - Mill</title><h1>Grain</h1><p>Toss it.")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers(method: str) -> None:
    adapter = HeadlineAdapter.of(method)
    adapter.prepare()
    answer = adapter(MILL)
    assert answer.headline == ("Grain - Mill" if method == "title" else "Grain")
    assert answer.seconds > 0
    assert (adapter.specification, adapter.version(), adapter.headlines) == (method, "", True)
    assert method in adapter.name


def test_no_headline_is_an_answer_that_counts_as_missed() -> None:
    adapter = HeadlineAdapter.of("tf")
    answer = adapter(Asked("1", b"<p>nothing"))
    page = ReadPage(None, b"", Gold(headline="Grain"))
    cell = scored(Cell("1"), page, answer, adapter, [HeadlineMatch()])
    assert cell.scores[HeadlineMatch()] == {"precision": None, "recall": 0, "f1": 0}


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(UsageError, match="unknown method"):
        HeadlineAdapter.of("best")
