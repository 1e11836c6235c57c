"""The description of a test package, `package.toml`: what it is, its origin, how the gold was made."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Final

from webwinnow.errors import PackageError

DESCRIPTION: Final = "package.toml"


def read_description(folder: Path) -> dict[str, Any]:
    """Read a package's description; raises PackageError if there is none or it is broken."""
    path = folder / DESCRIPTION
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        missing = f"no {DESCRIPTION}: run `webwinnow package new`" if folder.is_dir() else "no such folder"
        raise PackageError(f"{folder}: not a test package, {missing}") from None
    except ValueError as error:  # TOML errors and bytes that are not UTF-8
        raise PackageError(f"{path}: broken description ({error}): correct the file") from None
    except OSError as error:
        raise PackageError(f"{path}: cannot be read ({error.strerror or error}): check its permissions") from None


def toml_text(content: Mapping[str, Any]) -> str:
    """Write keys and values as TOML, tables last; Python reads TOML but does not write it."""
    return "".join(f"{line}\n" for line in _table(content, ()))


def _table(content: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    tables = {key: value for key, value in content.items() if isinstance(value, Mapping)}
    lines = [f"{_string(key)} = {_value(value)}" for key, value in content.items() if key not in tables]
    for key, value in tables.items():
        inner = (*path, key)
        lines += ["", f"[{'.'.join(map(_string, inner))}]", *_table(value, inner)]
    return lines


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return _string(value)
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{_string(key)} = {_value(item)}' for key, item in value.items())}}}"
        case _:
            raise PackageError(f"{DESCRIPTION} cannot hold {value!r}: use text, numbers, lists or tables")


def _string(text: str) -> str:
    """Quote text; TOML's basic strings are JSON's, except that TOML wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
