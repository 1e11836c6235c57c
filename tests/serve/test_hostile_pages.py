"""Hostile pages through every endpoint that reads a page: answered, or refused as the request's own fault."""

from __future__ import annotations

import pytest

from hostile.families import FAMILIES
from webwinnow.serve.answers import OPERATIONS

FIELDS: dict[str, dict[str, object]] = {
    "extract": {"format": "json", "blocks": True},
    "curves": {"extractor": "dsc"},
    "compare": {"extractors": ["bte", "plain"], "peers": []},
    "label": {"labels": {"content": [[0, 3]]}},
}
SOME = ["prose", *list(FAMILIES)[::12]]
"""One of twelve families, of all kinds."""
SIZE = 1_500


def asked(server, html: str) -> dict[str, int]:
    return {name: server.post(f"/v1/{name}", html=html, **FIELDS.get(name, {})).status for name in OPERATIONS}


@pytest.mark.parametrize("name", SOME)
def test_no_endpoint_breaks_on_a_hostile_page(server, name: str) -> None:
    html = FAMILIES[name](SIZE).encode("utf-8", "replace").decode()
    statuses = asked(server, html)
    assert {each: status for each, status in statuses.items() if status >= 500} == {}
    assert statuses["extract"] == 200


def test_every_endpoint_answers_an_ordinary_page(server) -> None:
    assert set(asked(server, FAMILIES["prose"](SIZE)).values()) == {200}
