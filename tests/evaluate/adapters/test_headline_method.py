"""Methods to find headlines as candidates."""

from __future__ import annotations

import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters import Asked, HeadlineAdapter
from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.measures import Gold, Headline
from webwinnow.evaluate.trial import scored
from webwinnow.headline import METHODS

PAGE = Asked("1", b"<title>Grain - Mill</title><h1>Grain</h1><p>Toss it.")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers(method: str) -> None:
    adapter = HeadlineAdapter.of(method)
    adapter.prepare()
    answer = adapter(PAGE)
    assert answer.headline == ("Grain - Mill" if method == "title" else "Grain")
    assert answer.seconds > 0
    assert (adapter.specification, adapter.version(), adapter.headlines) == (method, "", True)
    assert method in adapter.name


def test_no_headline_is_an_answer_that_counts_as_missed() -> None:
    adapter = HeadlineAdapter.of("tf")
    answer = adapter(Asked("1", b"<p>nothing"))
    cell = scored(Cell("1"), Gold(headline="Grain"), answer, adapter, [Headline()])
    assert cell.scores["headline"] == {"precision": None, "recall": 0, "f1": 0}


def test_unknown_methods_are_refused() -> None:
    with pytest.raises(UsageError, match="unknown method"):
        HeadlineAdapter.of("best")
