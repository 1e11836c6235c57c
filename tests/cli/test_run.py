"""Many pages in one call: side by side, in order, with one line for each that fails and one summary."""

import json
import re

import pytest

from webwinnow.cli.run import PageOutcome, run, workers
from webwinnow.errors import ModelError, PageError


@pytest.fixture
def pages(tmp_path):
    """Files of which some are no pages."""
    for number in range(6):
        (tmp_path / f"page{number}.html").write_text(f"<p>Story {number}: winnow the grain, drop the chaff.")
    (tmp_path / "page2.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "page4.html").write_bytes(b"")
    return sorted(tmp_path.glob("*.html"))


def test_side_by_side_is_as_one_after_the_other(run, pages):
    results = [run("extract", *pages, "-e", "plain", "-f", "json", "-j", jobs) for jobs in ("1", "2")]
    for result in results:
        assert result.exit_code == 1
        assert [json.loads(line)["text"][:7] for line in result.stdout.splitlines()] == [
            f"Story {number}" for number in (0, 1, 3, 5)
        ]
        lines = result.stderr.splitlines()
        assert ["PNG picture" in lines[0], "is empty" in lines[1]] == [True, True]
        assert re.search(r"6 pages in [\d.]+ s: 4 printed, 2 failed$", lines[2])
    assert results[0].stdout == results[1].stdout


def test_a_list_of_pages(run, pages, tmp_path, site):
    listed = tmp_path / "urls.txt"
    listed.write_text(f"# what to read\n\n{pages[0]}\n  {site}/mill  \n", encoding="utf-8-sig")
    arguments = ("extract", "-e", "plain", "--allow-private", "-o", f"{tmp_path}/texts/")
    result = run(*arguments, pages[1], "--from", listed)
    assert (result.exit_code, len(list((tmp_path / "texts").iterdir()))) == (0, 3)
    assert re.fullmatch(rf"webwinnow: 3 pages in .* 3 written to {tmp_path}/texts\n", result.stderr)
    assert run(*arguments, "--from", "-", stdin=f"{pages[0]}\n{pages[1]}\n".encode()).exit_code == 0
    assert run("headline", "--from", listed, "--allow-private").exit_code == 0


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"-\n", b"\xff\xfe\0"])
def test_lists_that_name_nothing_are_wrong_usage(run, tmp_path, content):
    (tmp_path / "urls.txt").write_bytes(content)
    result = run("extract", "--from", tmp_path / "urls.txt")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "urls.txt: the list" in result.stderr
    assert run("extract", "--from", tmp_path / "missing.txt").exit_code == 2


def test_one_page_has_no_summary(run, pages, tmp_path):
    assert run("extract", pages[0], "-o", tmp_path / "page.txt").stderr == ""


def failing(place: str) -> PageOutcome:
    if place == "bad":
        raise ZeroDivisionError("by zero")
    if place == "missing":
        raise PageError("missing: there is no such file")
    if place == "model":
        raise ModelError("the model is damaged")
    return PageOutcome(place, ("be careful",))


def test_a_fault_of_ours_costs_one_page(capsysbinary):
    assert run(failing, ["one", "bad", "missing", "two"], [None] * 4) == 1
    shown = capsysbinary.readouterr()
    assert shown.out == b"onetwo"
    assert b"bad: ZeroDivisionError: by zero: please report this page" in shown.err
    assert b"one: be careful" in shown.err
    with pytest.raises(ZeroDivisionError):
        run(failing, ["bad"], [None])
    with pytest.raises(ModelError):
        run(failing, ["one", "model"], [None] * 2)


def test_processes_where_they_pay(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert [workers(["page.html"] * pages, None) for pages in (1, 23, 24, 1000)] == [1, 1, 2, 4]
    assert workers(["https://example.org/"] * 3, None) == 3
    assert workers(["a", "b"], 8) == 2
    assert workers(["-", "b"], 8) == 1
