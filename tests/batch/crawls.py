"""Small crawls for the tests: pages that differ, inputs of every kind, results read back; and a bad stage."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from fetch.warcs import record
from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Extractor


@dataclass(frozen=True, slots=True)
class Misbehaving(Extractor):
    """Keeps all text, unless the page asks for trouble."""

    name: ClassVar[str] = "misbehaving"

    def __call__(self, page: Document) -> Spans:
        """Do what the page says."""
        if "please hang" in page.source:
            time.sleep(60)
        if "please die" in page.source:
            os._exit(3)
        if "please eat" in page.source:
            bytearray(4_000_000_000)
        if "please raise" in page.source:
            raise ValueError("as asked")
        return page.visible


def page(number: int, words: str = "") -> bytes:
    """Write a page that no other is like."""
    return (
        f"<html lang=en><title>Rain {number}</title><nav><a href=/>Home</a></nav><h1>Rain {number}</h1>"
        f"<p>It rained for {number} days and nights, and nobody in the valley could say when it would end. {words}</p>"
    ).encode()


def warc(pages: int, first: int = 0) -> bytes:
    """Write a gzipped archive of pages."""
    numbers = range(first, first + pages)
    return b"".join(
        gzip.compress(record(page(number), number=number, url=f"http://rain.example/{number}")) for number in numbers
    )


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def tarred(members: dict[str, bytes], mode: str = "w:gz") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


def every_kind(folder: Path) -> int:
    """Fill a folder with inputs of every kind, two pages each; return the number of records."""
    import pyarrow as pa
    import pyarrow.parquet as parquet
    import zstandard

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.warc.gz").write_bytes(warc(2, 0))
    (folder / "b.warc").write_bytes(record(page(2)) + record(page(3)))
    (folder / "c.warc.zst").write_bytes(zstandard.compress(record(page(4)) + record(page(5))))
    (folder / "d.zip").write_bytes(zipped({"6.html": page(6), "below/7.html": page(7)}))
    (folder / "e.tar.gz").write_bytes(tarred({"8.html": page(8), "9.html": page(9)}))
    lines = [json.dumps({"html": page(number).decode(), "url": f"http://x.example/{number}"}) for number in (10, 11)]
    (folder / "f.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "g.jsonl.zst").write_bytes(zstandard.compress(json.dumps({"html": page(12).decode(), "id": 7}).encode()))
    table = pa.table({"html": [page(13), page(14)], "url": ["http://y.example/13", None]})
    parquet.write_table(table, folder / "h.parquet")
    (folder / "15.html").write_bytes(page(15))
    (folder / "16.html.gz").write_bytes(gzip.compress(page(16)))
    return 17


def rows(output: Path) -> list[dict[str, Any]]:
    """Read all rows of a run, sorted, without the one column that differs from run to run."""
    import pyarrow.parquet as parquet
    import zstandard

    found: list[dict[str, Any]] = []
    for file in sorted((output / "records").iterdir()):
        if file.suffix == ".parquet":
            found += parquet.read_table(file).to_pylist()
        else:
            with file.open("rb") as opened, zstandard.ZstdDecompressor().stream_reader(opened) as lines:
                found += [json.loads(line) for line in io.TextIOWrapper(lines, "utf-8")]
    for row in found:
        del row["seconds"]
    return sorted(found, key=lambda row: row["id"])
