"""Runs: all inputs and forms, limits, kills, full disks; every record ends up once, with one outcome."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import Misbehaving, every_kind, page, rows, warc
from fetch.warcs import record
from webwinnow import parse_extractor
from webwinnow.batch import Job, Limits, LocalEngine, run
from webwinnow.batch.job import COLUMNS, OUTCOMES
from webwinnow.batch.report import Marker, OutcomeCounts, Report
from webwinnow.batch.run import PORTION, make_plan
from webwinnow.batch.store import Store
from webwinnow.batch.writers import schema, warc_record
from webwinnow.errors import UsageError, WebwinnowError

PLAIN = parse_extractor("plain")


def job(source: Path, output: Path, **settings: object) -> Job:
    chosen = {"extractor": PLAIN, "facts": False} | settings
    return Job((str(source),), str(output), **chosen)


def test_every_kind_of_input_in_every_form_gives_the_same_rows(tmp_path: Path) -> None:
    number = every_kind(tmp_path / "in")
    reports = {
        form: run(job(tmp_path / "in", tmp_path / form, form=form), LocalEngine(2)) for form in ("parquet", "jsonl")
    }
    parquet, jsonl = rows(tmp_path / "parquet"), rows(tmp_path / "jsonl")
    assert parquet == jsonl and len(parquet) == number == reports["jsonl"].tally.outcomes["extracted"]
    assert list(parquet[0]) == [name for name in COLUMNS if name != "seconds"]
    assert "It rained for 0 days" in parquet[0]["text"]
    assert (tmp_path / "parquet" / "report.txt").read_text() == reports["parquet"].summary()
    known = json.loads((tmp_path / "parquet" / "report.json").read_text())
    assert sum(known["outcomes"].values()) == known["records"] == number and set(known["outcomes"]) == set(OUTCOMES)


@pytest.mark.usefixtures("in_this_process")
def test_wet_is_read_back_by_warcio_and_texts_stand_in_a_folder(tmp_path: Path) -> None:
    iterator = pytest.importorskip("warcio.archiveiterator").ArchiveIterator
    (tmp_path / "a.warc.gz").write_bytes(warc(3) + gzip.compress(record(b"", kind="revisit")))
    run(job(tmp_path / "a.warc.gz", tmp_path / "wet", form="wet"), LocalEngine())
    run(job(tmp_path / "a.warc.gz", tmp_path / "texts", form="text-dir", text="markdown"), LocalEngine())
    (file,) = (tmp_path / "wet" / "wet").iterdir()
    with file.open("rb") as opened:
        records = [(each.rec_type, each.rec_headers, each.content_stream().read()) for each in iterator(opened)]
    assert [kind for kind, _, _ in records] == ["warcinfo", *["conversion"] * 3]
    assert records[2][1].get_header("WARC-Target-URI") == "http://rain.example/1"
    assert records[2][1].get_header("WARC-Refers-To") == "<urn:uuid:00000000-0000-0000-0000-000000000001>"
    assert b"It rained for 1 days" in records[2][2]
    checked = pytest.importorskip("warcio.checker").Checker(SimpleNamespace(inputs=[str(file)], verbose=False))
    checked.process_all()
    assert checked.exit_value == 0
    (folder,) = (tmp_path / "texts" / "texts").iterdir()
    assert sorted(each.name for each in folder.iterdir()) == ["00000000.md", "00000001.md", "00000002.md"]
    assert "# Rain 2" in (folder / "00000002.md").read_text()
    for output in (tmp_path / "wet", tmp_path / "texts"):
        assert [row["outcome"] for row in rows(output)] == ["extracted"] * 3 + ["empty"]


def test_a_page_that_ends_its_worker_is_tried_alone_and_kept_for_another_run(tmp_path: Path) -> None:
    wishes = {3: "please hang", 5: "please die", 7: "please eat", 9: "please raise"}
    bodies = [page(number, wishes.get(number, "")) for number in range(PORTION + 4)]
    content = b"".join(
        record(each, number=number, url=f"http://x.example/{number}") for number, each in enumerate(bodies)
    )
    (tmp_path / "a.warc").write_bytes(content)
    limits = Limits(seconds=2.0, memory=1_500_000_000)
    asked = job(tmp_path / "a.warc", tmp_path / "out", extractor=Misbehaving(), limits=limits)
    report = run(asked, LocalEngine(2))
    expected = {3: "timeout", 5: "crashed", 7: "out of memory", 9: "crashed"}
    assert [row["outcome"] for row in rows(tmp_path / "out")] == [
        expected.get(number, "extracted") for number in range(len(bodies))
    ]
    assert report.failed == 4 and any("exit code 3" in reason for _, reason in report.tally.reasons)
    again = run(job(tmp_path / "out" / "failed", tmp_path / "again"), LocalEngine())
    assert again.tally.outcomes == Counter(extracted=4)
    assert {row["url"] for row in rows(tmp_path / "again")} == {f"http://x.example/{number}" for number in wishes}
    assert "please hang" in rows(tmp_path / "again")[0]["text"]


@pytest.mark.usefixtures("in_this_process")
def test_what_is_done_is_not_done_again_and_what_changed_is(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.warc").write_bytes(record(page(1)))
    asked = job(tmp_path / "in", tmp_path / "out")
    assert len(make_plan(asked).missing) == 2
    run(asked, LocalEngine())
    assert make_plan(asked).missing == ()
    (tmp_path / "in" / "a.warc").write_bytes(record(page(2)) + record(page(3)))
    (tmp_path / "in" / "c.warc").write_bytes(b"")
    assert [shard.name[0] for shard in make_plan(asked).missing] == ["a", "c"]
    assert run(asked, LocalEngine()).tally.records == 3 == len(rows(tmp_path / "out"))
    with pytest.raises(UsageError, match="other settings"):
        make_plan(replace(asked, text="markdown"))
    (tmp_path / "in" / "b.warc").unlink()
    with pytest.raises(UsageError, match=r"1 shards that these inputs do not have"):
        make_plan(asked)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(record(page(1)))
    with Store(str(tmp_path / "out")).claim(), pytest.raises(WebwinnowError, match="another run"):
        run(job(tmp_path / "a.warc", tmp_path / "out"), LocalEngine())


@pytest.mark.usefixtures("in_this_process")
def test_damaged_inputs_are_named_and_the_rest_is_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.warc.gz").write_bytes(warc(5)[:-50])
    (tmp_path / "in" / "b.zip").write_bytes(b"no zip")
    report = run(job(tmp_path / "in", tmp_path / "out"), LocalEngine())
    assert report.tally.records == 5 and [marker.shard[0] for marker in report.damaged] == ["a", "b"]
    assert "Damaged inputs" in report.summary() and report.to_json()["damaged"]


@pytest.mark.usefixtures("in_this_process")
def test_a_full_disk_ends_the_run_and_what_is_done_stays(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("a small file system cannot be mounted here")
    try:
        (tmp_path / "in").mkdir()
        (tmp_path / "in" / "a.warc").write_bytes(record(page(1)))
        noise = " ".join(random.Random(7).choices([f"{word:x}" for word in range(1 << 20)], k=60_000))
        (tmp_path / "in" / "b.warc").write_bytes(record(page(2, noise)))
        asked = job(tmp_path / "in", small / "out")
        with pytest.raises(WebwinnowError, match="no space is left: 1 of 2 shards are done and stay"):
            run(asked, LocalEngine())
        assert [row["outcome"] for row in rows(small / "out")] == ["extracted"]
        assert not [path for path in (small / "out").rglob(".*") if path.name != ".lock"]
        (tmp_path / "in" / "b.warc").write_bytes(record(page(2)))
        assert run(asked, LocalEngine()).tally.records == 2
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_a_program_that_is_killed_goes_on_and_ends_with_the_same_records(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(6):
        (tmp_path / "in" / f"{number}.warc.gz").write_bytes(warc(60, 1000 * number))
    run(job(tmp_path / "in", tmp_path / "whole"), LocalEngine())
    arguments = ["batch", str(tmp_path / "in"), "-o", str(tmp_path / "killed"), "-e", "plain", "--no-facts", "-j", "1"]
    kills, luck = 0, random.Random(11)
    while True:
        program = subprocess.Popen([sys.executable, "-m", "webwinnow", *arguments], stdout=subprocess.DEVNULL)
        done = len(Store(str(tmp_path / "killed")).names("done"))
        until = time.monotonic() + 60
        while kills < 2 and program.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
            if len(Store(str(tmp_path / "killed")).names("done")) > done:  # it has begun to work
                time.sleep(luck.random() * 0.05)
                os.kill(program.pid, signal.SIGKILL)
                kills += 1
        if program.wait() == 0:
            break
    assert kills == 2  # `make soak` kills far more often
    assert rows(tmp_path / "killed") == rows(tmp_path / "whole")
    assert len(rows(tmp_path / "killed")) == 360


@pytest.mark.usefixtures("in_this_process")
def test_markers_and_tallies_are_read_back(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(record(page(1)) + record(b"") + record(b"no page", None, kind="metadata"))
    report = run(job(tmp_path / "a.warc", tmp_path / "out"), LocalEngine())
    (marker,) = report.markers
    assert Marker.read(Store(str(tmp_path / "out")), marker.shard) == marker
    assert marker.others == {"metadata": 1} and OutcomeCounts.from_json(marker.tally.to_json()) == marker.tally
    assert Report.of(report.job, [marker]) == report
    assert Marker.read(Store(str(tmp_path / "out")), "missing") is None


def test_a_warc_record_cannot_be_broken_out_of() -> None:
    written = gzip.decompress(warc_record({"WARC-Target-URI": "http://x/\r\nWARC-Type: evil", "Empty": None}, b"rain"))
    assert written.count(b"\r\n") == 7 and b"WARC-Target-URI: http://x/ WARC-Type: evil\r\n" in written
    assert schema().names == list(COLUMNS)


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in ({"inputs": ()}, {"output": ""}, {"form": "csv"}, {"text": "html"}):
        with pytest.raises(UsageError):
            Job(**{"inputs": ("a",), "output": "b"} | wrong)
    for limits in ({"bytes": 0}, {"elements": -1}, {"seconds": 0}, {"memory": 0}):
        with pytest.raises(UsageError, match="limit of"):
            Limits(**limits)
    with pytest.raises(UsageError):
        LocalEngine(0)
