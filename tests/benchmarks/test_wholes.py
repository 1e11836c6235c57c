"""The command that counts structures kept whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.wholes import in_markdown, main, shown

from webwinnow.evaluate.making import add, new
from webwinnow.evaluate.measures.measure import FoundText
from webwinnow.evaluate.measures.structures import JudgedStructure
from webwinnow.evaluate.structures.structure import Presence, StructureKind

PAGE = b"<p>It rained all night.</p><table><tr><th>May<th>June<tr><td>71<td>48</table><p>And nobody slept.</p>"
GOLD = "It rained all night.\nMay June\n71 48\nAnd nobody slept."


def test_counts_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(tmp_path / "rain")
    add(tmp_path / "rain", PAGE, GOLD)
    assert main([str(tmp_path / "rain"), "-e", "plain"]) == 0
    assert capsys.readouterr().out.split()[-9:] == [
        "rain",
        "plain",
        "table",
        "1",
        "1.000",
        *["0.000"] * 2,
        "1",
        "0.000",
    ]


def test_lists_that_are_not_of_links_and_all_packages_have_lines_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linked = b"<ul><li><a href=/a>Mills of the coast</a><li><a href=/b>Ponds of the coast</a></ul>"
    plain = b"<ul><li>one day of rain<li>one night of wind</ul>"
    for name in ("rain", "wind"):
        new(tmp_path / name)
        add(tmp_path / name, b"<p>It rained.</p>" + plain + linked, "It rained.\none day of rain\none night of wind")
    assert main([str(tmp_path / "rain"), str(tmp_path / "wind"), "-e", "plain"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[-6:] for line in lines if line[:3] == ["all", "plain", "list"]] == [
        ["2", "1.000", "0.000", "0.000", "4", "0.500"]
    ]
    assert [line[-6:] for line in lines if line[:3] == ["all", "plain", "list,"]] == [
        ["2", "1.000", "0.000", "0.000", "2", "0.000"]
    ]


def test_tables_in_markdown() -> None:
    lines = [
        ["rain", "plain", "table", 2, "1.000", "0.000", "0.000", 3, "0.333"],
        ["rain", "bte", "table", 2, "0.500", "0.500", "0.000", 1, "0.000"],
        ["rain", "bte", "code", 0, "-", "-", "-", 1, "1.000"],
    ]
    assert in_markdown(lines).splitlines() == [
        "| rain | table (2) |",
        "|---|---|",
        "| `plain` | 1.000 / 0.000 / 0.333 |",
        "| `bte` | 0.500 / 0.500 / 0.000 |",
    ]


def test_shows_what_is_lost() -> None:
    table = JudgedStructure(StructureKind.TABLE, ("may", "june", "71", "48"), in_gold=True, in_found=Presence.CUT)
    assert shown(table, FoundText("May 71")) == "may [-june-] 71 [-48-]"
