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
