"""What compiled code points to stays where it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import webwinnow
from webwinnow import extract
from webwinnow.document.attributes import LONGEST, _naming
from webwinnow.kernels import LIBRARY

SOURCES = Path(webwinnow.__file__).parent
TEXT = "<p>It rained all night, and in the morning the fields stood under water as nobody had seen them for years."
HELD = {"_reading"}
"""Functions whose callers hold the table as long as they need it: there is one for each depth that a user asks for."""


def test_tables_that_others_point_to_are_never_forgotten() -> None:
    """A cache with an end would free them, while compiled code goes on to read there."""
    bounded = [
        f"{path.relative_to(SOURCES)}: {function.name}"
        for path in SOURCES.rglob("*.py")
        if "ctypes" in (text := path.read_text(encoding="utf-8"))
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef) and function.name not in HELD
        if any("lru_cache" in ast.unparse(each) for each in function.decorator_list)
        if any(each.arg == "library" for each in function.args.args)
    ]
    assert bounded == []


@pytest.mark.skipif(LIBRARY is None, reason="there are no tables without compiled kernels")
def test_names_of_any_length_leave_the_others_where_they_are() -> None:
    assert LIBRARY is not None
    page = f"<h1>Rain</h1>{TEXT * 3}<div class=comments>{TEXT}</div>"
    first, text = _naming(LIBRARY, LONGEST), extract(page).text
    for longest in range(1, 40):
        _naming(LIBRARY, longest)
    assert _naming(LIBRARY, LONGEST) is first
    assert extract(page).text == text
