"""Errors travel between processes: by their arguments, with all that they say."""

from __future__ import annotations

import inspect
import pickle

import pytest

from webwinnow import errors
from webwinnow.evaluate.adapters.adapter import NoAnswerError

EVERY = [each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, Exception)]


@pytest.mark.parametrize("kind", [*EVERY, NoAnswerError])
def test_every_error_can_be_sent(kind):
    error = kind(*(["one", "two"] if "__init__" in vars(kind) else ["one"]))
    sent = pickle.loads(pickle.dumps(error))
    assert (type(sent), str(sent), vars(sent)) == (kind, str(error), vars(error))
    assert len(EVERY) > 9
