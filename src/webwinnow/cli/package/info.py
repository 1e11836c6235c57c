"""`webwinnow package info`: a package in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from webwinnow.cli.output import emit
from webwinnow.evaluate.package import load


@click.command("info", epilog="\b\nExample:\n  webwinnow package info examples/package")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Show what a package is and count its pages by language, page type and kind of gold."""
    package = load(folder)
    info = package.info()
    lines = [("name", package.name)]
    lines += [(key, str(value)) for key, value in package.description.items() if _told(key, value)]
    lines += [("digest", package.digest()), ("pages", str(info.pages)), ("with gold", str(info.with_gold))]
    lines += [("unreadable", str(info.unreadable))] if info.unreadable else []
    lines += [("gold", _counted(info.gold_kinds)), ("languages", _counted(info.languages))]
    lines += [("page types", _counted(info.page_types))]
    emit("".join(f"{name + ':':<12} {' '.join(value.split())}\n" for name, value in lines))


def _told(key: str, value: object) -> bool:
    return key in ("origin", "licence", "notes", "split_of") and isinstance(value, str)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {pages}" for name, pages in counts.items()) or "none"
