"""From inputs to shards: every file once, names that stay, stamps that change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("fsspec", reason="pip install 'webwinnow[batch]'")

from webwinnow.batch.shards import FILES_EACH, find_shards, kind_of
from webwinnow.errors import UsageError


def fill(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"<p>Rain</p>")


def test_archives_are_shards_and_files_are_grouped(tmp_path: Path) -> None:
    fill(tmp_path, "b.warc.gz", "a.WARC", "x/c.zip", "x/y.html", *(f"{number:04}.html" for number in range(FILES_EACH)))
    shards = find_shards([str(tmp_path)], "nowhere")
    assert [shard.kind for shard in shards] == ["warc", "warc", "zip", "files", "files"]
    assert [len(shard.paths) for shard in shards] == [1, 1, 1, FILES_EACH, 1]
    assert len({shard.name for shard in shards}) == 5


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "a.warc", "b.warc")
    monkeypatch.chdir(tmp_path)
    shards = find_shards(["a.warc", "./a.warc", str(tmp_path / "*.warc"), f"file://{tmp_path}"], "nowhere")
    assert [Path(shard.paths[0]).name for shard in shards] == ["a.warc", "b.warc"]


def test_files_of_one_name_in_two_folders_are_two_shards(tmp_path: Path) -> None:
    fill(tmp_path, "x/a.warc", "y/a.warc")
    one, other = find_shards([str(tmp_path)], "nowhere")
    assert one.name != other.name and one.name.startswith("a.warc-")


def test_lists_name_inputs_line_by_line(tmp_path: Path) -> None:
    fill(tmp_path, "a.warc", "b.html")
    (tmp_path / "crawl.paths").write_text(f"# the crawl\n{tmp_path}/a.warc\n\n{tmp_path}/b.html\n")
    for place in (f"@{tmp_path}/crawl.paths", f"{tmp_path}/crawl.paths"):
        assert [shard.kind for shard in find_shards([place], "nowhere")] == ["warc", "files"]


def test_stamps_change_with_the_input_and_names_do_not(tmp_path: Path) -> None:
    fill(tmp_path, "a.warc")
    (before,) = find_shards([str(tmp_path)], "nowhere")
    os.utime(tmp_path / "a.warc", (1, 1))
    (after,) = find_shards([str(tmp_path)], "nowhere")
    assert before.name == after.name and before.stamp != after.stamp


def test_results_inside_the_input_are_no_input(tmp_path: Path) -> None:
    fill(tmp_path, "a.warc", "out/failed/b.warc", ".hidden/c.warc")
    (shard,) = find_shards([str(tmp_path)], str(tmp_path / "out"))
    assert shard.paths[0].endswith("/a.warc")


@pytest.mark.parametrize("place", ["missing", "missing/*.warc", "@missing", "nothing://x", "empty"])
def test_an_input_that_leads_nowhere_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"missing|nothing|empty"):
        find_shards([place], "nowhere")


def test_kinds_go_by_the_name() -> None:
    names = {"a.warc.zst": "warc", "A.TGZ": "tar", "a.ndjson.gz": "jsonl", "a.parquet": "parquet", "a.html": "files"}
    assert {name: kind_of(name) for name in names} == names
