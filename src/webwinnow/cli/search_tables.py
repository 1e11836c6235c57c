"""The findings of a search as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webwinnow.search.cross_validation import held_out_mean
from webwinnow.search.findings import Findings


def tables(findings: Findings) -> str:
    """Write members, front, folds and verdict."""
    parts = (_about(findings), _members(findings), _front(findings), _folds(findings), _verdict(findings))
    return "\n".join(part for part in parts if part)


def _about(findings: Findings) -> str:
    measured = findings.measured
    told = f"{len(findings.combinations):,} combinations of {len(findings.members)} members on {len(measured.fold):,}"
    told += f" pages of {measured.sites:,} sites; reading a page takes {measured.reading * 1000:.1f} ms.\n"
    if findings.failures:
        told += f"{len(findings.failures)} pages are left out: a member failed there.\n"
    if measured.approximate:
        told += f"On {measured.approximate} pages, members cut words in more ways than are counted exactly.\n"
    return told


def _members(findings: Findings) -> str:
    means, seconds = findings.measured.sums.means, findings.measured.member_seconds
    order = sorted(range(len(findings.members)), key=lambda number: -means[number])
    rows = ([f"{means[n]:.4f}", f"{seconds[n] * 1000:.1f}", findings.members[n].name] for n in order)
    return "Members alone\n" + _rows(["F1", "ms", "member"], rows)


def _front(findings: Findings) -> str:
    means = findings.measured.sums.means
    rows = (
        [
            f"{means[each.number]:.4f}",
            "" if each.held_out is None else f"{each.held_out:.4f}",
            f"{findings.seconds[each.number] * 1000:.1f}",
            findings.expression(each.number),
        ]
        for each in findings.front
    )
    return "The best for each time, reading included\n" + _rows(["F1", "held out", "ms", "combination"], rows)


def _folds(findings: Findings) -> str:
    if not findings.folds:
        return "All pages are of one site: nothing can be held out.\n"
    rows = (
        [
            str(number),
            str(fold.pages),
            f"{fold.training:.4f}",
            f"{fold.held_out:.4f}",
            f"{single.held_out:.4f}",
            findings.expression(fold.choice),
        ]
        for number, (fold, single) in enumerate(zip(findings.folds, findings.single_folds, strict=True), start=1)
    )
    heads = ["fold", "pages", "training", "held out", "single", "chosen without the fold"]
    return "Chosen on some sites, judged on the others (single: the same choice among members alone)\n" + _rows(
        heads, rows
    )


def _verdict(findings: Findings) -> str:
    means = findings.measured.sums.means
    told = f"Winner: {findings.expression(findings.winner)}, F1 {means[findings.winner]:.4f}\n"
    told += f"Best alone: {findings.expression(findings.best_single)}, F1 {means[findings.best_single]:.4f}\n"
    verdict, held_out = findings.verdict, held_out_mean(findings.folds)
    if verdict is None or held_out is None:
        return told
    gap = verdict.difference
    sure = "better" if verdict.better else "worse" if gap.mean < 0 and verdict.p_value < 0.05 else "not clearly better"
    return (
        f"{told}On sites held out, combinations reach {verdict.combinations:.4f} and single members"
        f" {verdict.singles:.4f}: {sure} ({gap.mean:+.4f}, 95 % from {gap.low:+.4f} to {gap.high:+.4f},"
        f" p = {verdict.p_value:.2g}).\n"
    )


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Align all columns but the last to the right."""
    every = [heads, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(heads) - 1)]
    return "".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) + "\n"
        for row in every
    )
