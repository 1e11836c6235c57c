"""Findings as files: `search.json` (what matters), `search.csv` (every combination) and `search.svg`.

The picture has every combination as a point, F1 against time, and the front through the best of them.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import Linear, linear, literal, shortened, written
from webwinnow.evaluate.results import program_version
from webwinnow.evaluate.writing import write_aside
from webwinnow.search.findings import Findings, Fold, held_out_mean

JSON: Final = "search.json"
TABLE: Final = "search.csv"
PICTURE: Final = "search.svg"
WIDTH: Final = 900
HEIGHT: Final = 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, WIDTH - 24, 64, HEIGHT - 96
_POINTS: Final = 3_000
"""Points that are drawn; more make the file large and the picture no clearer."""
_LABELS: Final = 6
"""The last points of the front, which are named below the plot."""
_RULES: Final = (
    f"text{{font:12px system-ui,sans-serif;fill:{literal('ink')}}}"
    f".quiet{{fill:{literal('quiet')}}}.title{{font-size:16px;font-weight:600}}"
    f".rule{{stroke:{literal('rule')}}}.points{{stroke:{literal('content-left')};stroke-width:4;stroke-linecap:round}}"
    f".single{{fill:{literal('paper')};stroke:{literal('code')};stroke-width:2}}"
    f".front{{fill:none;stroke:{literal('content')};stroke-width:2}}.on-front{{fill:{literal('content')}}}"
)


def write_findings(findings: Findings, folder: Path) -> None:
    """Write all files, each whole or not at all."""
    text = json.dumps(to_json(findings), ensure_ascii=False, indent=1) + "\n"
    for name, content in ((JSON, text), (TABLE, _table(findings)), (PICTURE, draw_front(findings))):
        write_aside(folder / name, content.encode("utf-8", "replace"))


def to_json(findings: Findings) -> dict[str, Any]:
    """Return what other programs may want to know."""
    measured = findings.measured
    return {
        "program": program_version(),
        "pages": len(measured.fold),
        "sites": measured.sites,
        "approximate_pages": measured.approximate,
        "failures": dict(findings.failures),
        "combinations": len(findings.combinations),
        "seconds_for_reading": measured.reading,
        "members": [
            {"name": member.name, "expression": str(member.stage), "f1": _f1(findings, number), "seconds": seconds}
            for number, (member, seconds) in enumerate(zip(findings.members, measured.member_seconds, strict=True))
        ],
        "winner": _entry(findings, findings.winner) | {"held_out_f1": held_out_mean(findings.folds)},
        "best_single": _entry(findings, findings.best_single) | {"held_out_f1": held_out_mean(findings.single_folds)},
        "verdict": None if findings.verdict is None else asdict(findings.verdict) | {"better": findings.verdict.better},
        "front": [_entry(findings, each.number) | {"held_out_f1": each.held_out} for each in findings.front],
        "folds": _folds(findings, findings.folds),
        "single_folds": _folds(findings, findings.single_folds),
    }


def _f1(findings: Findings, number: int) -> float:
    return float(findings.measured.sums.means[number])


def _entry(findings: Findings, number: int) -> dict[str, Any]:
    return {
        "expression": findings.expression(number),
        "f1": _f1(findings, number),
        "precision": float(findings.measured.precision[number]),
        "recall": float(findings.measured.recall[number]),
        "seconds": float(findings.seconds[number]),
    }


def _folds(findings: Findings, folds: Sequence[Fold]) -> list[dict[str, Any]]:
    return [
        {
            "choice": findings.expression(fold.choice),
            "training_f1": fold.training,
            "held_out_f1": fold.held_out,
            "pages": fold.pages,
        }
        for fold in folds
    ]


def _table(findings: Findings) -> str:
    """Write every combination, the best first."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["expression", "members", "f1", "precision", "recall", "seconds"])
    means = findings.measured.sums.means
    for number in np.lexsort((findings.seconds, -means)).tolist():
        entry = _entry_numbers(findings, number, float(means[number]))
        writer.writerow([findings.expression(number), len(findings.combinations[number].members), *entry])
    return stream.getvalue()


def _entry_numbers(findings: Findings, number: int, mean: float) -> list[str]:
    numbers = (mean, findings.measured.precision[number], findings.measured.recall[number], findings.seconds[number])
    return [f"{float(each):.6f}" for each in numbers]


def draw_front(findings: Findings) -> str:
    """Draw the front; the file needs nothing else and refers to nothing."""
    across, up = _scales(findings)
    title = f"F1 against time per page of {len(findings.combinations):,} combinations"
    parts = (
        element("title", title),
        element("style", Html(_RULES)),
        element("rect", width=WIDTH, height=HEIGHT, fill=literal("paper")),
        element("text", title, class_="title", x=_LEFT, y=34),
        join(_axes(across, up)),
        _points(findings, across, up),
        join(_singles(findings, across, up)),
        join(_front(findings, across, up)),
        element("text", "faint: combinations; rings: members alone; line: the front", class_="quiet", x=_LEFT, y=54),
    )
    box, space = f"0 0 {WIDTH} {HEIGHT}", "http://www.w3.org/2000/svg"
    return element("svg", *parts, xmlns=space, viewBox=box, width=WIDTH, height=HEIGHT, role="img") + "\n"


def _scales(findings: Findings) -> tuple[Linear, Linear]:
    """Scale to what is there; the worst tenth of the combinations is left out unless a member is among them."""
    milliseconds, means = findings.seconds * 1000, findings.measured.sums.means
    single = means[: len(findings.members)]
    low = min(float(np.quantile(means, 0.1)), float(single.min()))
    span = float(means.max()) - low or 0.1
    right = float(milliseconds.max()) * 1.03
    return linear(0, right, _LEFT, _RIGHT), linear(max(low - span / 20, 0), low + span * 1.05, _BOTTOM, _TOP)


def _axes(across: Linear, up: Linear) -> Iterator[Html]:
    for tick in across.ticks(8):
        x = round(across(tick), 1)
        yield element("line", class_="rule", x1=x, x2=x, y1=_TOP, y2=_BOTTOM)
        yield element("text", written(tick), class_="quiet", x=x, y=_BOTTOM + 18, text_anchor="middle")
    for tick in up.ticks(8):
        y = round(up(tick), 1)
        yield element("line", class_="rule", x1=_LEFT, x2=_RIGHT, y1=y, y2=y)
        yield element("text", f"{tick:.3g}", class_="quiet", x=_LEFT - 8, y=y + 4, text_anchor="end")
    yield element("text", "milliseconds per page →", class_="quiet", x=_RIGHT, y=_BOTTOM + 36, text_anchor="end")
    yield element("text", "↑ F1", class_="quiet", x=_LEFT - 8, y=_TOP - 8, text_anchor="end")


def _points(findings: Findings, across: Linear, up: Linear) -> Html:
    means = findings.measured.sums.means
    drawn = np.flatnonzero(means >= up.low)
    if len(drawn) > _POINTS:
        drawn = drawn[np.linspace(0, len(drawn) - 1, _POINTS).round().astype(np.intp)]
    x, y = across.places(findings.seconds[drawn] * 1000), up.places(means[drawn])
    return element(
        "path", class_="points", d="".join(f"M{right:.1f} {down:.1f}h0" for right, down in zip(x, y, strict=True))
    )


def _singles(findings: Findings, across: Linear, up: Linear) -> Iterator[Html]:
    for number, member in enumerate(findings.members):  # combinations of one member come first, in the members' order
        x, y = _place(findings, number, across, up)
        yield element("circle", element("title", member.name), class_="single", cx=x, cy=y, r=4)


def _front(findings: Findings, across: Linear, up: Linear) -> Iterator[Html]:
    """Draw the front as steps: at any time, what the best that is as fast reaches."""
    numbers = [each.number for each in findings.front]
    places = [_place(findings, number, across, up) for number in numbers]
    steps = "".join(f"H{x:g}V{y:g}" for x, y in places[1:])
    yield element("path", class_="front", d=f"M{places[0][0]:g} {places[0][1]:g}{steps}H{_RIGHT}")
    for (x, y), number in zip(places, numbers, strict=True):
        yield element("circle", element("title", findings.expression(number)), class_="on-front", cx=x, cy=y, r=4)
    yield from _legend(findings, numbers, places)


def _legend(findings: Findings, numbers: Sequence[int], places: Sequence[tuple[float, float]]) -> Iterator[Html]:
    """Number the last points of the front, and say below which they are."""
    shown = list(zip(numbers, places, strict=True))[-_LABELS:]
    for at, (number, (x, y)) in enumerate(shown, start=1):
        yield element("text", str(at), x=x, y=y - 8, text_anchor="middle")
        left, down = (_LEFT, _RIGHT // 2)[(at - 1) % 2], _BOTTOM + 52 + (at - 1) // 2 * 16
        label = shortened(f"{at}  {findings.expression(number)}", (_RIGHT - _LEFT) / 2 - 12, 12)
        yield element("text", label, x=left, y=down)


def _place(findings: Findings, number: int, across: Linear, up: Linear) -> tuple[float, float]:
    mean = float(findings.measured.sums.means[number])
    return round(across(float(findings.seconds[number]) * 1000), 1), round(up(mean), 1)
