"""Accuracy of metadata, field by field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from webwinnow.cli.program import main
from webwinnow.evaluate.metadata_fields import gold, score


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


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "mills"
    folder.mkdir()
    (folder / "package.toml").write_text('name = "mills"\n')
    (folder / "a.json").write_text(json.dumps({"title": "Salt", "author": "Ada Lovelace"}))
    page = b"<title>Salt</title><meta name=author content='Ada Lovelace'><h1>Salt</h1><p>Words"
    (folder / "a.html.gz").write_bytes(gzip.compress(page))
    return folder


def test_a_table(package: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["evaluate", str(package), "--metadata", "-o", str(tmp_path / "results")])
    assert done.exit_code == 0, done.output
    row = next(line for line in done.output.splitlines() if line.startswith("webwinnow"))
    assert row.split()[:3] == ["webwinnow", "1.000", "1.000"]
    assert "mills\twebwinnow\t1.000\t1.000\n" in (tmp_path / "results" / "metadata.tsv").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"), [(["--peer", "boilerpy3"], "one of trafilatura"), (["-e", "bte"], "goes with --peer")]
)
def test_what_it_does_not_go_with(package: Path, arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["evaluate", str(package), "--metadata", *arguments])
    assert done.exit_code == 2
    assert said in done.output
