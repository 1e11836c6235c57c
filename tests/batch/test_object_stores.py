"""Batch runs from and to object stores, as a user runs them: s3:// against moto's server, gs:// against an emulator.

`make test-stores` installs both, with s3fs and gcsfs, into an environment of their own. The emulator cannot move files,
as Google's own store does, so crawls are read from it, and not written to it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import every_kind, rows, warc
from documented import commands_of

PLAIN_BUCKETS = "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT"
"""Asks whether a bucket is of a newer kind, by a way that the emulator does not know."""
pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries


@dataclass(frozen=True)
class Bucket:
    """A bucket in a store on this machine."""

    url: str
    system: Any
    environment: dict[str, str]

    def fill(self, folder: Path) -> str:
        """Put a folder into the bucket."""
        place = f"{self.url}/in"
        for file in sorted(folder.iterdir()):
            self.system.pipe_file(f"{place}/{file.name}", file.read_bytes())
        return place

    def copy(self, name: str, target: Path) -> Path:
        """Get a folder of the bucket; what was written aside must be gone."""
        self.system.invalidate_cache()
        for path in self.system.find(f"{self.url}/{name}"):
            inside = path.partition(f"/{name}/")[2]
            assert not any(part.startswith(".") for part in inside.split("/")), path
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            (target / inside).write_bytes(self.system.cat_file(path))
        return target

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "webwinnow", "batch", *arguments, "-e", "plain", "--no-facts", "-j", "1"]
        return subprocess.Popen(
            command, env=os.environ | self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def run(self, *arguments: str) -> str:
        process = self.start(*arguments)
        printed, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
        return printed + said


@pytest.fixture(scope="module")
def s3() -> Iterator[Bucket]:
    moto = pytest.importorskip("moto.server", reason="make test-stores")
    s3fs = pytest.importorskip("s3fs", reason="make test-stores")
    server = moto.ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    environment = {
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "any",
        "AWS_SECRET_ACCESS_KEY": "any",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    try:
        system = s3fs.S3FileSystem(endpoint_url=address, key="any", secret="any")
        system.mkdir("crawls")
        yield Bucket("s3://crawls", system, environment)
    finally:
        server.stop()


@pytest.fixture(scope="module")
def gs() -> Iterator[Bucket]:
    emulator = pytest.importorskip("gcp_storage_emulator.server", reason="make test-stores")
    os.environ[PLAIN_BUCKETS] = "false"
    gcsfs = pytest.importorskip("gcsfs", reason="make test-stores")
    server = emulator.create_server("127.0.0.1", 0, in_memory=True, default_bucket="crawls")
    server.start()
    address = f"http://127.0.0.1:{server._api._httpd.server_port}"
    try:
        system = gcsfs.GCSFileSystem(endpoint_url=address, token="anon", project="any")
        yield Bucket("gs://crawls", system, {"STORAGE_EMULATOR_HOST": address, PLAIN_BUCKETS: "false"})
    finally:
        server.stop()


def without_places(found: list[dict[str, Any]]) -> list[str]:
    """What does not hang on where the input stands."""
    return sorted(str({name: value for name, value in row.items() if name not in ("id", "name")}) for row in found)


@pytest.mark.parametrize("form", ["parquet", "text-dir"])
def test_from_store_to_store_as_from_disk_to_disk(s3: Bucket, tmp_path: Path, form: str) -> None:
    number = every_kind(tmp_path / "in")
    place, output = s3.fill(tmp_path / "in"), f"out-{form}"
    s3.run(place, "-o", f"{s3.url}/{output}", "--format", form)
    s3.run(str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--format", form)
    found = s3.copy(output, tmp_path / "copy")
    assert len(rows(found)) == number
    assert without_places(rows(found)) == without_places(rows(tmp_path / "out"))
    texts = [sorted(file.read_text() for file in each.glob("texts/**/*.txt")) for each in (found, tmp_path / "out")]
    assert texts[0] == texts[1] and len(texts[0]) == (number if form == "text-dir" else 0)
    assert (found / "report.json").is_file()


def test_a_crawl_in_another_store_is_read(gs: Bucket, tmp_path: Path) -> None:
    number = every_kind(tmp_path / "in")
    gs.run(gs.fill(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert [row["outcome"] for row in rows(tmp_path / "out")] == ["extracted"] * number


def test_a_run_that_is_killed_goes_on(s3: Bucket, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in range(4):
        (tmp_path / "in" / f"{name}.warc.gz").write_bytes(warc(120, 1000 * name))
    s3.system.rm(f"{s3.url}/in", recursive=True)
    place, output = s3.fill(tmp_path / "in"), f"{s3.url}/killed"
    program, until = s3.start(place, "-o", output), time.monotonic() + 120
    while program.poll() is None and time.monotonic() < until:
        s3.system.invalidate_cache()
        if s3.system.exists(f"{output}/done"):
            os.kill(program.pid, signal.SIGKILL)
    program.communicate()
    s3.run(place, "-o", output)
    found = rows(s3.copy("killed", tmp_path / "copy"))
    assert len(found) == 480 == len({row["id"] for row in found})


def test_a_bucket_that_is_not_there_is_named(s3: Bucket, tmp_path: Path) -> None:
    process = s3.start(f"{s3.url}-nowhere/in", "-o", str(tmp_path / "out"))
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2 and said.count("\n") == 1 and f"{s3.url}-nowhere/in" in said


def test_documented_commands(s3: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are written, from a bucket of that name, on a cluster of this machine alone."""
    ray = pytest.importorskip("ray", reason="make test-stores")
    lines = commands_of("tests/batch/test_object_stores.py::test_documented_commands")
    s3.system.mkdir("bucket")
    s3.system.pipe_file("bucket/crawl/one.warc.gz", warc(3))
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    ray.init(address="local", num_cpus=1, include_dashboard=False, logging_level="error")
    try:
        for line in lines:
            words = [sys.executable, "-m", *shlex.split(line)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
            assert done.returncode == 0, done.stderr
    finally:
        ray.shutdown()
    found = Bucket("s3://bucket", s3.system, {}).copy("corpus", tmp_path / "copy")
    assert [row["outcome"] for row in rows(found)] == ["extracted"] * 3
