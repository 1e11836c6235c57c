"""`webwinnow batch`, as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("pyarrow", reason="pip install 'webwinnow[batch]'")

from batch.crawls import page, rows, warc

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_a_folder_becomes_a_corpus_and_a_second_call_finds_it_done(run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(page(1))
    arguments = ["batch", str(tmp_path / "a.html"), "-o", str(tmp_path / "out"), "-e", "plain", "--no-facts", "-j", "1"]
    result = run(*arguments)
    assert result.exit_code == 0 and result.stderr == "", result.stderr
    assert "1 records in 1 shards" in result.stdout and "1  extracted" in result.stdout
    assert rows(tmp_path / "out")[0]["outcome"] == "extracted"
    again = run(*arguments)
    assert again.exit_code == 0 and "1 of 1 shards are done already" in again.stderr


def test_a_damaged_input_is_named_and_the_exit_code_is_1(run, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(warc(2)[:-20])
    result = run(
        "batch", str(tmp_path / "a.warc.gz"), "-o", str(tmp_path / "out"), "-e", "plain", "--no-facts", "-j", "1",
        "--format", "jsonl", "--metrics-port", "0",
    )  # fmt: skip
    assert result.exit_code == 1 and "damaged input: from byte" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing", "-o", "out"], "no such file"),
        (["a.html", "-o", "out", "-e", "nothing"], "unknown"),
        (["a.html", "-o", "out", "--max-bytes", "0"], "limit of bytes"),
        (["a.html", "-o", "out", "--ray-address", "auto"], "--engine ray"),
        (["a.html", "-o", "out", "--metrics-port", "70000"], "port 70000"),
    ],
)
def test_wrong_usage_is_told_before_any_work(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.html").write_bytes(page(1))
    result = run("batch", *arguments)
    assert result.exit_code == 2 and message in result.stderr
    assert not (tmp_path / "out" / "records").exists()


def test_ctrl_c_says_how_it_goes_on(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "a.html").write_bytes(page(1))
    monkeypatch.setattr("webwinnow.cli.batch.run", stop)
    result = run("batch", tmp_path / "a.html", "-o", tmp_path / "out", "-e", "plain", "--no-facts")
    assert result.exit_code == 130
    assert result.stderr.split("\n")[0] == "webwinnow: stopped: the same command goes on where this run was"
