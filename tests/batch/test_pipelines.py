"""Steps for other people's pipelines: the same texts, spans and outcomes as a run."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from batch.crawls import page, rows, warc
from fetch.warcs import record
from webwinnow import parse_extractor
from webwinnow.batch import ArrowPages, Job, LocalEngine, datatrove_step, run
from webwinnow.batch.writers import schema

pa = pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries
PLAIN = parse_extractor("plain")
PAGES = ArrowPages(PLAIN, facts=False)


def table() -> Any:
    return pa.table(
        {"html": [page(1), b"", page(2), None], "url": ["http://a.example/", "b", "c", "d"], "more": [1, 2, 3, 4]}
    )


@pytest.mark.usefixtures("in_this_process")
def test_datatrove_gives_the_texts_of_a_run(tmp_path: Path) -> None:
    pytest.importorskip("datatrove", reason="pip install datatrove")
    from datatrove.executor.local import LocalPipelineExecutor

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.warc.gz").write_bytes(warc(20))
    (tmp_path / "in" / "b.warc").write_bytes(record(page(50)) + record(b"", kind="revisit"))
    job = Job((str(tmp_path / "in"),), str(tmp_path / "out"), extractor=PLAIN, facts=False, form="jsonl")
    run(job, LocalEngine())
    expected = {row["id"]: row for row in rows(tmp_path / "out")}
    step = datatrove_step(job, every_outcome=True, keep_pages=True)
    found = {each.id: each for each in step.run(None, 0, 2)} | {each.id: each for each in step.run(None, 1, 2)}
    assert {each: text.text for each, text in found.items()} == {
        each: row["text"] or "" for each, row in expected.items()
    }
    assert {each: text.metadata["outcome"] for each, text in found.items()} == {
        each: row["outcome"] for each, row in expected.items()
    }
    some = next(each for each in found if each.startswith("b.warc"))
    assert found[some].metadata["html"] == page(50)
    assert list(map(list, found[some].metadata["spans"])) == expected[some]["spans"]
    passed: list[str] = []

    def collect(data: Any, rank: int, world_size: int) -> Any:
        for each in data:
            passed.append(each.text)
            yield each

    logs = str(tmp_path / "logs")
    LocalPipelineExecutor([datatrove_step(job), collect], tasks=1, workers=1, logging_dir=logs).run()
    assert sorted(passed) == sorted(row["text"] for row in expected.values() if row["text"])


def test_tables_of_arrow_are_extracted_row_by_row() -> None:
    found = PAGES(table())
    assert found.schema == schema()
    assert found.column("outcome").to_pylist() == ["extracted", "empty", "extracted", "empty"]
    assert found.column("url").to_pylist() == ["http://a.example/", "b", "c", "d"]
    assert "It rained for 2 days" in found.column("text")[2].as_py()
    assert [batch.num_rows for batch in PAGES.batches(table().to_batches(max_chunksize=3))] == [3, 1]


def test_spark_maps_pages_in_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    pyspark = pytest.importorskip("pyspark.sql", reason="make test-spark installs it")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    if not os.environ.get("WEBWINNOW_TEST_SPARK"):
        pytest.skip("half a minute: make test-spark")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = pyspark.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = spark.createDataFrame([(page(1), "http://a.example/"), (page(2), "b")], ["html", "url"])
        found = frame.mapInArrow(PAGES.batches, PAGES.spark_schema()).collect()
    finally:
        spark.stop()
    expected = PAGES(table()).to_pylist()
    assert [(row["text"], row["outcome"], row["spans"]) for row in found] == [
        (row["text"], row["outcome"], row["spans"]) for row in (expected[0], expected[2])
    ]
