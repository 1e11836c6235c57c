"""An extractor that drops links and nothing else, so that no test depends on what was learned."""

import pytest

from webwinnow.compat import justext, readability, trafilatura
from webwinnow.extraction import extract


@pytest.fixture(autouse=True)
def asked(monkeypatch) -> list[str | None]:
    """What was favoured."""
    favours: list[str | None] = []

    def simple(page, favour=None):
        favours.append(favour)
        return extract(page, "lqf")

    monkeypatch.setattr(justext, "extract", simple)
    monkeypatch.setattr(readability, "extract", simple)
    monkeypatch.setattr(trafilatura, "extract_page", simple)
    return favours
