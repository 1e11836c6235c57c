"""Stores: files whole or not at all, on disk and in memory, where fsspec has one that stands for object stores."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("fsspec", reason="pip install 'webwinnow[batch]'")

from webwinnow.batch.store import Store, filesystem
from webwinnow.errors import UsageError


@pytest.fixture(params=["disk", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return Store(str(tmp_path / "out") if request.param == "disk" else f"memory://{uuid4().hex}")


def test_what_is_written_is_read(store: Store) -> None:
    store.write("done/a.json", b"{}")
    assert store.read("done/a.json") == b"{}" and store.names("done") == {"a.json"}
    store.write("done/a.json", b"[]")
    assert store.read("done/a.json") == b"[]"
    store.remove("done/a.json")
    store.remove("done/a.json")
    assert store.read("done/a.json") is None and store.names("nowhere") == set()


def test_what_fails_half_way_leaves_nothing(store: Store) -> None:
    store.write("records/a", b"before")
    with pytest.raises(ZeroDivisionError), store.aside("records/a") as file:
        file.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), store.folder_aside("texts/a") as folder:
        folder.put("1.txt", b"half")
        raise ZeroDivisionError
    assert store.read("records/a") == b"before" and store.names("records") == {"a"} and store.names("texts") == set()
    system, path = filesystem(store.root)
    assert [name for name in system.find(path) if "/." in name.removeprefix(path)] == []


def test_folders_replace_what_an_earlier_run_left(store: Store) -> None:
    for content in (b"one", b"two"):
        with store.folder_aside("texts/a") as folder:
            folder.put(f"{content.decode()}.txt", content)
    assert store.names("texts/a") == {"two.txt"}


def test_half_written_files_of_killed_runs_are_swept(store: Store) -> None:
    system, path = filesystem(store.root)
    system.makedirs(f"{path}/records", exist_ok=True)
    system.pipe_file(f"{path}/records/.a.parquet.12345678", b"half")
    store.write("records/b", b"whole")
    store.sweep("records")
    assert {each.rsplit("/", 1)[-1] for each in system.find(path)} == {"b"}


def test_a_place_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing://bucket"):
        Store("nothing://bucket").read("a")
