"""Threads are measured in turns."""

from __future__ import annotations

import pytest
from benchmarks.pages import generated_pages
from benchmarks.threads import best_rounds, main


def test_each_number_of_threads_has_its_best_round() -> None:
    rounds = best_rounds(generated_pages(2, 4_000), (1, 2), rounds=2, extractor="bte")
    assert [each.threads for each in rounds] == [1, 2]
    assert all(each.clock > 0 and each.busy > 0 for each in rounds)


def test_a_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--pages", "1", "--threads", "2", "--rounds", "1", "--extractor", "bte"])
    assert capsys.readouterr().out.split()[:3] == ["threads", "pages/s", "CPU"]
