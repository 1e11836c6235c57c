"""`webwinnow package validate`: what is wrong with a package."""

from __future__ import annotations

from pathlib import Path

import click

from webwinnow.cli.output import emit
from webwinnow.evaluate.package import load
from webwinnow.evaluate.validation import PackageProblem, check


@click.command("validate", epilog="\b\nExample:\n  webwinnow package validate examples/package")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> int:
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
