"""`webwinnow package`: make, check and divide test packages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import click

from webwinnow.cli.output import complain, emit
from webwinnow.errors import PackageError
from webwinnow.evaluate.importers import FORMATS, importer
from webwinnow.evaluate.making import Made, add, build, new, page_id_of, split
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import load, read_gold, read_meta
from webwinnow.evaluate.validation import PackageProblem, check
from webwinnow.fetch import read_page

_PATH: Final = click.Path(path_type=Path)
_EXAMPLES: Final = """\b
Examples:
  webwinnow package info examples/package
  webwinnow package validate examples/package
  webwinnow package new mine
  webwinnow package add mine page.html --gold page.txt --language en"""


@click.group(epilog=_EXAMPLES)
def command() -> None:
    """Make, check and divide test packages: folders of pages with their gold."""


def _count(made: Made) -> None:
    """Name on standard error what was left out, and count what is there."""
    for skipped in made.skipped:
        complain(f"{skipped.name}: left out: {skipped.reason}")
    left_out = f", {len(made.skipped)} left out" if made.skipped else ""
    emit(f"{made.package.folder}: {made.added} pages added{left_out}\n")


@command.command(
    "info",
    short_help="Show what a package is, and count its pages.",
    epilog="\b\nExample:\n  webwinnow package info examples/package",
)
@click.argument("folder", metavar="DIR", type=_PATH)
def _info(folder: Path) -> None:
    """Show what a package is and count its pages by language, page type and kind of gold."""
    package = load(folder)
    info = package.info()
    lines = [("name", package.name)]
    lines += [(key, str(value)) for key, value in package.description.items() if _shown(key, value)]
    lines += [("digest", package.digest()), ("pages", str(info.pages)), ("with gold", str(info.with_gold))]
    lines += [("unreadable", str(info.unreadable))] if info.unreadable else []
    lines += [("gold", _counted(info.gold_kinds)), ("languages", _counted(info.languages))]
    lines += [("page types", _counted(info.page_types))]
    emit("".join(f"{name + ':':<12} {' '.join(value.split())}\n" for name, value in lines))


def _shown(key: str, value: object) -> bool:
    return key in ("origin", "licence", "notes", "split_of") and isinstance(value, str)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {pages}" for name, pages in counts.items()) or "none"


@command.command(
    "validate",
    short_help="Name what is wrong with a package.",
    epilog="\b\nExample:\n  webwinnow package validate examples/package",
)
@click.argument("folder", metavar="DIR", type=_PATH)
def _validate(folder: Path) -> int:
    """Name what is wrong with a package; the exit code is 1 if there are errors.

    Looked for are files without their page, broken gzip and JSON, gold that is empty or not UTF-8, gold words that are
    not in the page, doubles, unknown keys and page types, and very large pages.
    """
    package, counts = load(folder), {"error": 0, "warning": 0}
    for problem in check(package):
        counts[problem.severity] += 1
        emit(_line(problem))
    emit(f"{len(package.pages)} pages, {counts['error']} errors, {counts['warning']} warnings\n")
    return int(counts["error"] > 0)


def _line(problem: PackageProblem) -> str:
    where = problem.file or problem.page
    message = f"{where}: {problem.message}" if where else problem.message
    return f"{problem.severity}: {' '.join(message.split())}\n"


@command.command(
    "new", short_help="Start an empty package.", epilog="\b\nExample:\n  webwinnow package new mine --licence CC0-1.0"
)
@click.argument("folder", metavar="DIR", type=_PATH)
@click.option("--name", metavar="NAME", help="Its name in tables.  [default: that of the folder]")
@click.option("--licence", metavar="TEXT", default="", help="Under which terms the pages may be used.")
@click.option("--origin", metavar="TEXT", default="", help="Where the pages come from.")
@click.option("--gold", metavar="TEXT", default="", help="How the gold is made, and what belongs to it.")
@click.option("--notes", metavar="TEXT", default="", help="Whatever else is worth knowing.")
def _new(folder: Path, name: str | None, licence: str, origin: str, gold: str, notes: str) -> None:
    """Start an empty package: a folder with its description, package.toml."""
    package = new(folder, name, licence=licence, origin=origin, gold=gold, notes=notes)
    emit(f"{folder}: the package {package.name} is there, without pages yet\n")


@command.command(
    "add",
    short_help="Add a page to a package.",
    epilog="\b\nExample:\n  webwinnow package add mine page.html --gold page.txt --title 'Rain at last'",
)
@click.argument("folder", metavar="DIR", type=_PATH)
@click.argument("page", metavar="PAGE")
@click.option("--gold", metavar="FILE", type=_PATH, help="The main content as text, UTF-8.")
@click.option("--meta", metavar="FILE", type=_PATH, help="What is known about the page, as JSON; options go before it.")
@click.option("--id", "page_id", metavar="ID", help="The name of its files.  [default: that of the page's file]")
@click.option("--url", metavar="URL", help="Where it comes from.")
@click.option("--language", metavar="TAG", help="Such as en.")
@click.option("--title", metavar="TEXT", help="The headline.")
@click.option("--author", metavar="NAME", multiple=True, help="May be given more than once.")
@click.option("--date", metavar="DATE", help="Such as 2024-03-12.")
@click.option("--page-type", metavar="TYPE", help="Such as article, forum, home.")
def _add(folder: Path, page: str, gold: Path | None, meta: Path | None, page_id: str | None, **known: Any) -> None:
    """Add PAGE, a file or a URL, to the package DIR; nothing that is there is overwritten."""
    fetched = read_page(page)
    meta_data = {} if meta is None else read_meta(meta).to_json()
    if fetched.url:
        meta_data.setdefault("url", fetched.url)
    meta_data |= {key: list(value) if isinstance(value, tuple) else value for key, value in known.items() if value}
    chosen = page_id or (None if fetched.url else page_id_of(Path(page).name))
    text = None if gold is None else read_gold(gold)
    if text is not None and not text.strip():
        raise PackageError(f"{gold}: is empty: write the main content into it, or leave --gold out")
    added = add(folder, fetched.body, text, PageMeta.from_json(meta_data), page_id=chosen)
    emit(f"{folder}: added {added.id}{'' if text else ', without gold'}\n")


@command.command(
    "split",
    short_help="Make two packages of one.",
    epilog="\b\nExample:\n  webwinnow package split mine --by domain --ratio 0.7 --into mine-dev mine-test",
)
@click.argument("folder", metavar="DIR", type=_PATH)
@click.option(
    "--by", type=click.Choice(["domain", "page"]), default="domain", show_default=True, help="What stays together."
)
@click.option("--ratio", type=float, default=0.5, show_default=True, help="The share of pages of the first.")
@click.option("--into", metavar="DIR DIR", nargs=2, type=_PATH, help="The folders to make.  [default: DIR-a and DIR-b]")
def _split(folder: Path, by: Literal["domain", "page"], ratio: float, into: tuple[Path, Path] | None) -> None:
    """Make two packages of one, always the same two; DIR itself stays as it is."""
    for package in split(folder, by=by, ratio=ratio, into=into or None):
        emit(f"{package.folder}: {len(package.pages)} pages\n")


@command.command(
    "import",
    short_help="Make a package of a known data set.",
    epilog="\b\nExample:\n  webwinnow package import cleaneval downloads/cleaneval cleaneval",
)
@click.argument("form", metavar="FORMAT")
@click.argument("source", metavar="SRC", type=_PATH)
@click.argument("destination", metavar="DST", type=_PATH)
def _import(form: str, source: Path, destination: Path) -> None:
    """Make the package DST of the data set in the folder SRC."""
    _count(importer(form)(source, destination))


_import.help = f"{_import.help}\n\nFORMAT is one of {', '.join(FORMATS)}."


@command.command(
    "build",
    short_help="Make gold for a site's pages by a selector.",
    epilog="\b\nExample:\n  webwinnow package build news pages/ --selector 'article .body' --headline h1",
)
@click.argument("folder", metavar="DIR", type=_PATH)
@click.argument("pages", metavar="PAGES...", nargs=-1, required=True, type=_PATH)
@click.option("--selector", metavar="CSS", required=True, help="What holds the main content.")
@click.option("--headline", metavar="CSS", help="What holds the headline.")
def _build(folder: Path, pages: tuple[Path, ...], selector: str, headline: str | None) -> None:
    """Make gold for a site's pages, files or folders of them, with one CSS selector.

    DIR may be a new package or one that exists; pages that it has already are left out.
    """
    _count(build(folder, pages, selector, headline))
