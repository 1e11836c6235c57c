"""Accuracy of metadata, field by field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from benchmarks.metadata_fields import gold, main, score


@pytest.mark.parametrize(
    ("field", "right", "found", "expected"),
    [
        ("title", ["Salt & wind"], ["salt  wind!"], 1),
        ("title", ["Salt"], ["Salt - The Mill"], 0),
        ("authors", ["Berger, Emery D."], ["Emery D. Berger"], 1),
        ("authors", ["By Ada and Bob"], ["Ada", "Bob"], 1),
        ("authors", ["Ada", "Bob"], ["Ada"], 0),
        ("date", ["2024-05-03"], ["2024-05-03T10:11:12Z"], 1),
        ("language", ["en"], ["en-GB"], 1),
        ("tags", ["a", "b"], ["A", "c"], 0.5),
        ("section", ["News", "Sport"], ["sport"], 1),
        ("site", ["Mill"], [], 0),
    ],
)
def test_scores(field: str, right: list[str], found: list[str], expected: float) -> None:
    assert score(field, right, found) == expected


def test_what_a_package_knows() -> None:
    known = gold({"title": "Salt", "author": ["Ada"], "topics": ["a"], "categories": None})
    assert (known["title"], known["authors"], known["tags"], known["section"]) == (("Salt",), ("Ada",), ("a",), ())


def test_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"title": "Salt", "author": "Ada Lovelace"}))
    page = b"<title>Salt</title><meta name=author content='Ada Lovelace'><h1>Salt</h1><p>Words"
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(page))
    assert main([str(tmp_path)]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("webwinnow"))
    assert row.split()[:3] == ["webwinnow", "1.000", "1.000"]
