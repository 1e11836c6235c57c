"""Files are whole or not there."""

import os
import stat
from pathlib import Path

import pytest

from webwinnow.cli.output import write_file
from webwinnow.errors import WebwinnowError


def test_a_file_is_written_as_utf_8_with_its_newlines(tmp_path):
    write_file(tmp_path / "new" / "text.txt", "é\r\n\n\udc80")
    assert (tmp_path / "new" / "text.txt").read_bytes() == "é\r\n\n?".encode()


def test_the_mode_is_the_usual_one_or_the_one_that_was(tmp_path):
    usual, written, kept = tmp_path / "usual", tmp_path / "written", tmp_path / "kept"
    usual.write_bytes(b"")
    kept.write_bytes(b"")
    kept.chmod(0o640)
    for path in (written, kept):
        write_file(path, "new")
    assert written.stat().st_mode == usual.stat().st_mode
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_what_was_there_stays_when_writing_is_stopped(tmp_path, monkeypatch, stop):
    path = tmp_path / "text.txt"
    path.write_text("old")

    def replace(*_):
        raise stop

    monkeypatch.setattr("pathlib.Path.replace", replace)
    with pytest.raises((KeyboardInterrupt, WebwinnowError)):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_nobody_sees_half_a_file(tmp_path, monkeypatch):
    """When the name changes hands, the whole text stands under the other name."""
    path = tmp_path / "text.txt"
    path.write_text("old")
    seen, original = [], Path.replace

    def replace(aside, target):
        seen.append((path.read_text(), aside.read_text(), aside.parent == path.parent))
        original(aside, target)

    monkeypatch.setattr("pathlib.Path.replace", replace)
    write_file(path, "new" * 100_000)
    assert seen == [("old", "new" * 100_000, True)]
    assert path.read_text() == "new" * 100_000


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "text.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_device_is_written_into_and_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, "news")
    assert os.read(reader, 10) == b"news"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WebwinnowError, match=r"file/text\.txt: cannot be written \(.+\): check"):
        write_file(tmp_path / "file" / "text.txt", "x")
