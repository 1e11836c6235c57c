"""How far a run is, in one line and for Prometheus."""

from __future__ import annotations

import re
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from webwinnow.batch.job import PageRecord, row_of
from webwinnow.batch.report import Pace, served
from webwinnow.batch.shards import Shard
from webwinnow.errors import UsageError

SHARD = Shard("a", "warc", ("a.warc",), 1000, "stamp")


def half_way() -> Pace:
    pace = Pace(total=2000, shards=2)
    pace.watch(SHARD, [row_of(PageRecord("a:0", b"x" * 500_000), "extracted")] * 3, 600)
    pace.watch(SHARD, [row_of(PageRecord("a:3", b""), "empty", "no body")], 1000)
    pace.watch(SHARD, (), 1000)
    return pace


def test_a_line_tells_all_that_people_ask() -> None:
    line = half_way().line()
    assert re.match(r" 50%  4 pages  2 MB  [\d,]+/s  \d+:\d\d left  shard 2 of 2  3 extracted, 1 empty$", line), line


def test_before_the_first_page_nothing_is_promised() -> None:
    assert "left" not in Pace(total=10, shards=1).line() and Pace(total=0, shards=0).share == 1.0


def test_prometheus_reads_the_numbers() -> None:
    pace = half_way()
    with served(pace, 0) as port, urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{port}/other")
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{outcome="[a-z ]+"\})? -?[\d.]+', line), line
    assert 'webwinnow_batch_records_total{outcome="extracted"} 3' in text
    assert "webwinnow_batch_shards_done 1" in text and "webwinnow_batch_done_ratio 0.5" in text


def test_a_port_that_is_taken_is_named() -> None:
    with served(half_way(), 0) as port, pytest.raises(UsageError, match="metrics-port"), served(half_way(), port):
        pass


def test_without_a_port_nothing_is_served() -> None:
    with served(half_way(), None) as port:
        assert port is None
