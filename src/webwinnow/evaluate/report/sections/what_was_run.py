"""What was run, so that it can be run again: program, packages, candidates, measures, machine, date."""

from __future__ import annotations

from dataclasses import dataclass

from webwinnow.drawing.markup import Html, element, join
from webwinnow.evaluate.measures import MEASURES, parse
from webwinnow.evaluate.report import tables
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.numbers import NONE, count
from webwinnow.evaluate.summary import PackageSummary


@dataclass(frozen=True, slots=True)
class Writing:
    """When and where the report was written."""

    date: str
    machine: str


def section(material: Material, writing: Writing) -> Html:
    """Show everything a result depends on."""
    run = material.run
    facts = {
        "Program": f"webwinnow {run.program}",
        "Report written": writing.date,
        "Machine": writing.machine,
        "Leading measure": run.leading,
        "Folder": run.folder.name,
    }
    if run.limit is not None:
        facts["Sample"] = f"at most {count(run.limit)} pages of each package"
    listed = (element("div", element("dt", name), element("dd", value)) for name, value in facts.items())
    return join((element("dl", *listed), _packages(material), _candidates(material), _measures(material)))


def _packages(material: Material) -> Html:
    columns = [
        tables.Column("Package", numbers=False, first="ascending"),
        tables.Column("Pages", "Pages evaluated"),
        tables.Column("Scored", "Pages that at least one candidate has a score for"),
        tables.Column("Digest", "SHA-256 of the package's files: equal digests, equal pages and gold", numbers=False),
    ]
    summaries = {each.name: each for each in material.run.summary.packages}
    rows = [
        [
            tables.Cell(each.name),
            tables.Cell(count(len(each.pages)), len(each.pages)),
            _scored(summaries[each.name]),
            tables.Cell(element("code", each.digest[:16]), class_="fixed", meaning=each.digest),
        ]
        for each in material.run.packages
    ]
    return tables.table("Packages", columns, rows)


def _scored(summary: PackageSummary) -> tables.Cell:
    most = max((each.scored for each in summary.candidates), default=0)
    return tables.Cell(count(most), most)


def _candidates(material: Material) -> Html:
    names = ("Candidate", "Kind", "What was run", "Version")
    columns = [tables.Column(name, numbers=False, first="ascending") for name in names]
    rows = [
        [
            tables.candidate(material.marks[each.name]),
            tables.Cell(each.kind),
            tables.Cell(element("code", each.specification)),
            tables.Cell(each.version or NONE),
        ]
        for each in material.run.candidates
    ]
    return tables.table("Candidates", columns, rows)


def _measures(material: Material) -> Html:
    columns = [tables.Column(name, numbers=False, first="ascending") for name in ("Measure", "Meaning")]
    rows = [[tables.Cell(element("code", each)), tables.Cell(_meaning(each))] for each in material.run.measures]
    return tables.table("Measures", columns, rows)


def _meaning(measure: str) -> str:
    """Give the first line of a measure's own description."""
    described = MEASURES[parse(measure).name].__doc__ or ""
    return described.strip().splitlines()[0].replace("`", "")
