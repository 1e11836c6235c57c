"""The catalogue: every stage is listed, under its own name, with its paper."""

from __future__ import annotations

import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import webwinnow
from webwinnow.catalogue import DEFAULT, STAGES, recipes, stage_class
from webwinnow.expression import parse
from webwinnow.stages import Extractor, Prefilter, Refiner, Stage

PACKAGE = Path(webwinnow.__file__).parent
KINDS = {"extractors": Extractor, "prefilters": Prefilter, "refiners": Refiner}


@pytest.mark.parametrize("name", STAGES)
def test_names_agree(name: str) -> None:
    found = stage_class(name)
    room = STAGES[name].split(".")[1]
    assert found.name == name
    assert issubclass(found, KINDS[room])
    assert re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name)


@pytest.mark.parametrize("name", STAGES)
def test_stages_are_frozen_slotted_dataclasses_with_defaults(name: str) -> None:
    found = stage_class(name)
    assert is_dataclass(found)
    assert found.__dataclass_params__.frozen
    assert "__slots__" in vars(found)
    assert found() == found()
    for field in fields(found):
        assert found.default(field.name) == getattr(found(), field.name)


@pytest.mark.parametrize("name", STAGES)
def test_docstrings_tell_the_paper_the_deviations_and_the_cost(name: str) -> None:
    found = stage_class(name)
    told = sys.modules[found.__module__].__doc__ or ""
    assert re.search(r"^Paper: \w+", told, re.MULTILINE)
    assert "Deviations:" in told
    assert "Cost: O(" in told
    assert (found.__doc__ or "").strip()


@pytest.mark.parametrize("name", STAGES)
def test_papers_are_in_the_references(name: str) -> None:
    references = PACKAGE.parents[1] / "references.bib"
    if not references.exists():
        pytest.skip("an installed package has no references beside it")
    told = sys.modules[stage_class(name).__module__].__doc__ or ""
    paper = re.search(r"^Paper: (.*?)(?=^\w+:|\Z)", told, re.MULTILINE | re.DOTALL)
    assert paper
    keys = set(re.findall(r"^@\w+\{(\w+),", references.read_text(encoding="utf-8"), re.MULTILINE))
    cited = set(re.findall(r"\b[a-z]+(?:19|20)\d\d\b", paper[1]))
    assert cited
    assert cited <= keys


@pytest.mark.parametrize("room", KINDS)
def test_every_module_of_a_room_is_listed(room: str) -> None:
    there = {path.stem for path in (PACKAGE / room).glob("*.py")} - {"__init__"}
    there |= {path.parent.name for path in (PACKAGE / room).glob("*/__init__.py")}
    listed = {place.split(":")[0].split(".")[2] for place in STAGES.values() if f".{room}." in place}
    assert listed == there


def test_recipes_have_names_of_their_own_and_can_be_read() -> None:
    assert not set(recipes()) & set(STAGES)
    for expression in recipes().values():
        assert isinstance(parse(expression), Stage)


def test_the_default_is_an_extractor() -> None:
    assert isinstance(parse(DEFAULT), Extractor)
    assert str(parse(DEFAULT)) == DEFAULT
