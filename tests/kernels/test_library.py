"""What compiled code points to stays where it is."""

from __future__ import annotations

import ast
import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import webwinnow
from webwinnow import extract
from webwinnow.document.attributes import LONGEST, _naming
from webwinnow.kernels import LIBRARY, given_back, passing_room
from webwinnow.kernels.library import _OF_PAGES, _OTHERS

SOURCES = Path(webwinnow.__file__).parent
NATIVE = SOURCES.parents[1] / "native"
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


KINDS = {"int64_t": ctypes.c_int64, "int32_t": ctypes.c_int32, "uint32_t": ctypes.c_uint32, "double": ctypes.c_double}
"""What ctypes calls the types of C."""


def in_c() -> Iterator[tuple[str, object, list[object]]]:
    """Read from the sources what each function of the library gives and takes."""
    form = re.compile(r"^ *KERNEL ([\w ]+?)(\s|\s?\*\s?)(?:FN\((\w+)\)|(\w+?)(?:_##width)?)\(([^)]*)\)", re.MULTILINE)
    for path in sorted(NATIVE.iterdir()):
        if path.suffix in (".c", ".inc", ".h"):
            for given, star, of_page, other, takes in form.findall(path.read_text(encoding="utf-8")):
                listed = [] if takes.strip() in ("", "void") else takes.split(",")
                yield of_page or other, kind(given + star), [kind(each) for each in listed]


def kind(declared: str) -> object:
    """Return ctypes' name of what is declared in C."""
    if "*" in declared:
        return ctypes.c_void_p
    return next((known for name, known in KINDS.items() if re.search(rf"\b{name}\b", declared)), None)


@pytest.mark.skipif(not NATIVE.is_dir(), reason="the sources of the library are not here")
def test_what_functions_take_is_what_c_takes() -> None:
    """What is passed beyond what is declared loses the upper half of its address."""
    texts = {ctypes.c_char_p: ctypes.c_void_p}
    declared = {
        name: (gives, [texts.get(each, each) for each in takes])
        for name, (gives, takes) in {**_OF_PAGES, **_OTHERS}.items()
    }
    found = {name: (gives, takes) for name, gives, takes in in_c() if name != "fingerprint"}
    assert found == declared
