"""Near-duplicates among the texts of a run: of each group the record with the smallest id stays, the others name it.

Two texts are near-duplicates if they agree in one of the bands of their MinHashes, which are made of the stretches of 5
words; groups are what such pairs connect. Workers make the bands, which stand in the results. When all shards are
complete, they are compared, and the column `duplicate_of` is written, shard by shard: a run that is killed while it
does that does it again. Bands and groups stand in files of their own meanwhile, so memory is bounded.

MinHash finds sets that are nearly equal without comparing each with each other. The share of MinHashes in which two
sets agree is about the share of members that they have in common (Broder 1997). Hashes are joined to bands; sets that
agree in a whole band fall into one bucket. Groups are what buckets connect, and the first of a group stands for it, so
the order in which buckets are looked at makes no difference.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

from webwinnow.batch.store import Store, filesystem
from webwinnow.batch.writers import RECORDS, jsonl_file, parquet_file
from webwinnow.signals.rolling_hash import Hashes, joined, stretch_hashes

BANDS: Final = 14
ROWS: Final = 8
"""The setting of FineWeb (Penedo et al. 2024): of two sets that share 0.75 of their members, 0.77 are found, of those
that share 0.9 all but 0.0004, of those that share 0.5 0.05."""
_AT_ONCE: Final = 4096
_IN_MEMORY: Final = 4_000_000
"""Keys of a band that are sorted at once: 64 MB."""
_MULTIPLIERS: Final = joined(np.arange(BANDS * ROWS)) | np.uint64(1)
_ADDED: Final = joined(np.arange(BANDS * ROWS), np.ones(BANDS * ROWS, np.int64))


def bands(members: Hashes) -> Hashes:
    """Return a key for each band of a set of hashes; a set without members has none."""
    if not len(members):
        return np.zeros(0, dtype=np.uint64)
    least = np.full(BANDS * ROWS, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(members), _AT_ONCE):
        part = members[start : start + _AT_ONCE]
        least = np.minimum(least, (part[None, :] * _MULTIPLIERS[:, None] + _ADDED[:, None]).min(axis=1))
    return joined(*least.reshape(BANDS, ROWS).T)


def first_alike(keys: Hashes, first: npt.NDArray[np.int64], in_memory: int = _IN_MEMORY) -> None:
    """Set, for each row of keys, the first row of its group; both columns may stand on disk.

    `first` must hold the number of each row. Of a band, `in_memory` keys are looked at, a slice of their range after
    the other.
    """
    slices = -(-len(keys) // in_memory)
    for band in range(keys.shape[1]):
        for at in range(slices):
            own = _slice(keys[:, band], at, slices)
            values = keys[own, band]
            order = np.argsort(values, kind="stable")
            values, own = values[order], own[order]
            starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]])[: len(values)])
            _unite(first, np.repeat(own[starts], np.diff([*starts, len(own)])), own)
    first[:] = _roots(first, np.arange(len(first)))


def _slice(values: Hashes, at: int, slices: int) -> npt.NDArray[np.intp]:
    """Number the values in one of so many slices of their range."""
    width = 2**64 // slices
    below = values <= np.uint64(2**64 - 1 if at == slices - 1 else (at + 1) * width - 1)
    return np.flatnonzero(below & (values >= np.uint64(at * width)))


def _unite(first: npt.NDArray[np.int64], one: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> None:
    """Join the groups of pairs: the later root of each pair points to the earlier one, until none is left."""
    apart = one != other
    one, other = one[apart], other[apart]
    while len(one):
        a, b = _roots(first, one), _roots(first, other)
        apart = a != b
        one, other, a, b = one[apart], other[apart], a[apart], b[apart]
        np.minimum.at(first, np.maximum(a, b), np.minimum(a, b))


def _roots(first: npt.NDArray[np.int64], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    found = np.asarray(first[rows])
    while True:
        above = np.asarray(first[found])
        if np.array_equal(above, found):
            return found
        first[rows], found = above, above


STRETCH: Final = 5
"""Words of a stretch, as FineWeb has them."""
_WORD: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+")
"""A word, or a character where words are not set apart."""


def text_bands(text: str) -> tuple[int, ...]:
    """Return the bands of a text's MinHashes, as signed numbers; one without words has none."""
    words = np.array([crc32(each.encode("utf-8", "replace")) for each in _WORD.findall(text.casefold())], np.uint64)
    start = np.arange(max(len(words) - STRETCH + 1, min(len(words), 1)))
    found = bands(stretch_hashes(words, start, np.minimum(start + STRETCH, len(words))))
    return tuple(found.view(np.int64).tolist())


def mark_duplicates(store: Store, shards: Sequence[str]) -> int:
    """Write into the tables of complete shards which records are near-duplicates of which; return how many are."""
    ordered = sorted(shards, key=lambda name: f"{name}:")  # as the ids of their records
    with tempfile.TemporaryDirectory(prefix="webwinnow-duplicates-") as folder:
        sizes, place = [], Path(folder) / "bands"
        with place.open("wb") as file:
            for shard in ordered:
                own = _bands(store, shard)
                sizes.append(len(own))
                file.write(own.tobytes())
        if not sum(sizes):
            return 0
        rows: npt.NDArray[np.uint64] = np.memmap(place, np.uint64, "r").reshape(-1, BANDS + 1)
        first = np.memmap(Path(folder) / "first", np.int64, "w+", shape=(len(rows),))
        first[:] = np.arange(len(rows))
        first_alike(rows[:, 1:], first)
        edges = np.cumsum([0, *sizes])
        for shard, start, end in zip(ordered, edges[:-1], edges[1:], strict=True):
            own = np.flatnonzero(first[start:end] != np.arange(start, end)) + start
            homes = np.searchsorted(edges, first[own], side="right") - 1
            originals = [f"{ordered[home]}:{rows[at, 0]:08}" for home, at in zip(homes, first[own], strict=True)]
            _write(store, shard, dict(zip(rows[own, 0].tolist(), originals, strict=True)))
        return int(np.count_nonzero(first != np.arange(len(rows))))


def _bands(store: Store, shard: str) -> npt.NDArray[np.uint64]:
    """Read the bands of a shard's texts, each row after the number of its record."""
    found = [
        np.array([[number, *row["minhash"]]], np.int64)
        for number, row in enumerate(_rows(store, shard, ["minhash"]))
        if row["minhash"]
    ]
    return np.concatenate([np.zeros((0, BANDS + 1), np.int64), *found]).view(np.uint64)


def _rows(store: Store, shard: str, columns: list[str]) -> Iterator[dict[str, Any]]:
    """Read rows of a shard's table; of Parquet, only some columns."""
    system, path = filesystem(f"{store.root}/{RECORDS}/{shard}")
    if not system.exists(f"{path}.parquet"):
        yield from _lines(store, shard)
        return
    import pyarrow.parquet as parquet

    with system.open(f"{path}.parquet", "rb") as file, closing(parquet.ParquetFile(file)) as table:
        for batch in table.iter_batches(columns=columns):
            yield from batch.to_pylist()


def _lines(store: Store, shard: str) -> Iterator[dict[str, Any]]:
    import zstandard

    system, path = filesystem(f"{store.root}/{RECORDS}/{shard}.jsonl.zst")
    with system.open(path, "rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as unpacked:
        waiting = b""
        while chunk := unpacked.read(1 << 20):
            *lines, waiting = (waiting + chunk).split(b"\n")
            yield from map(json.loads, lines)


def _write(store: Store, shard: str, originals: dict[int, str]) -> None:
    """Write the column of a shard's table, unless it is right already."""
    before = [row["duplicate_of"] for row in _rows(store, shard, ["duplicate_of"])]
    now = [originals.get(number) for number in range(len(before))]
    if now == before:
        return
    system, path = filesystem(f"{store.root}/{RECORDS}/{shard}")
    if system.exists(f"{path}.parquet"):
        _write_parquet(store, shard, now)
    else:
        with jsonl_file(store, shard) as file:
            for row, original in zip(_lines(store, shard), now, strict=True):
                line = json.dumps(row | {"duplicate_of": original}, ensure_ascii=False)
                file.write(line.encode("utf-8", "replace") + b"\n")


def _write_parquet(store: Store, shard: str, originals: Sequence[str | None]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    system, path = filesystem(f"{store.root}/{RECORDS}/{shard}.parquet")
    with (
        system.open(path, "rb") as file,
        closing(parquet.ParquetFile(file)) as table,
        parquet_file(store, shard, table.schema_arrow) as writer,
    ):
        done = 0
        for number in range(table.num_row_groups):
            group = table.read_row_group(number)
            column = pa.array(originals[done : done + len(group)], pa.string())
            at = group.schema.get_field_index("duplicate_of")
            writer.write_table(group.set_column(at, "duplicate_of", column), row_group_size=len(group))
            done += len(group)
