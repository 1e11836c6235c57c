"""What compiled code points to stays where it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import webwinnow
from webwinnow import extract
from webwinnow.document.attributes import LONGEST, _naming
from webwinnow.kernels import LIBRARY, given_back, library, passing_room

SOURCES = Path(webwinnow.__file__).parent
TEXT = "<p>It rained all night, and in the morning the fields stood under water as nobody had seen them for years."
HELD = {"_reading"}
"""Functions whose callers hold the table as long as they need it: there is one for each depth that a user asks for."""


def functions(speaks_of: str) -> Iterator[tuple[str, ast.FunctionDef, list[str]]]:
    """Yield the functions of modules that speak of something, with what decorates them."""
    for path in SOURCES.rglob("*.py"):
        if speaks_of in (text := path.read_text(encoding="utf-8")):
            for found in ast.walk(ast.parse(text)):
                if isinstance(found, ast.FunctionDef):
                    name = f"{path.relative_to(SOURCES)}: {found.name}"
                    yield name, found, list(map(ast.unparse, found.decorator_list))


def test_tables_that_others_point_to_are_never_forgotten() -> None:
    """A cache with an end would free them, while compiled code goes on to read there."""
    bounded = [
        name
        for name, function, decorated in functions("ctypes")
        if function.name not in HELD and any("lru_cache" in each for each in decorated)
        if any(each.arg == "library" for each in function.args.args)
    ]
    assert bounded == []


def test_threads_that_ask_at_once_share_a_table() -> None:
    """With functools' `cache` one may be given the address of a table that nobody keeps."""
    apart = [
        name
        for name, function, decorated in functions("ibrary")
        if "cache" in decorated and ("Library" in ast.unparse(function) or "address" in ast.unparse(function))
    ]
    assert apart == []
    assert sum("kept_for_good" in decorated for _, _, decorated in functions("kept_for_good")) > 20


@pytest.mark.skipif(LIBRARY is None, reason="there are no tables without compiled kernels")
def test_names_of_any_length_leave_the_others_where_they_are() -> None:
    assert LIBRARY is not None
    page = f"<h1>Rain</h1>{TEXT * 3}<div class=comments>{TEXT}</div>"
    first, text = _naming(LIBRARY, LONGEST), extract(page).text
    for longest in range(1, 40):
        _naming(LIBRARY, longest)
    assert _naming(LIBRARY, LONGEST) is first
    assert extract(page).text == text


@pytest.mark.parametrize("size", [5_000, 3_000_000])
def test_room_that_is_given_back_is_no_longer_there(size: int) -> None:
    room = passing_room(size)
    room[:] = 7
    assert given_back(room, size // 3).tolist() == [7] * (size // 3)


KERNEL = re.compile(r"^(?:KERNEL )?\w+ \*?(?:FN\()?(\w+)\)?\(([^()]*)\) \{", re.MULTILINE)


def test_functions_are_told_what_they_take() -> None:
    """What is given beyond that, ctypes hands over as a number of 32 bits, which cuts off half of an address."""
    sources = [path for path in (SOURCES.parents[1] / "native").glob("*") if path.suffix in (".c", ".inc")]
    taken = {name: taken for path in sources for name, taken in KERNEL.findall(path.read_text(encoding="utf-8"))}
    told = library._OF_PAGES | library._OTHERS
    assert told.keys() - taken.keys() == {"write_utf_8"}  # which is made by a macro
    wrong = {
        name
        for name, (_, types) in told.items()
        if name in taken
        if len(types) != (0 if taken[name] in ("", "void") else taken[name].count(",") + 1)
    }
    assert wrong == set()
