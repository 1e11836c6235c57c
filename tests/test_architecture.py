"""The shape of the house: imports point one way, files stay small, only the command line prints."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import webwinnow

PACKAGE = Path(webwinnow.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

LAYERS = [
    {"errors", "spans", "version"},
    {"kernels", "limits"},
    {"language"},
    {"document"},
    {"signals", "drawing", "models", "plugins", "recipes", "selectors"},
    {"stages"},
    {"declared"},
    {"headline"},
    {"metadata"},
    {"items", "kind", "media", "posts"},
    {"losses"},
    {"prefilters", "extractors", "refiners", "render"},
    {"catalogue", "fetch", "listening", "processes"},
    {"expression"},
    {"descriptions", "rules"},
    {"result"},
    {"extraction"},
    {"discovery", "evaluate", "explain", "geometry", "plain_data", "trends"},
    {"proxy", "search", "serve", "training", "compat", "integrations"},
    {"site"},
    {"batch"},
    {"cli"},
    {"__main__", "__init__"},
]
"""From the bottom up. A room imports only from layers below its own; rooms of one layer know nothing of each other."""

ONE_EACH = {"prefilters", "extractors", "refiners"}
"""Rooms whose files do not import each other: what two share is a column of the page or a signal."""

BANNED = {"utils", "util", "helpers", "helper", "common", "misc", "core", "base", "manager", "constants", "shared"}


def room(path: Path) -> str:
    """The part of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def layer(name: str) -> int:
    return next(at for at, rooms in enumerate(LAYERS) if name in rooms)


def imports(path: Path) -> set[tuple[str, ...]]:
    """What a file imports of the package, as parts of the name: ('document', 'tokens')."""
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "webwinnow"}
    return found


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    own = room(path)
    for parts in imports(path):
        other = parts[0] if parts and any(parts[0] in rooms for rooms in LAYERS) else "__init__"
        if own == other or own == "__init__":
            continue
        assert layer(other) < layer(own), f"{own} imports {'.'.join(parts)}, which is not below it"


@pytest.mark.parametrize("path", [path for path in MODULES if room(path) in ONE_EACH], ids=name_of)
def test_algorithms_do_not_import_each_other(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts[:2]
    others = {parts[:2] for parts in imports(path) if parts[0] == own[0]}
    assert others <= {own}


def test_every_room_has_its_layer() -> None:
    rooms = {room(path) for path in MODULES}
    assert rooms == set().union(*LAYERS)
    assert sum(map(len, LAYERS)) == len(set().union(*LAYERS))


def test_signals_know_no_html() -> None:
    for path in (PACKAGE / "signals").glob("*.py"):
        assert {parts[0] for parts in imports(path)} <= {"signals", "kernels"}, path


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_files_are_small_and_well_named(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= 400
    assert not {part.removesuffix(".py") for part in path.relative_to(PACKAGE).parts} & BANNED


@pytest.mark.parametrize("path", [path for path in MODULES if room(path) != "cli"], ids=name_of)
def test_only_the_command_line_prints(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id in ("print", "input", "breakpoint")]


def test_a_wrong_import_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from webwinnow.cli import main\nimport webwinnow.document.tokens\n")
    assert imports(wrong) == {("cli", "main"), ("document", "tokens")}
    assert layer("cli") > layer("document") > layer("spans")
