"""Readers: each kind of input, whole and broken; every record is there once, and nothing hostile gets further."""

from __future__ import annotations

import gzip
import json
import struct
from pathlib import Path

import pytest

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import every_kind, page, tarred, warc, zipped
from fetch.warcs import record
from webwinnow.batch.job import PageRecord
from webwinnow.batch.readers import (
    READERS,
    ReadingNotes,
    other_type,
    read_files,
    read_jsonl,
    read_shard,
    read_warc,
    read_zip,
)
from webwinnow.batch.shards import find_shards


def read(place: Path, limit: int = 1_000_000) -> tuple[list[PageRecord], ReadingNotes]:
    notes = ReadingNotes()
    found: list[PageRecord] = []
    for shard in find_shards([str(place)], "nowhere"):
        found += read_shard(shard, limit, "html", notes)
    return found, notes


def put(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_every_kind_of_input_is_read(tmp_path: Path) -> None:
    number = every_kind(tmp_path)
    records, notes = read(tmp_path)
    assert notes.damage == []
    bodies = {each.body if isinstance(each.body, bytes) else each.body.encode() for each in records}
    assert bodies == {page(each) for each in range(number)}
    assert len({each.id for each in records}) == number
    assert {each.kind for each in records} == {"response", "member", "row", "file"}


def test_rows_keep_their_address_and_their_own_id(tmp_path: Path) -> None:
    line = json.dumps({"html": "<p>Rain</p>", "url": "http://x.example/", "id": 7})
    (found,), _ = read(put(tmp_path, "a.jsonl", line.encode()))
    assert (found.url, found.name, found.body) == ("http://x.example/", "7", "<p>Rain</p>")


def test_members_of_gzip_behind_each_other_are_one_file(tmp_path: Path) -> None:
    lines = [json.dumps({"html": page(number).decode()}).encode() + b"\n" for number in range(3)]
    records, notes = read(put(tmp_path, "a.jsonl.gz", b"".join(map(gzip.compress, lines))))
    assert [each.body for each in records] == [page(number).decode() for number in range(3)] and notes.damage == []
    (found,), _ = read(put(tmp_path, "b.html.gz", gzip.compress(page(1)) + gzip.compress(b"<p>More")))
    assert found.body == page(1) + b"<p>More"


def test_what_is_wrong_with_a_row_is_its_own_trouble(tmp_path: Path) -> None:
    lines = [
        b'{"html": "<p>Rain</p>"}',
        b"no json",
        b"[1]",
        b'{"url": "x"}',
        b'{"html": 7}',
        b"",
        b'{"html": "<p>Snow</p>"}',
    ]
    records, notes = read(put(tmp_path, "a.jsonl", b"\n".join(lines)))
    assert [each.outcome for each in records] == [None, "undecodable", "undecodable", "empty", "undecodable", None]
    assert notes.damage == []


def test_a_line_that_never_ends_is_too_large_and_the_next_is_read(tmp_path: Path) -> None:
    content = b'{"html": "' + b"x" * 50_000 + b'"}\n{"html": "<p>Snow</p>"}\n'
    records, _ = read(put(tmp_path, "a.jsonl", content), limit=1000)
    assert [each.outcome for each in records] == ["too large", None]


def test_a_table_without_pages_says_which_column_is_missing(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    parquet.write_table(pa.table({"content": ["<p>Rain</p>"]}), tmp_path / "a.parquet")
    records, notes = read(tmp_path)
    assert records == [] and "no column 'html'" in notes.damage[0]


@pytest.mark.parametrize(
    "name", ["a.warc.gz", "a.warc", "a.zip", "a.tar", "a.tar.gz", "a.jsonl.gz", "a.jsonl.zst", "a.parquet"]
)
@pytest.mark.parametrize("content", [b"\x01\x02 noise, and nothing else " * 40, b"PK\x03\x04half", b"\x1f\x8b\x08half"])
def test_noise_is_damage_and_never_an_exception(tmp_path: Path, name: str, content: bytes) -> None:
    records, notes = read(put(tmp_path, name, content))
    assert notes.damage or all(each.outcome == "undecodable" for each in records)


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.jsonl", "a.html"])
def test_an_input_of_0_bytes_is_no_damage(tmp_path: Path, name: str) -> None:
    records, notes = read(put(tmp_path, name, b""))
    assert notes.damage == [] and len(records) == (name == "a.html")


def test_what_stands_before_the_damage_is_read(tmp_path: Path) -> None:
    members = {f"{number}.html": page(number) + bytes(range(256)) * 40 for number in range(20)}
    whole = tarred(members)
    records, notes = read(put(tmp_path, "a.tar.gz", whole[: len(whole) // 2]))
    assert 0 < len(records) < 20 and len(notes.damage) == 1
    records, notes = read(put(tmp_path, "b.warc.gz", warc(20)[:-100]))
    responses = [each for each in records if each.kind == "response"]
    assert [each.truncated for each in responses] == [None] * 19 + ["it breaks off"] and len(notes.damage) == 1


def test_a_broken_member_of_a_zip_costs_itself(tmp_path: Path) -> None:
    whole = bytearray(zipped({"1.html": page(1), "2.html": page(2), "3.html": page(3)}))
    place = whole.index(b"2.html") + 30
    whole[place] ^= 0xFF
    records, _ = read(put(tmp_path, "a.zip", bytes(whole)))
    assert [each.outcome for each in records] == [None, "undecodable", None]


def test_an_encrypted_member_says_so(tmp_path: Path) -> None:
    whole = bytearray(zipped({"1.html": page(1)}))
    place = whole.index(b"PK\x01\x02") + 8
    whole[place : place + 2] = struct.pack("<H", 1)
    (found,), _ = read(put(tmp_path, "a.zip", bytes(whole)))
    assert (found.outcome, found.reason) == ("undecodable", "it is encrypted")


def test_bombs_are_bounded_by_size_and_by_ratio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.batch.readers.FLOOR", 2_000_000)
    members = {f"{number}.html": bytes(1_500_000) for number in range(20)}
    records, _ = read(put(tmp_path, "a.zip", zipped(members)), limit=1_000_000)
    assert len(records) == 20 and {each.outcome for each in records} == {"too large"}
    assert sum("200 times" in each.reason for each in records) > 10, "most were not even opened"
    records, notes = read(put(tmp_path, "b.tar.gz", tarred(members)), limit=1_000_000)
    assert len(records) < 20 and any("200 times" in each for each in notes.damage)
    records, _ = read(put(tmp_path, "c.html.gz", gzip.compress(bytes(30_000_000))), limit=1_000_000)
    assert [each.outcome for each in records if each.kind == "file"] == ["too large"]


def test_names_that_lead_out_of_an_archive_are_names_alone(tmp_path: Path) -> None:
    names = ["../../evil.html", "/etc/evil.html", "C:\\evil.html", "a/../../b.html"]
    inside = tmp_path / "inside"
    inside.mkdir()
    for content, ending in ((zipped, "zip"), (tarred, "tar.gz")):
        records, _ = read(put(inside, f"a.{ending}", content({name: page(1) for name in names})))
        assert len(records) == 4
    assert {path.name for path in tmp_path.rglob("*")} == {"inside", "a.zip", "a.tar.gz"}


def test_files_that_are_no_pages_are_not_read(tmp_path: Path) -> None:
    records, _ = read(put(tmp_path, "a.zip", zipped({"a.png": b"<p>", "b.css": b"p {}", "c.html": page(1)})))
    assert [each.outcome for each in records] == ["not html", None, None]
    assert other_type("a.pdf") == "application/pdf" and other_type("a.htm") is None and other_type("index.php3") is None


def test_a_file_that_cannot_be_read_is_a_record(tmp_path: Path) -> None:
    put(tmp_path, "a.html", page(1))
    (shard,) = find_shards([str(tmp_path)], "nowhere")
    (tmp_path / "a.html").unlink()
    (found,) = read_shard(shard, 1000, "html", ReadingNotes())
    assert found.outcome == "undecodable" and "cannot be read" in found.reason


def test_readers_are_what_the_table_says() -> None:
    assert (READERS["warc"], READERS["zip"], READERS["jsonl"], READERS["files"]) == (
        read_warc,
        read_zip,
        read_jsonl,
        read_files,
    )


def test_revisits_and_truncated_records_stay_told_apart(tmp_path: Path) -> None:
    content = record(b"", kind="revisit") + record(page(1), fields="WARC-Truncated: time\r\n")
    records, _ = read(put(tmp_path, "a.warc", content))
    assert [(each.kind, each.truncated) for each in records] == [("revisit", None), ("response", "time")]
