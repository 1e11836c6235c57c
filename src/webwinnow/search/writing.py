"""Findings as files: `search.json` (what matters), `search.csv` (every combination) and `search.svg` (the front)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.writing import write_aside
from webwinnow.search.cross_validation import Fold, held_out_mean
from webwinnow.search.findings import Findings
from webwinnow.search.picture import draw_front

JSON: Final = "search.json"
TABLE: Final = "search.csv"
PICTURE: Final = "search.svg"


def write_findings(findings: Findings, folder: Path) -> None:
    """Write all files, each whole or not at all."""
    text = json.dumps(to_json(findings), ensure_ascii=False, indent=1) + "\n"
    for name, content in ((JSON, text), (TABLE, _table(findings)), (PICTURE, draw_front(findings))):
        write_aside(folder / name, content.encode("utf-8", "replace"))


def to_json(findings: Findings) -> dict[str, Any]:
    """Give what other programs may want to know."""
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
