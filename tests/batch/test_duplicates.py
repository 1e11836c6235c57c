"""Near-duplicates: the smallest id stays whatever the order, the form and the number of shards."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from webwinnow.batch.duplicates import BANDS, ROWS, bands, first_alike
from webwinnow.signals.rolling_hash import joined

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import rows
from fetch.warcs import record
from webwinnow import parse_extractor
from webwinnow.batch import Job, LocalEngine, run
from webwinnow.batch.duplicates import mark_duplicates, text_bands
from webwinnow.batch.store import Store

pytestmark = pytest.mark.usefixtures("in_this_process")
WORDS = [f"word{number}" for number in range(5000)]


def text(seed: int, changed: int = 0) -> str:
    """Write a text of its own, or one with some words changed at its end."""
    words = random.Random(seed).choices(WORDS, k=300)
    return " ".join([*words[: 300 - changed], *random.Random(seed * 1000 + changed).choices(WORDS, k=changed)])


def crawl(folder: Path) -> None:
    """Write two archives: texts 1 and 2 stand in both, nearly; text 3 twice in one; 4 to 6 once."""
    folder.mkdir()
    for name, texts in (
        ("a", [text(1), text(4), text(3), text(3, 2)]),
        ("b", [text(2, 3), text(1, 3), text(5), text(2), text(6), ""]),
    ):
        content = (record(f"<p>{each}</p>".encode(), number=at) for at, each in enumerate(texts))
        (folder / f"{name}.warc").write_bytes(b"".join(content))


def job(tmp_path: Path, output: str, **settings: object) -> Job:
    chosen = {"extractor": parse_extractor("plain"), "facts": False, "near_duplicates": True} | settings
    return Job((str(tmp_path / "in"),), str(tmp_path / output), **chosen)


def marked(output: Path) -> list[tuple[str, str]]:
    """List records that are near-duplicates, with what they are of, without the hashes of shards' names."""
    found = [(row["id"], row["duplicate_of"]) for row in rows(output) if row["duplicate_of"]]
    return [(one[0] + one[-1], other[0] + other[-1]) for one, other in found]


EXPECTED = [("a3", "a2"), ("b1", "a0"), ("b3", "b0")]


@pytest.mark.parametrize("form", ["parquet", "jsonl", "wet"])
def test_the_smallest_id_of_a_group_stays(tmp_path: Path, form: str) -> None:
    crawl(tmp_path / "in")
    asked = job(tmp_path, "out", form=form)
    report = run(asked, LocalEngine())
    assert marked(tmp_path / "out") == EXPECTED and report.near_duplicates == 3
    assert json.loads((tmp_path / "out" / "report.json").read_text())["near_duplicates"] == 3
    assert "3  are near-duplicates" in report.summary()
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "out" / "records").iterdir()}
    assert run(asked, LocalEngine()) == report
    assert {file: file.stat().st_mtime_ns for file in before} == before, "what is right is not written again"


def test_what_comes_later_is_compared_with_all_and_nothing_else_changes(tmp_path: Path) -> None:
    crawl(tmp_path / "in")
    (tmp_path / "in" / "a.warc").rename(tmp_path / "a.warc")
    run(job(tmp_path, "out"), LocalEngine())
    assert marked(tmp_path / "out") == [("b3", "b0")]
    (tmp_path / "a.warc").rename(tmp_path / "in" / "a.warc")
    run(job(tmp_path, "out"), LocalEngine())
    assert marked(tmp_path / "out") == EXPECTED
    run(job(tmp_path, "without", near_duplicates=False), LocalEngine())
    bare = [row | {"minhash": [], "duplicate_of": None} for row in rows(tmp_path / "out")]
    assert bare == rows(tmp_path / "without")


def test_marks_that_are_wrong_are_mended(tmp_path: Path) -> None:
    crawl(tmp_path / "in")
    run(job(tmp_path, "out"), LocalEngine())
    store = Store(str(tmp_path / "out"))
    (shard,) = (file.stem for file in (tmp_path / "out" / "records").glob("b*"))
    assert mark_duplicates(store, [shard]) == 1 and ("b1", "a0") not in marked(tmp_path / "out")
    assert mark_duplicates(store, []) == 0


def test_words_decide_not_their_dress() -> None:
    assert text_bands("Rain, fell on: the HILLS again") == text_bands("rain fell on the hills again")
    assert text_bands("rain") != text_bands("snow") and text_bands(" .,") == ()
    story = "雨は三日間降り続き谷の水車はすべて止まったと村人は語った"
    assert set(text_bands(story)) & set(text_bands(story + "。")) and len(text_bands(story)) == 14


def alike(share: float, seed: int, size: int = 200) -> bool:
    """Make two sets that have a share in common, and tell whether a band agrees."""
    every = joined(np.arange(2 * size), np.full(2 * size, seed))
    common = round(2 * size * share / (1 + share))
    one, other = every[:size], every[size - common : 2 * size - common]
    return bool((bands(one) == bands(other)).any())


def test_sets_are_found_as_often_as_their_share_in_common_says() -> None:
    for share in (0.5, 0.75, 0.9):
        expected = 1 - (1 - share**ROWS) ** BANDS
        found = np.mean([alike(share, seed) for seed in range(300)])
        assert abs(found - expected) < 4 * (expected * (1 - expected) / 300) ** 0.5 + 0.01, share
    assert not any(alike(0.0, seed) for seed in range(50))


def test_neither_order_nor_repetition_of_members_matters() -> None:
    members = joined(np.arange(10_000))
    assert np.array_equal(bands(members), bands(np.concatenate([members[::-1], members])))
    assert len(bands(members[:0])) == 0


def naive(keys: list[list[int]]) -> list[int]:
    first = list(range(len(keys)))
    changed = True
    while changed:
        changed = False
        for one, a in enumerate(keys):
            for other, b in enumerate(keys):
                if any(x == y for x, y in zip(a, b, strict=True)) and first[one] != first[other]:
                    first[one] = first[other] = min(first[one], first[other])
                    changed = True
    return first


def test_groups_are_those_of_a_naive_search_however_little_memory_there_is() -> None:
    chance = np.random.default_rng(4)
    for count in (1, 2, 40, 120):
        keys = joined(chance.integers(0, 2 * count, count * 3)).reshape(count, 3)
        for in_memory in (3, 10**6):
            first = np.arange(count)
            first_alike(keys, first, in_memory)
            assert first.tolist() == naive(keys.tolist())
