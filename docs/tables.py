"""What the pages of results share: which packages have gold, runs of which rows can be made anew, Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import process_time

from webwinnow.cli.output import watch
from webwinnow.evaluate import EvaluationSettings, Run, evaluate, load_run
from webwinnow.evaluate.adapters.adapter import Adapter, Asked
from webwinnow.evaluate.package import load
from webwinnow.evaluate.run import sample
from webwinnow.evaluate.summary import Summary, summarise

_TIMES = 3
"""How often the time of each page is taken."""


def packages_with_gold(folder: Path) -> tuple[list[Path], list[Path]]:
    """List the packages below a folder that have gold text, and those that have nothing but strings to look for.

    Others, which have only types of pages or meta data, say nothing about extractors.
    """
    every = sorted(path.parent for path in folder.glob("*/package.toml"))
    texts = [each for each in every if any(files.gold for files in load(each).pages)]
    return texts, [each for each in every if each not in texts and _has_strings(each)]


def _has_strings(folder: Path) -> bool:
    return any(files.read().meta.with_snippets for files in load(folder).pages)


def evaluated(
    packages: Sequence[Path], adapters: Sequence[Adapter], folder: Path, settings: EvaluationSettings, *, anew: bool
) -> Summary:
    """Evaluate into a folder, from which a run that was stopped goes on.

    With `anew`, only these candidates are evaluated, and their rows put into those of the finished run in the folder.
    """
    if not anew:
        return _run(packages, adapters, folder, settings).summary
    kept, made = load_run(folder), _run(packages, adapters, folder.with_name(f"{folder.name}-anew"), settings)
    program = kept.program if kept.program == made.program else f"{kept.program} and {made.program}"
    return summarise(program, kept.measures, kept.slicings, {**kept.cells, **made.cells}, pairs=False)


def _run(packages: Sequence[Path], adapters: Sequence[Adapter], folder: Path, settings: EvaluationSettings) -> Run:
    with watch(len(adapters)) as tell:
        return evaluate(packages, adapters, folder, settings, tell)


def measured(packages: Sequence[Path], adapters: Sequence[Adapter], pages: int) -> dict[str, float]:
    """Measure bytes by seconds of processor time on some pages of each package, all in turn on each page.

    The best of a few times counts. Each is asked for a page before: models that are loaded once are no part of a page.
    """
    every = [files.read() for folder in packages for files in sample(load(folder), pages)]
    asked = [Asked(each.id, each.html(), each.meta.url) for each in every]
    for adapter in adapters:
        adapter.prepare()
        _seconds(adapter, asked[0])
    seconds = dict.fromkeys((each.name for each in adapters), 0.0)
    for page in asked:
        for adapter in adapters:
            seconds[adapter.name] += min(_seconds(adapter, page) for _ in range(_TIMES))
    size = sum(len(page.html) for page in asked)
    return {name: size / max(took, 1e-9) for name, took in seconds.items()}


def _seconds(adapter: Adapter, asked: Asked) -> float:
    """Measure the processor time of one answer, or of finding none."""
    start = process_time()
    with suppress(Exception):
        adapter(asked)
    return process_time() - start


def which_pages(limit: int | None) -> str:
    """Say which pages of a package were taken."""
    return f"at most {limit} pages of each package" if limit else "all pages of each package"


def table(
    columns: Sequence[str],
    rows: Mapping[str, Sequence[float]],
    halves: Mapping[str, Sequence[float]] | None = None,
    *,
    digits: int = 3,
) -> str:
    """Write a table, the best of each column in bold where there are several rows; nothing for what is not known.

    `halves` are half the widths of the intervals.
    """
    known = [[each for each in numbers if each == each] for numbers in zip(*rows.values(), strict=True)]
    best = [max(numbers) if len(numbers) > 1 else None for numbers in known]
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for name, numbers in rows.items():
        cells = [cell(each, top, digits) for each, top in zip(numbers, best, strict=True)]
        if halves:
            cells = [
                f"{each} ±{half:.3f}" if half == half else each for each, half in zip(cells, halves[name], strict=True)
            ]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(number: float, top: float | None, digits: int = 3) -> str:
    """Write a number, in bold if it is the best."""
    if number != number:
        return "-"
    return f"**{number:.{digits}f}**" if number == top else f"{number:.{digits}f}"
