"""An explanation in a few lines."""

import pytest

from webwinnow.document import Document
from webwinnow.explain import explain
from webwinnow.explain.summary import write_summary
from webwinnow.expression import parse


@pytest.mark.parametrize("expression", ["consensus", "lqf >> bte", "filter1", "bounded", "lqf | bte"])
def test_every_kind_of_stage_on_real_and_bare_pages(expression, example, bare):
    for page in (example, bare):
        shown = write_summary(explain(page, parse(expression)), page)
        assert expression in shown
        assert "visible characters" in shown


def test_very_many_stretches_are_not_all_listed(long_page):
    shown = write_summary(explain(long_page, parse("lqf")), long_page)
    assert len(shown.splitlines()) < 24
    assert "shorter stretches" in shown


def test_titles_stay_on_one_line():
    page = Document("<title>Mill\n news</title><p>Winnow the grain, drop the chaff.")
    assert write_summary(explain(page, parse("plain")), page).startswith("Mill news\nplain kept 33 of 33")
