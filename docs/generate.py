"""Writes the reference pages of these docs from the code: `python docs/generate.py`, or `make docs`.

`extractors.md` lists the stages with their parameters and papers, `unspecified.md` what the papers leave open and how
we read it, `command-line.md` every command with its help, `api.md` the public names of Python, `json.md` the fields of
json by its schema. A test fails when a page no longer says what the code says.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module, resources
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, ForwardRef, Literal, get_args, get_origin

import click

from webwinnow.catalogue import STAGES, stage_class
from webwinnow.cli.program import COMMANDS, NAME, main
from webwinnow.descriptions import Description, about, described_recipes, described_stages
from webwinnow.lazy_values import cached_property

_MADE: Final = "<!-- Made by docs/generate.py; change the code instead. -->"
_KINDS: Final = {
    "prefilter": "Prefilters: change what later stages see of a page",
    "extractor": "Extractors: decide what is content",
    "refiner": "Refiners: correct a decision",
}
_ROOMS: Final = {
    "webwinnow.metadata": "title, authors, dates and more",
    "webwinnow.headline": "headlines and outline",
    "webwinnow.items": "what overview pages list",
    "webwinnow.media": "images, video and sound",
    "webwinnow.posts": "posts and comments",
    "webwinnow.kind": "article, overview, media or empty page",
    "webwinnow.discovery": "addresses of a site's articles",
    "webwinnow.evaluate": "test packages, measures, runs",
    "webwinnow.explain": "why something was kept",
    "webwinnow.geometry": "pages in a real browser",
    "webwinnow.training": "learned stages from your own pages",
    "webwinnow.trends": "topics in collections",
    "webwinnow.stages": "what extractors are made of",
    "webwinnow.recipes": "names for expressions",
    "webwinnow.rules": "what to keep and drop, by host",
    "webwinnow.batch": "whole crawls",
    "webwinnow.processes": "many pages side by side, none of which can take the program down",
    "webwinnow.models": "files of learned models",
}
"""The public modules besides `webwinnow` itself."""
_PUBLIC: Final = """Public is what stands here, the calls of other libraries ([switching](switching.md)) and the
adapters to others ([integrations](integrations.md)); everything else may change without notice."""
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
_UNSPECIFIED: Final = re.compile(r"^UNSPECIFIED: *(.+(?:\n(?!\w+:|\s*$).+)*)", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the generated pages by file name."""
    return {
        "extractors.md": _extractors(),
        "unspecified.md": _unspecified(),
        "command-line.md": _command_line(),
        "api.md": _api(),
        "json.md": _json(),
    }


def _extractors() -> str:
    parts = ["# Extractors and other stages", _MADE]
    for kind, heading in _KINDS.items():
        stages = [stage for stage in described_stages() if stage.kind == kind]
        if stages:
            parts += [f"## {heading}", *map(_stage, stages)]
    parts += ["## Recipes: names for combinations", _recipes()]
    return "\n\n".join(parts) + "\n"


def _stage(stage: Description) -> str:
    lines = [f"### `{stage.name}`", stage.summary]
    if stage.paper:
        lines.append(f"Paper: {stage.paper}")
    if stage.geometry:
        lines.append("Uses the geometry of a page where it is known (see [geometry](geometry.md)).")
    if stage.parameters:
        lines.append("\n".join(_parameter(parameter) for parameter in stage.parameters))
    return "\n\n".join(lines)


def _parameter(parameter: dict[str, object]) -> str:
    default = f" = {parameter['default']!r}" if "default" in parameter else ""
    summary = f": {' '.join(str(parameter['summary']).split())}" if parameter["summary"] else ""
    return f"- `{parameter['name']}{default}` ({parameter['type']}){summary}"


def _recipes() -> str:
    rows = [f"| `{recipe.name}` | `{recipe.expression}` | {recipe.summary} |" for recipe in described_recipes()]
    return "\n".join(["| name | stands for | |", "|---|---|---|", *(row.replace(" | ", " | ") for row in rows)])


def _unspecified() -> str:
    parts = ["# What the papers leave open", _MADE, "Each is marked `UNSPECIFIED:` where the code reads the paper."]
    for name in sorted(STAGES):
        found = [" ".join(note.split()) for note in _UNSPECIFIED.findall(about(stage_class(name)))]
        if found:
            parts += [f"## `{name}`", "\n".join(f"- {note}" for note in found)]
    return "\n\n".join(parts) + "\n"


def _command_line() -> str:
    parts = ["# The command line", _MADE, f"```\n{_help(main, [NAME])}\n```"]
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        if command is not None:
            parts += _command(command, [NAME, name])
    return "\n\n".join(parts) + "\n"


def _command(command: click.Command, path: list[str]) -> list[str]:
    parts = [f"## `{' '.join(path)}`", f"```\n{_help(command, path)}\n```"]
    for name, inner in getattr(command, "commands", {}).items():
        parts += _command(inner, [*path, name])
    return parts


def _help(command: click.Command, path: list[str]) -> str:
    names = ["-h", "--help"]
    context = click.Context(command, info_name=" ".join(path), terminal_width=100, help_option_names=names)
    return command.get_help(context).rstrip()


def _api() -> str:
    parts = ["# Python names", _MADE, _PUBLIC]
    for module, about_it in {"webwinnow": "the main call and its result", **_ROOMS}.items():
        parts.append(f"## `{module}`: {about_it}")
        found = import_module(module)
        for name in sorted(found.__all__, key=str.lower):
            parts += _name(name, getattr(found, name), members=module == "webwinnow")
    return "\n\n".join(parts) + "\n"


def _name(name: str, thing: Any, *, members: bool) -> Iterator[str]:
    """Yield what is said about a public name; of the main classes, their members, too."""
    thing = inspect.unwrap(thing)
    if not inspect.isclass(thing) and not inspect.isfunction(thing):
        yield f"### `{name}`"
        yield " ".join(filter(None, [_below(name, thing), _choices(thing)]))
        return
    yield f"### `{name}{_signature(thing)}`"
    yield _first(thing)
    known = _members(thing) if members and inspect.isclass(thing) else {}
    lines = [_member(each, member) for each, member in known.items() if _is_said(member, each)]
    if lines:
        yield "\n".join(lines)


def _choices(thing: Any) -> str:
    """Name what a parameter may be, where that is a list of words."""
    found = get_args(thing) if get_origin(thing) is Literal else thing if isinstance(thing, tuple) else ()
    return f"One of {', '.join(f'`{each}`' for each in found)}." if found else ""


def _below(name: str, thing: Any) -> str:
    """Return the text that stands below a value where it is assigned."""
    for module in sorted(each for each in sys.modules if each.partition(".")[0] == "webwinnow"):
        if vars(sys.modules[module]).get(name) is thing:
            body = ast.parse(inspect.getsource(sys.modules[module])).body
            for value, text in pairwise(body):
                targets = value.targets if isinstance(value, ast.Assign) else [getattr(value, "target", None)]
                named = any(isinstance(each, ast.Name) and each.id == name for each in targets)
                if named and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                    return " ".join(str(text.value.value).split())
    return ""


def _members(thing: Any) -> dict[str, Any]:
    """Return what a class has, also from others of ours."""
    ours = [each for each in inspect.getmro(thing) if each.__module__.startswith("webwinnow")]
    return {name: member for each in reversed(ours) for name, member in vars(each).items()}


def _is_said(member: Any, name: str) -> bool:
    kinds = (property, classmethod, staticmethod, cached_property)
    return not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, kinds))


def _member(name: str, member: Any) -> str:
    plain = getattr(member, "__func__", member)
    return f"- `{name}{_signature(plain) if inspect.isfunction(plain) else ''}`: {_first(member)}"


def _signature(thing: Any) -> str:
    """Write a signature as it is in the code; that of an exception says nothing."""
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        return ""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [each.replace(annotation=_plain(each.annotation)) for each in found.parameters.values()]
    written = found.replace(parameters=plain, return_annotation=_plain(found.return_annotation))
    return _ADDRESS.sub("", str(written))


class _Written(str):
    """An annotation that is shown as it is written, without quotation marks."""

    __slots__ = ()
    __repr__ = str.__str__


def _plain(annotation: Any) -> Any:
    annotation = annotation.__forward_arg__ if isinstance(annotation, ForwardRef) else annotation  # of named tuples
    return _Written(annotation) if isinstance(annotation, str) else annotation


def _first(thing: Any) -> str:
    """Return the first paragraph of a docstring in one line."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _json() -> str:
    schema = json.loads(resources.files("webwinnow.render").joinpath("result.schema.json").read_text(encoding="utf-8"))
    head = "Written by `webwinnow extract -f json` and `Result.json()`: one object on a line for each page."
    where = "The schema itself is `webwinnow/render/result.schema.json` in the package (JSON Schema 2020-12)."
    always = {name: "yes" if name in schema["required"] else "no" for name in schema["properties"]}
    rows = [
        f"| `{name}` | {_kind(each)} | {always[name]} | {each.get('description', '')} |"
        for name, each in schema["properties"].items()
    ]
    table = "\n".join(["| field | type | always there | |", "|---|---|---|---|", *rows])
    return "\n\n".join(["# The fields of json", _MADE, head, where, table]) + "\n"


def _kind(schema: dict[str, Any]) -> str:
    """Name the type of a field, and the keys of its objects."""
    named = schema.get("$ref", "").rpartition("/")[2] or schema.get("type", "") or "any"
    types = " or ".join(named) if isinstance(named, list) else named
    inner = schema.get("items", schema) if isinstance(schema.get("items", schema), dict) else {}
    keys = ", ".join(f"`{key}`" for key in inner.get("required", inner.get("properties", {})))
    return f"{types} of {keys}" if keys else types


if __name__ == "__main__":
    for file, text in pages().items():
        Path(__file__).with_name(file).write_text(text, encoding="utf-8")
