"""`webwinnow plan`, as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from webwinnow.cli.batch import command as batch
from webwinnow.cli.plan import command as plan

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import warc


def test_the_bundled_page_is_measured_where_no_sample_is_given(run) -> None:
    result = run("plan", "--pages", "3e9", "--mean-kb", "130", "--cores", "1000", "-e", "plain", "--no-facts")
    assert result.exit_code == 0, result.stderr
    assert "3,000,000,000 pages of 130.0 kB, 390.0 TB" in result.stdout and "hours on 1,000 cores" in result.stdout
    assert "give --core-price" in result.stdout and "A sample of 1 says little" in result.stdout


def test_a_sample_gives_the_size_of_pages_and_a_price_the_cost(run, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(warc(8))
    result = run(
        "plan", "--pages", "1e6", "--core-price", "0.04", "--sample", "5", "-e", "plain", "--no-facts",
        str(tmp_path / "a.warc.gz"),
    )  # fmt: skip
    assert result.exit_code == 0 and "5 pages of 0.2 kB" in result.stdout and "at 0.04 a core hour" in result.stdout
    assert run("plan", "--pages", "0").exit_code == 2 and run("plan", "--pages", "9", "missing").exit_code == 2


def test_both_commands_say_the_same() -> None:
    shared = {"extractor", "recipes", "form", "text", "facts", "near_duplicates"}
    one, other = ({each.name: each.to_info_dict() for each in command.params} for command in (batch, plan))
    assert shared <= set(one) & set(other)
    assert all(one[name] == other[name] for name in shared)
