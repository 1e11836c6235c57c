"""The habits of the house: modules have tests, names have one meaning, what texts name exists, imports stay few."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import webwinnow
from syntax import nodes

PACKAGE = Path(webwinnow.__file__).parent
TESTS = Path(__file__).parent
ROOT = TESTS.parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
ROOMS = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
PROSE = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *PACKAGE.rglob("*.md")])

TESTED_ELSEWHERE = {
    "__main__.py": "one call: cli/test_process.py runs it",
    "cli/train.py": "the command: training/test_train.py",
    "descriptions.py": "what the command lists: cli/test_list.py",
    "document/tree": "the rules that elements are built by: document/tree/test_building.py, against lexbor",
    "extractors/consensus": "signals are tried together, as features: extractors/consensus/test_features.py",
    "fetch/connection.py": "sockets and TLS: fetch/test_client.py talks to servers",
    "headline": "the parts of one ranking: headline/test_ranking.py",
    "losses": "three kinds of one question: losses/test_losses.py",
    "metadata": "the parts of one search: metadata/test_finding.py",
    "plain_data.py": "what commands print: cli/test_headline.py, cli/test_posts.py",
    "proxy": "inside mitmproxy, so tried as a running proxy: proxy/test_running.py",
    "render/structure": "one tree of blocks: render/test_structured_pages.py, render/test_blocks.py",
    "render/tei": "one document, checked against its schema: render/tei/test_tei.py",
    "selectors": "parts of one match: selectors/test_selector.py, against lexbor",
    "serve": "a service, so tried as a running one: serve/test_service.py, serve/test_workbench.py",
    "stages": "what a stage is: stages/test_combined.py, and stages/test_curves.py how it shows itself",
    "training": "trainers make models as a whole: training/test_train.py, training/test_paper_systems.py",
}
"""Modules and folders without a test file of their own: the test that tries them, and why it is there."""

TWO_MEANINGS = {"Document": "`compat.readability` has the names of the library that it stands in for"}
"""Names that two public classes share, and why."""

IMPORTS = 0.067
"""The greatest share of lines that import something, `__future__` aside: where it grows, modules are cut too small."""

FILES = (".csv", ".css", ".html", ".json", ".jsonl", ".md", ".npz", ".png", ".svg", ".toml", ".txt", ".xml")
"""Endings of names with a dot that are files, not modules."""


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def imported_by_tests() -> set[str]:
    """What tests import by its name: they try it themselves, not through a neighbour."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom):
                found |= {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def has_its_test(module: Path) -> bool:
    """Tests mirror sources: `tests/room/test_module.py`, one file for a folder, or at least one that imports it."""
    where = module.relative_to(PACKAGE)
    own = TESTS / where.parent / f"test_{where.name}"
    folders = (TESTS / folder.parent / f"test_{folder.name}.py" for folder in list(where.parents)[:-1])
    dotted = ".".join(("webwinnow", *where.with_suffix("").parts))
    return own.exists() or any(file.exists() for file in folders) or dotted in imported_by_tests()


def excused(name: str) -> str | None:
    """The entry of the list that names a module, or a folder that it stands in."""
    return next((each for each in TESTED_ELSEWHERE if name == each or name.startswith(f"{each}/")), None)


def test_every_module_has_its_test() -> None:
    missing = {name_of(module) for module in MODULES if not has_its_test(module)}
    assert not {name for name in missing if excused(name) is None}, "write a test file, or say in the list which it is"
    assert set(TESTED_ELSEWHERE) == {excused(name) for name in missing}, "the list names too many"


def test_what_the_list_of_tests_names_exists() -> None:
    for reason in TESTED_ELSEWHERE.values():
        named = re.findall(r"[\w/]+\.py", reason)
        assert named and all((TESTS / each).exists() for each in named), reason


def test_a_class_name_has_one_meaning() -> None:
    found = defaultdict(list)
    for module in MODULES:
        for node in ast.iter_child_nodes(nodes(module)[0]):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(name_of(module))
    twice = {name: where for name, where in found.items() if len(where) > 1}
    assert {name: where for name, where in twice.items() if name not in TWO_MEANINGS} == {}
    assert set(TWO_MEANINGS) <= set(twice)


def test_imports_are_few() -> None:
    lines = imports = 0
    for path in PACKAGE.rglob("*.py"):
        lines += path.read_text(encoding="utf-8").count("\n")
        for node in nodes(path):
            if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
                imports += (node.end_lineno or node.lineno) - node.lineno + 1
    assert imports / lines <= IMPORTS, f"{imports / lines:.1%} of the lines import something"


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert {room for room in ROOMS if f"`{room}/" not in text} == set()


def docstrings(path: Path) -> Iterator[str]:
    """All texts that stand alone in a file: docstrings, and what is written below constants and fields."""
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def is_asked_for(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function stands for a value (a property) or is shown to users (a command), not for an action."""
    return any(re.search("property|command", ast.unparse(each)) for each in function.decorator_list)


def actions(path: Path) -> Iterator[str]:
    """The docstrings of functions that do something."""
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_asked_for(node):
            yield ast.get_docstring(node) or ""


def test_docstrings_begin_with_plain_words() -> None:
    unclear = re.compile(r"(?:Gives?|Told|Of the|Of all)\b")
    no_action = re.compile(r"(?:The|An?|What|Where|Whether|How|From|As|Like|Nothing|[A-Z]\w*[a-z][A-Z]\w*)\b")
    for path in PACKAGE.rglob("*.py"):
        assert not [text.splitlines()[0] for text in docstrings(path) if unclear.match(text)], path
        assert not [text.splitlines()[0] for text in actions(path) if no_action.match(text)], f"{path}: action first"


@cache
def exists(name: str) -> bool:
    """Whether a dotted name below the package is a module, or something that a module has."""
    parts = ["webwinnow", *name.split(".")]
    for cut in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None) or getattr(found, "__annotations__", {}).get(part)
        return found is not None
    return False


def missing_names(text: str) -> Iterator[str]:
    """Names of modules and files in backticks that do not exist."""
    for quoted in re.findall(r"`([^`\n]+)`", text):
        name = quoted.split("(")[0]
        if re.fullmatch(r"(?:\w+/)+\w+\.(?:py|toml|css|xsd|json|npz)", name):
            if not any((base / name).exists() for base in (PACKAGE, ROOT, PACKAGE.parent)):
                yield name
        elif re.fullmatch(r"\w+(?:\.\w+)+", name) and not name.endswith(FILES):
            first, _, rest = name.partition(".")
            if (first == "webwinnow" and not exists(rest)) or (first in ROOMS and not exists(name)):
                yield name


def test_what_texts_name_exists() -> None:
    for path in (*PROSE, *PACKAGE.rglob("*.py")):
        texts = docstrings(path) if path.suffix == ".py" else [path.read_text(encoding="utf-8")]
        assert not {name for text in texts for name in missing_names(text)}, path


def test_files_that_docstrings_name_stand_near() -> None:
    """A bare `name.py` is a file of the same folder, or of one above it."""
    for path in PACKAGE.rglob("*.py"):
        near = [path.parent, *path.parents][: len(path.relative_to(PACKAGE).parts) + 1]
        named = {name for text in docstrings(path) for name in re.findall(r"(?<![\w./-])\w+\.py\b", text)}
        assert not {name for name in named if not any((folder / name).exists() for folder in near)}, path


TWIN = re.compile(r"(?P<names>\w+(?:\.\w+)?(?: and \w+(?:\.\w+)?)?) of (?P<file>(?:\w+/)+\w+\.py)")


def missing_twins(text: str) -> Iterator[str]:
    """Names that are said to stand in a file of the package, and that it does not define."""
    for found in TWIN.finditer(re.sub(r"\s+", " ", text)):
        file = PACKAGE / found["file"].removeprefix("webwinnow/")
        source = file.read_text(encoding="utf-8") if file.exists() else ""
        for name in found["names"].removeprefix("and ").split(" and "):
            last = name.rpartition(".")[2]
            if last != "functions" and not re.search(rf"\b(?:def|class) {last}\b|^\s*{last}\b.* = ", source, re.M):
                yield f"{name} of {found['file']}"


def test_twins_that_compiled_code_names_exist() -> None:
    sources = [path for path in (ROOT / "native").iterdir() if path.suffix in (".c", ".h", ".inc")]
    assert [name for path in sources for name in missing_twins(path.read_text(encoding="utf-8"))] == []
    assert list(missing_twins("Twins: seen of\n   document/visibility.py, and gone of document/lines.py")) == [
        "gone of document/lines.py"
    ]


def test_missing_names_would_be_found() -> None:
    text = "`webwinnow.spans.Spans` `webwinnow.nothing` `cli/program.py` `cli/gone.py` `cli.program.main` `cli.gone`"
    assert list(missing_names(text)) == ["webwinnow.nothing", "cli/gone.py", "cli.gone"]
