"""`webwinnow trends posts` as its users call it."""

import json
from pathlib import Path

import pytest

_POST = (
    "<article class=post><h2><a href=/{day}>{title}</a></h2><p class=meta>by <a rel=author href=/u/ada>Ada</a> on "
    "<time datetime={day}>{day}</time></p><p>{text}</p></article>"
)
_POSTS = (
    ("Barley", "2011-05-03", "The first grain came in today and it was as dry as we had hoped for after such rain."),
    ("Rye", "2011-09-14", "Chaff is what is left of rye when the wind has done its work, and there was plenty of it."),
    ("Oats", "2012-02-01", "The new stones turn more quietly than the old ones, which nobody had expected of them."),
    ("Wheat", "2012-07-01", "Water stands high in the pond, so that both wheels can turn all night until the morning."),
    ("Corn", "2012-08-01", "A heron has moved in behind the weir, and the cat does not know what to make of that."),
)


@pytest.fixture
def weblog(tmp_path) -> Path:
    listed = "".join(_POST.format(title=title, day=day, text=text) for title, day, text in _POSTS)
    path = tmp_path / "front.html"
    address = "<link rel=canonical href=https://mill.example/>"
    path.write_text(f"<html lang=en>{address}<title>Mill</title><h1>Mill</h1><main>{listed}</main>")
    return path


def test_a_table(run, weblog):
    result = run("trends", "posts", weblog, weblog)
    lines = [line.split() for line in result.stdout.splitlines()]
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines == [
        ["mill.example"],
        ["period", "posts", "change", "comments"],
        ["2011", "2", "-", "0"],
        ["2012", "3", "+50%", "0"],
    ]


def test_json(run, weblog):
    lines = run("trends", "posts", weblog, "--json", "--by", "month").stdout.splitlines()
    first = {"weblog": "mill.example", "period": "2011-05", "posts": 1, "change": None, "comments": 0}
    assert len(lines) == 16 and json.loads(lines[0]) == first


def test_records_are_what_trends_reads(run, weblog, tmp_path):
    records = tmp_path / "posts.jsonl"
    records.write_bytes(run("trends", "posts", weblog, "--records").stdout_bytes)
    found = run("trends", "search", "rye", records)
    assert found.exit_code == 0 and "2011-09-14" in found.stdout


def test_nothing_to_count_and_what_cannot_be_read(run, tmp_path):
    result = run("trends", "posts", tmp_path / "missing.html", "-", stdin=b"<p>one")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "missing.html" in result.stderr and "no post was found" in result.stderr
