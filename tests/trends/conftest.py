"""The made-up collection with known trends, made once, and queries to ask it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from webwinnow.trends.analysis import Trends, find_trends
from webwinnow.trends.collection import Collection, read_collection
from webwinnow.trends.scores import Query, read_queries

EXAMPLES = Path(__file__).parents[2] / "examples" / "trends"


@pytest.fixture(scope="session")
def made_up() -> ModuleType:
    """The script that makes collections."""
    specification = importlib.util.spec_from_file_location("make_collection", EXAMPLES / "make_collection.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def collection(made_up) -> Collection:
    text = "\n".join(map(made_up.ris, made_up.collection(2400)))
    return read_collection([("made-up.ris", text.encode())])


@pytest.fixture(scope="session")
def queries() -> tuple[Query, ...]:
    """The four queries of the paper."""
    found, problems = read_queries((EXAMPLES / "queries.toml").read_text(encoding="utf-8"), "queries.toml")
    assert problems == ()
    return found


@pytest.fixture(scope="session")
def trends(collection, queries) -> Trends:
    return find_trends(collection, queries)
