import json
from typing import Any

import jsonschema

from webwinnow.serve.answers import OPERATIONS
from webwinnow.serve.application import HttpService
from webwinnow.serve.openapi import BODIES, describe
from webwinnow.serve.requests import OPTIONS
from webwinnow.serve.settings import ServiceSettings

SETTINGS = ServiceSettings(jobs=1)


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [each for inner in value.values() for each in references(inner)]
    return [each for inner in value for each in references(inner)] if isinstance(value, list) else []


def leads_somewhere(described: dict, reference: str) -> bool:
    found: Any = described
    for part in reference.removeprefix("#/").split("/"):
        found = found.get(part) if isinstance(found, dict) else None
    return found is not None


def request_schema(name: str) -> dict:
    described = describe(SETTINGS)
    asked = described["paths"][f"/v1/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return asked | {"components": described["components"]}


def test_every_operation_is_described_and_every_reference_leads_somewhere():
    described = describe(SETTINGS)
    assert {f"/v1/{name}" for name in OPERATIONS} <= set(described["paths"])
    assert set(OPTIONS) == set(OPERATIONS)
    shelf = HttpService(SETTINGS).shelf
    for method, paths in (("get", shelf.reads), ("post", shelf.writes)):
        for path in paths:
            assert method in described["paths"][path.replace(":int", "")], path
    assert set(shelf.writes) == set(BODIES)
    found = references(described)
    assert len(found) > 20
    assert [each for each in found if not leads_somewhere(described, each)] == []
    json.dumps(described)


def test_schemas_are_schemas():
    for schema in [*describe(SETTINGS)["components"]["schemas"].values(), *map(request_schema, OPERATIONS)]:
        jsonschema.Draft202012Validator.check_schema(schema)


def test_the_description_refuses_what_the_service_refuses():
    validator = jsonschema.Draft202012Validator(request_schema("extract"))
    for good in ({"html": "x"}, {"url": "https://x/", "format": "text"}, {"pages": [{"html": "x"}], "links": False}):
        assert validator.is_valid(good), good
    wrong: tuple[dict, ...] = (
        {},
        {"html": 7},
        {"html": "x", "formt": "text"},
        {"pages": []},
        {"pages": [{"htm": "x"}]},
    )
    for bad in wrong:
        assert not validator.is_valid(bad), bad


def test_a_token_is_described():
    assert "security" not in describe(SETTINGS)
    assert describe(ServiceSettings(token="x" * 16))["security"] == [{"token": []}]
