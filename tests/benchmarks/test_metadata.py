"""The comparison of metadata finders: what counts as right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.metadata import half_of, main, names, same_authors

from webwinnow.evaluate.metadata_fields import same_day


@pytest.mark.parametrize(
    ("gold", "found"),
    [
        ("Ada Lovelace", "ADA LOVELACE"),
        ("By Ada Lovelace", "Ada  Lovelace"),
        ("Ada Lovelace and Bob Roe", "Bob Roe; Ada Lovelace"),
        ("José Ríos", "Jose Rios"),
    ],
)
def test_same_authors(gold: str, found: str) -> None:
    assert same_authors(gold, found)


@pytest.mark.parametrize("found", ["", "Ada", "Ada Lovelace; Bob Roe"])
def test_other_authors(found: str) -> None:
    assert not same_authors("Ada Lovelace", found)
    assert names("") == frozenset()


def test_days() -> None:
    assert same_day("2024-05-03 23:00:00-05:00", "2024-05-03")
    assert same_day("2024-05-03 23:00:00-05:00", "2024-05-04T04:00:00Z")
    assert not same_day("2024-05-03", "2024-05-04")
    assert not same_day("2024-05-03", "")


def test_halves_are_by_site() -> None:
    assert half_of("https://www.example.org/a") == half_of("https://news.example.org/b")
    assert {half_of(f"https://site{number}.org/") for number in range(20)} == {"first", "second"}


def test_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, author in (("a", "Ada Lovelace"), ("b", "Bob Roe")):
        (tmp_path / f"{name}.html").write_text("<meta name=author content='Ada Lovelace'>")
        (tmp_path / f"{name}.json").write_text(
            json.dumps({"author": author, "date": None, "url": f"https://{name}.org"})
        )
    assert main([str(tmp_path), "--only", "webwinnow", "--misses"]) == 0
    printed = capsys.readouterr().out
    assert "0.500" in printed
    assert "gold 'Bob Roe'\tfound 'Ada Lovelace'" in printed
