"""Writes the reference pages of these docs from the code: `python docs/generate.py`, or `make docs`.

`extractors.md` lists the stages with their parameters and papers, `unspecified.md` what the papers leave open and how
we read it, `command-line.md` every command with its help. A test fails when a page no longer says what the code says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from webwinnow.catalogue import STAGES, stage_class
from webwinnow.cli.program import COMMANDS, NAME, main
from webwinnow.descriptions import Description, about, described_recipes, described_stages

_MADE: Final = "<!-- Made by docs/generate.py; change the code instead. -->"
_KINDS: Final = {
    "prefilter": "Prefilters: change what later stages see of a page",
    "extractor": "Extractors: decide what is content",
    "refiner": "Refiners: correct a decision",
}
_UNSPECIFIED: Final = re.compile(r"^UNSPECIFIED: *(.+(?:\n(?!\w+:|\s*$).+)*)", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the generated pages by file name."""
    return {"extractors.md": _extractors(), "unspecified.md": _unspecified(), "command-line.md": _command_line()}


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


if __name__ == "__main__":
    for file, text in pages().items():
        Path(__file__).with_name(file).write_text(text, encoding="utf-8")
