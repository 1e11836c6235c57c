"""Estimates: what is measured is scaled, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import page, warc
from webwinnow import parse_extractor
from webwinnow.batch import Job
from webwinnow.batch.estimate import CrawlEstimate, SampleCost, fixed_part, measure_sample, sample_records
from webwinnow.batch.job import PageRecord
from webwinnow.errors import UsageError

JOB = Job(("-",), "-", extractor=parse_extractor("plain"), facts=False)


def test_the_arithmetic_is_that_of_the_docs() -> None:
    sample = SampleCost(100, 10_000_000, 2_000_000, 500_000, work_seconds=0.9, passing_seconds=0.1)
    crawl = CrawlEstimate(sample, 3e9, 130_000, 1000, core_price=0.04, busy=0.8)
    assert crawl.core_hours == pytest.approx(3e9 * 130_000 * 1e-7 / 0.8 / 3600)
    assert crawl.hours == pytest.approx(crawl.core_hours / 1000) and crawl.cost == pytest.approx(
        crawl.core_hours * 0.04
    )
    assert (crawl.input_bytes, crawl.output_bytes) == pytest.approx((78e12, 19.5e12))
    text = crawl.summary()
    assert "13,542" in text and "390.0 TB" in text and "78.0 TB of archives" in text and "says little" not in text


def test_what_a_page_takes_whatever_its_size_is_not_scaled() -> None:
    sizes = list(range(1000, 101_000, 1000))
    seconds = [0.01 + size * 1e-7 for size in sizes]
    fixed = fixed_part(sizes, seconds)
    assert fixed == pytest.approx(0.01) and fixed_part(sizes[:5], seconds[:5]) == 0.0
    assert fixed_part(sizes, seconds[::-1]) == pytest.approx(sum(seconds) / 100)
    sample = SampleCost(100, sum(sizes), 1, 1, sum(seconds), 0.0, fixed)
    assert sample.seconds(200_000) == pytest.approx(0.03)


def test_a_sample_comes_evenly_from_all_inputs(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.warc.gz").write_bytes(warc(5, 10 * number))
    found = sample_records([str(tmp_path)], 6, JOB)
    assert [record.url.rsplit("/", 1)[-1] for record in found] == ["0", "1", "10", "11", "20", "21"]


def test_what_is_measured_is_what_a_run_writes() -> None:
    records = [PageRecord(f"a:{number}", page(number, f"word{number} " * 200), name="a.html") for number in range(8)]
    costs = {form: measure_sample(records, Job(("-",), "-", JOB.extractor, form)) for form in ("jsonl", "text-dir")}
    for cost in costs.values():
        assert cost.pages == 8 and cost.page_bytes == sum(len(record.body) for record in records)
        assert 0 < cost.packed_bytes < cost.page_bytes and cost.work_seconds > 0 < cost.passing_seconds
    assert costs["text-dir"].result_bytes > costs["jsonl"].result_bytes > 0


def test_a_sample_without_pages_is_refused() -> None:
    with pytest.raises(UsageError, match="holds no page"):
        measure_sample([PageRecord("a:0", b"")], JOB)
