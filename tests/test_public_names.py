"""The public names, pinned: adding or removing one is a decision, not an accident."""

from __future__ import annotations

import inspect

import pytest

import webwinnow

PINNED = ["Document", "Result", "Spans", "WebwinnowError", "__version__", "extract", "parse"]


def test_public_names_are_pinned() -> None:
    assert sorted(webwinnow.__all__) == PINNED


@pytest.mark.parametrize("name", PINNED)
def test_public_names_exist_and_say_what_they_are(name: str) -> None:
    thing = getattr(webwinnow, name)
    assert name == "__version__" or inspect.getdoc(thing)


def test_parameters_of_the_main_call_are_pinned() -> None:
    assert list(inspect.signature(webwinnow.extract).parameters) == ["page", "extractor", "url", "encoding"]
    public = {name for name in vars(webwinnow.Result) if not name.startswith("_")}
    attributes = (
        "blocks confidence dropped embedded extractor facts headline html json media metadata outline page "
        "page_type posts render share spans text title warnings"
    )
    assert public == set(attributes.split())


def test_names_that_do_not_exist_are_refused() -> None:
    with pytest.raises(AttributeError, match="nonesuch"):
        _ = webwinnow.nonesuch
