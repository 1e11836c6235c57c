"""The shape of the house: imports point one way, files stay small, only the command line prints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import webwinnow
from syntax import nodes

PACKAGE = Path(webwinnow.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

LAYERS = [
    {"errors", "lazy_names", "lazy_values", "spans", "version"},
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
    for node in nodes(path):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "webwinnow"}
    return found


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def upwards(path: Path) -> Iterator[str]:
    """What a file imports that is not below it."""
    own = room(path)
    for parts in imports(path):
        other = parts[0] if parts and any(parts[0] in rooms for rooms in LAYERS) else "__init__"
        if own not in (other, "__init__") and layer(other) >= layer(own):
            yield f"{name_of(path)} imports {'.'.join(parts)}, which is not below it"


def test_imports_point_one_way() -> None:
    assert [wrong for path in MODULES for wrong in upwards(path)] == []


def test_algorithms_do_not_import_each_other() -> None:
    for path in (path for path in MODULES if room(path) in ONE_EACH):
        own = path.relative_to(PACKAGE).with_suffix("").parts[:2]
        assert {parts[:2] for parts in imports(path) if parts[0] == own[0]} <= {own}, path


def test_every_room_has_its_layer() -> None:
    rooms = {room(path) for path in MODULES}
    assert rooms == set().union(*LAYERS)
    assert sum(map(len, LAYERS)) == len(set().union(*LAYERS))


def test_the_table_of_rooms_is_in_the_order_of_imports() -> None:
    lines = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    heads = (line.split("|")[1] for line in lines if line.startswith("| `"))
    place = {name: at for at, name in enumerate(re.findall(r"`(\w+)(?:/|\.py)`", "".join(heads)))}
    assert set(place) | {"__main__", "__init__"} == set().union(*LAYERS)
    known = {(room(path), parts[0]) for path in MODULES for parts in imports(path) if parts and parts[0] in place}
    assert [(own, other) for own, other in known if own in place and place[other] > place[own]] == []


def test_signals_know_no_html() -> None:
    for path in (PACKAGE / "signals").glob("*.py"):
        assert {parts[0] for parts in imports(path)} <= {"signals", "kernels"}, path


def test_files_are_small_and_well_named() -> None:
    for path in MODULES:
        assert path.read_text(encoding="utf-8").count("\n") <= 400, f"{name_of(path)}: split it by its nouns"
        assert not {part.removesuffix(".py") for part in path.relative_to(PACKAGE).parts} & BANNED, path


def test_only_the_command_line_prints() -> None:
    for path in (path for path in MODULES if room(path) != "cli"):
        calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
        named = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not named & {"print", "input", "breakpoint"}, name_of(path)


def test_a_wrong_import_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from webwinnow.cli import main\nimport webwinnow.document.tokens\n")
    assert imports(wrong) == {("cli", "main"), ("document", "tokens")}
    assert layer("cli") > layer("document") > layer("spans")
