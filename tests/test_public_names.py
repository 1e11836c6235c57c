"""The public names, pinned: adding or removing one is a decision, not an accident."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import get_args

import pytest

import webwinnow

PINNED = (
    "Document Favour Format HiddenPolicy Limits Outline RenderOptions Result Spans WebwinnowError __version__ extract "
    "parse parse_extractor"
).split()
LITERALS = ("Favour", "Format", "HiddenPolicy", "Outline")
ROOMS = frozenset(
    "webwinnow.batch webwinnow.compat webwinnow.compat.readability webwinnow.discovery webwinnow.evaluate "
    "webwinnow.explain webwinnow.geometry webwinnow.headline webwinnow.items webwinnow.kind webwinnow.media "
    "webwinnow.metadata webwinnow.models webwinnow.posts webwinnow.processes webwinnow.recipes webwinnow.rules "
    "webwinnow.stages webwinnow.training webwinnow.trends".split()
)
"""Modules that docs may import from, besides `webwinnow` itself: one for a room, and one for each library that
`compat` stands in for."""
ADAPTERS = "webwinnow.integrations."
"""One module for each library that it adapts to; `test_integrations` tries them where the library is installed."""
IMPORT = re.compile(r"^ *from (webwinnow[\w.]*) import ([\w, ]+)", re.MULTILINE)
ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")


def test_public_names_are_pinned() -> None:
    assert sorted(webwinnow.__all__) == PINNED


@pytest.mark.parametrize("name", PINNED)
def test_public_names_exist_and_say_what_they_are(name: str) -> None:
    thing = getattr(webwinnow, name)
    assert name == "__version__" or name in LITERALS or inspect.getdoc(thing)


@pytest.mark.parametrize("name", LITERALS)
def test_choices_are_types(name: str) -> None:
    assert all(isinstance(choice, str) for choice in get_args(getattr(webwinnow, name)))


def test_docs_use_public_names() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in [*DOCS.glob("*.md"), ROOT / "README.md"])
    used = IMPORT.findall(text)
    assert used
    for module, names in used:
        if module.startswith(ADAPTERS):
            assert (ROOT / "src" / f"{module.replace('.', '/')}.py").exists()
            continue
        assert module == "webwinnow" or module in ROOMS, (
            f"{module} is no public module: add it to ROOMS, or use another"
        )
        found = importlib.import_module(module)
        for name in names.replace(" ", "").split(","):
            public = getattr(found, "__all__", None)
            assert hasattr(found, name) or (module, name) == ("webwinnow.compat", name)
            assert public is None or name in public


@pytest.mark.parametrize("module", ["webwinnow", *sorted(each for each in ROOMS if "webwinnow.compat" not in each)])
def test_every_public_name_is_documented(module: str) -> None:
    """Each has a heading in the reference, and words below it that say what it is."""
    found = re.search(rf"^## `{re.escape(module)}`(.*?)(?=^## |\Z)", API, re.MULTILINE | re.DOTALL)
    assert found is not None
    said = {re.match(r"`(\w+)", part)[1]: part.partition("\n")[2] for part in found[1].split("\n### ")[1:]}  # type: ignore[index]
    assert set(said) == set(importlib.import_module(module).__all__)
    assert [name for name, text in said.items() if len(text.split()) < 3] == []


def test_names_inside_sentences_exist() -> None:
    """Where a sentence names something by all of its path, it is there; libraries of others need not be."""
    for page in DOCS.glob("*.md"):
        for path in re.findall(r"`(webwinnow(?:\.[A-Za-z_]+)+)", page.read_text(encoding="utf-8")):
            if not path.startswith(ADAPTERS):
                assert pkgutil.resolve_name(path) is not None, f"{page.name}: {path}"


def test_each_room_has_one_public_module() -> None:
    rooms = [module.split(".")[1] for module in ROOMS if not module.startswith("webwinnow.compat.")]
    assert len(rooms) == len(set(rooms))


def test_parameters_of_the_main_call_are_pinned() -> None:
    assert list(inspect.signature(webwinnow.extract).parameters) == [
        "page", "extractor", "favour", "favor", "url", "encoding", "links", "keep_formatting", "normalise", "normalize",
        "hidden", "headline", "keep", "drop", "comments", "rules", "min_confidence", "limits",
    ]  # fmt: skip
    public = {name for name in vars(webwinnow.Result) if not name.startswith("_")}
    attributes = (
        "blocks chunks confidence dropped embedded fitted headline hidden html items json json_pieces markdown media "
        "metadata min_confidence options outline page_type posts refusal render share text title to_dict warnings "
        "with_headline"
    )
    assert public == set(attributes.split())


def test_names_that_do_not_exist_are_refused() -> None:
    with pytest.raises(AttributeError, match="nonesuch"):
        _ = webwinnow.nonesuch
