import pickle

import pytest

from webwinnow.errors import ExpressionError, UsageError
from webwinnow.evaluate.adapters import Asked, ExpressionAdapter

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
    assert answer.headline is None


@pytest.mark.parametrize("expression", ["no-such", "lqf >>", ""])
def test_what_is_no_extractor_is_refused(expression):
    with pytest.raises((ExpressionError, UsageError)):
        ExpressionAdapter.of(expression)
