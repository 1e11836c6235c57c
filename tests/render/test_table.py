"""The bare spans."""

from webwinnow.render.table import render_spans
from webwinnow.spans import Spans


def test_one_line_per_span() -> None:
    assert render_spans(Spans([(3, 5), (0, 1)], size=9)) == "0\t1\n3\t5\n"
    assert render_spans(Spans(size=0)) == ""
