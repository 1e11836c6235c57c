"""An extractor that drops links and nothing else, so that no test depends on what was learned."""

import pytest

from webwinnow.compat import reading
from webwinnow.extraction import extract


@pytest.fixture(autouse=True)
def asked(monkeypatch) -> list[str]:
    """The extractors that were asked for."""
    expressions: list[str] = []

    def simple(page, expression):
        expressions.append(expression)
        return extract(page, "lqf")

    monkeypatch.setattr(reading, "extract", simple)
    return expressions
