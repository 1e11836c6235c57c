"""The threat model names tests that exist, and nothing of users is run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CITED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8"))
SOURCES = sorted((ROOT / "src").rglob("*.py"))
UNPICKLING = {"processes"}
"""The rooms whose messages are pickled, by us for us."""


@pytest.mark.parametrize(("file", "name"), CITED)
def test_each_claim_has_its_test(file: str, name: str) -> None:
    assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


def test_there_are_many_claims() -> None:
    assert len(CITED) > 40


@pytest.mark.parametrize(
    "who", ["Pages", "Test packages", "Models", "crawls", "plug-ins", "proxy", "browser", "program"]
)
def test_each_kind_of_stranger_has_its_claims(who: str) -> None:
    text = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
    (section,) = [each for each in text.split("\n## ")[1:] if each.splitlines()[0].endswith(who)]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "held by" not in line]
    assert rows and all("`tests/" in row for row in rows)


def _calls(path: Path) -> list[tuple[str, ast.Call]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [(ast.unparse(node.func), node) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_nothing_is_run_that_users_wrote() -> None:
    run = {"eval", "exec", "compile", "os.system", "os.popen", "yaml.load", "marshal.loads", "shelve.open"}
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno} {name}"
        for path in SOURCES
        for name, call in _calls(path)
        if name in run or any(word.arg == "shell" and ast.unparse(word.value) != "False" for word in call.keywords)
    ]
    assert found == []


def test_references_are_decoded_in_one_place() -> None:
    """The library's own function fails on a number of 4,301 digits."""
    decoders = {path.name for path in SOURCES for name, _ in _calls(path) if name.split(".")[-1] == "unescape"}
    assert decoders == {"references.py"}


def test_only_our_own_processes_unpickle() -> None:
    readers = ("pickle.load", "pickle.loads", "pickle.Unpickler", "joblib.load", "dill.loads", "torch.load")
    rooms = {
        path.relative_to(ROOT / "src" / "webwinnow").parts[0]
        for path in SOURCES
        for name, call in _calls(path)
        if name in readers
        or any(word.arg == "allow_pickle" and ast.unparse(word.value) != "False" for word in call.keywords)
    }
    assert rooms == UNPICKLING
