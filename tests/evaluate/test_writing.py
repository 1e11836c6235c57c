import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.making import NewPage, write_page
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import load
from webwinnow.evaluate.writing import append, folder_aside, write_aside

SOURCE = Path(__file__).parents[2] / "src"


def test_a_file_is_replaced_whole_and_nothing_is_left_beside(tmp_path):
    path = tmp_path / "file"
    write_aside(path, b"old")
    write_aside(path, b"new")
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"new"


def test_a_file_that_cannot_be_put_in_place_leaves_nothing(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(WebwinnowError, match=r"taken: cannot be written \(Is a directory\)"):
        write_aside(tmp_path / "taken", b"content")
    assert [found.name for found in tmp_path.iterdir()] == ["taken"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size, as on a disk that is full: the last write takes a part."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_a_line_is_whole_or_not_there_and_the_file_is_named(tmp_path):
    path = tmp_path / "cells.jsonl"
    append(path, b'{"page": "a"}\n')
    with room_for(20), pytest.raises(WebwinnowError, match=r"cells\.jsonl: cannot be written \(File too large\)"):
        append(path, b'{"page": "b"}\n')
    append(path, b'{"page": "c"}\n')
    assert path.read_bytes() == b'{"page": "a"}\n{"page": "c"}\n'
    with room_for(20), pytest.raises(WebwinnowError, match=r"table\.tsv: cannot be written"):
        write_aside(tmp_path / "table.tsv", b"x" * 100)
    assert [found.name for found in tmp_path.iterdir()] == ["cells.jsonl"]


def test_a_long_name_can_still_be_written_aside(tmp_path):
    write_aside(tmp_path / ("x" * 250), b"content")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_appears_when_complete(tmp_path):
    destination = tmp_path / "deep" / "new"
    with folder_aside(destination) as folder:
        (folder / "file").write_text("x")
        assert not destination.exists()
    assert [path.name for path in destination.iterdir()] == ["file"]
    assert [path.name for path in destination.parent.iterdir()] == ["new"]


def test_a_failed_folder_vanishes(tmp_path):
    with pytest.raises(ZeroDivisionError), folder_aside(tmp_path / "new") as folder:
        (folder / "file").write_text("x")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_may_be_filled_a_full_one_not(tmp_path):
    (tmp_path / "empty").mkdir()
    with folder_aside(tmp_path / "empty") as folder:
        (folder / "file").write_text("x")
    for taken in (tmp_path / "empty", tmp_path / "empty" / "file"):
        with pytest.raises(PackageError, match="already exists"), folder_aside(taken):
            pass
    assert (tmp_path / "empty" / "file").read_text() == "x"


def test_the_same_page_gives_the_same_files(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_page(tmp_path / name, NewPage("a", b"<p>x", "gold", PageMeta(title="T")))
    for file in ("a.html.gz", "a.txt", "a.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    assert (tmp_path / "one" / "a.html.gz").read_bytes()[4:8] == bytes(4), "a time stamp"


@pytest.mark.parametrize("page_id", ["", "a/b", "..", ".a", "a\\b", "a\0", " a", "a\n"])
def test_ids_that_name_no_file_are_refused(tmp_path, page_id):
    with pytest.raises(PackageError, match="cannot name a file"):
        write_page(tmp_path, NewPage(page_id, b"", None, PageMeta()))
    assert list(tmp_path.iterdir()) == []


def test_lone_surrogates_do_not_stop_the_writing(tmp_path):
    write_page(tmp_path, NewPage("a", b"", "x\ud800y", PageMeta(title="\udfff")))
    (tmp_path / "package.toml").write_text("")
    page = load(tmp_path).page("a")
    assert (page.gold, page.meta.title) == ("x?y", "?")


ENDLESS = """
import sys, time
from pathlib import Path
from webwinnow.evaluate.making import NewPage, create
from webwinnow.evaluate.meta import PageMeta

def pages():
    yield NewPage("a", b"<p>a", "a", PageMeta())
    yield NewPage("b", b"<p>b", "b", PageMeta())
    print("two written", flush=True)
    time.sleep(60)

create(Path(sys.argv[1]), {}, pages())
"""


def test_a_making_that_is_killed_leaves_no_package(tmp_path):
    destination = tmp_path / "package"
    command = [sys.executable, "-c", ENDLESS, str(destination)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={"PYTHONPATH": str(SOURCE)}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"two written\n"
        process.kill()
    assert not destination.exists()
    with folder_aside(destination) as folder:
        (folder / "package.toml").write_text("")
    assert load(destination).pages == ()
