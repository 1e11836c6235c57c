"""Tables of what hostile pages cost: each family in each form, the worst of each form, and the page of the docs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from benchmarks.peers import PEERS

from hostile.families import FAMILIES
from hostile.forms import MOST
from hostile.judgement import EXPANDED, LARGEST, SLOWEST, STEEPEST, Group, exponent, faults, grouped
from hostile.measuring import MEGABYTE, Measurement

_SHOWN = 40
"""Rows over a limit that the docs show, those of the worst families."""
_ABOUT = """# Hostile pages

<!-- Written by `make hostile ARGS="--results FILE --write docs/hostile.md"`: change tests/hostile/tables.py. -->

What pages cost that were made to cost much: {families} families of {all}, as pages of {sizes} MB, made into the forms
below and read by other libraries, each in a process of its own. Time is processor time of reading, choosing and
writing; memory is what the process takes beyond what a page of one word takes, what it writes included, with nothing
free at the beginning; both are given for a megabyte or as times the page. The process has read small pages of many
families before, as one that lives for long, so code and tables that are loaded on first use are no part of a page. Json
with blocks is read piece by piece (`Result.json_pieces`); as one text it takes its own length more. The exponent tells
how time grows from the smallest size to the largest.

All families are measured at the smallest size. Larger pages are of fewer families: one half stands at even distances in
the list of all, the other half was worst at the size before, by the share of a limit that any of its forms took. The
other libraries read 30 families at even distances. What would take longer than a run allows (`--limit`, 10 s unless
said, 30 s with numpy alone) is not tried at larger sizes; where a library took longer, it has no answer.

| kind | families | what |
|---|---|---|
{kinds}

Limits: {limits}.

[Limits](limits.md) says what is read and written of such pages, and what is cut. `make hostile` measures again, with
compiled kernels and then with numpy alone, and its exit code tells whether a row of ours is over a limit.
"""
_LIMITS = {"slow": "time", "steep": "exponent", "large": "output", "memory": "memory"}
_KINDS = {
    "repeated": "one piece of markup, over and over: read 1,000 times (limit `repetition`)",
    "counted": "the same, each piece with a number of its own, so that nothing repeats",
    "one": "one long value that every block, link or cell might be given once more",
    "deep": "elements in elements (limit `depth`)",
    "digits:": "numbers of thousands of digits wherever a number may stand",
    "odd:": "bytes, names and addresses that formats cannot hold",
    "others": "wide tables, style sheets, JSON-LD, names and attributes without end, plain prose",
}


def table(rows: Sequence[Measurement], *, every: bool = True) -> str:
    """Write a line for each family and form: those that are over a limit, or all."""
    groups = grouped(rows)
    lines = [f"{'family':40} {'form':18} {'MB':>5} {'s/MB':>7} {'exponent':>8} {'output':>7} {'memory':>7}  over"]
    for (family, form), some in groups.items():
        wrong, grown, worst = faults(some), exponent(some), max(some, key=lambda row: row.pace)
        if wrong or every:
            lines.append(
                f"{family[:40]:40} {form:18} {worst.size / MEGABYTE:5.2f} {worst.pace:7.2f}"
                f" {f'{grown:.2f}' if grown is not None else '-':>8} {max(row.output for row in some):7.1f}"
                f" {max(row.memory for row in some):7.1f}  {', '.join(wrong)}"
            )
    over = sum(bool(faults(some)) for some in groups.values())
    return "\n".join([*lines, f"{len(groups)} rows, {over} over a limit"]) + "\n"


def summary(rows: Sequence[Measurement]) -> str:
    """Write the worst of each form and peer over all families."""
    order = list(dict.fromkeys(row.form for row in rows))
    lines = [
        "| form | families | over a limit | no answer | most s/MB | steepest | most output | most memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = sorted(grouped(rows).items(), key=lambda entry: order.index(entry[0][1]))
    for form, entries in groupby(groups, key=lambda entry: entry[0][1]):
        lines.append(_summed(form, [group for _, group in entries]))
    return "\n".join(lines) + "\n"


def _summed(form: str, groups: Sequence[Group]) -> str:
    answered = [row for group in groups for row in group if not row.outcome]
    steep = max((grown for group in groups if (grown := exponent(group)) is not None), default=None)
    over, silent = sum(bool(faults(group)) for group in groups), sum(bool(group[-1].outcome) for group in groups)
    most = [max((getattr(row, name) for row in answered), default=0.0) for name in ("pace", "output", "memory")]
    return (
        f"| {form} | {len(groups)} | {over} | {silent} | {most[0]:.2f} | {'-' if steep is None else f'{steep:.2f}'}"
        f" | {most[1]:.1f} | {most[2]:.0f} |"
    )


def page(rows: Sequence[Measurement]) -> str:
    """Write the page of the docs: how it was measured, the worst of each form and peer, and what is over a limit."""
    names = dict.fromkeys(row.family for row in rows)
    sizes = sorted({row.asked for row in rows})
    parts = [
        _ABOUT.format(
            families=len(names),
            all=len(FAMILIES),
            sizes=", ".join(f"{size / MEGABYTE:g}" for size in sizes),
            kinds="\n".join(
                f"| {kind.rstrip(':')} | {_count(names, kind)} | {what} |" for kind, what in _KINDS.items()
            ),
            limits=_limits(),
        )
    ]
    for kernels in sorted({row.kernels for row in rows}):
        some = [row for row in rows if row.kernels == kernels]
        ours = [row for row in some if row.form not in PEERS]
        parts.append(f"## {'With compiled kernels' if kernels == 'compiled' else 'With numpy alone'}\n")
        parts.append(_reach(some) + "\n\n" + summary(some))
        parts.append(_over(ours))
    return "\n".join(parts)


def _limits() -> str:
    pure, compiled = SLOWEST["numpy"], SLOWEST["compiled"]
    return (
        f"{compiled:g} s for a megabyte with compiled kernels and {pure:g} s without, an exponent of {STEEPEST}, output"
        f" of {MOST:g} times the page ({EXPANDED['json with blocks']:g} for json with blocks), memory of {LARGEST:g}"
        " times"
    )


def _kind(family: str) -> str:
    first = family.split()[0]
    return first if first in _KINDS else "others"


def _count(names: dict[str, None], kind: str) -> int:
    return sum(_kind(name) == kind for name in names)


def _reach(rows: Sequence[Measurement]) -> str:
    """Say how many families were measured at each size."""
    counts = {size: len({row.family for row in rows if row.asked == size}) for size in sorted({r.asked for r in rows})}
    told = ", ".join(f"{count} at {size / MEGABYTE:g} MB" for size, count in counts.items())
    return f"Families measured: {told}. Each cell is the worst of all families."


def _over(rows: Sequence[Measurement]) -> str:
    """List what of ours is over a limit, the worst families first."""
    groups = {key: group for key, group in grouped(rows).items() if faults(group)}
    if not groups:
        return "No row of ours is over a limit.\n"
    families = sorted({family for family, _ in groups}, key=lambda name: -sum(name == key[0] for key in groups))
    lines = [
        f"{len(groups)} of {len(grouped(rows))} rows of ours are over a limit ({_by_limit(groups.values())}):\n",
        "| family | forms over | most s/MB | most memory |",
        "|---|---|---|---|",
    ]
    for name in families[:_SHOWN]:
        some = {form: group for (family, form), group in groups.items() if family == name}
        pace = max(row.pace for group in some.values() for row in group)
        memory = max(row.memory for group in some.values() for row in group)
        shown = f"{len(some)} forms" if len(some) > 4 else ", ".join(some)
        lines.append(f"| {_cell(name)} | {shown} | {pace:.2f} | {memory:.0f} |")
    more = f"\nand {len(families) - _SHOWN} families more.\n" if len(families) > _SHOWN else ""
    return "\n".join(lines) + "\n" + more


def _by_limit(groups: Iterable[Group]) -> str:
    """Say how many are over which limit; one may be over several."""
    counted = Counter(_LIMITS.get(fault, "no answer") for group in groups for fault in faults(group))
    return ", ".join(f"{name} {count}" for name, count in counted.most_common())


def _cell(name: str) -> str:
    shown = name.replace("`", "'").replace("|", "\\|").replace("](", "] (")  # or it would be looked up as a link
    return f"`{shown}`"
