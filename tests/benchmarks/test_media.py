"""The measurement of main media measures what it says."""

import json
from pathlib import Path

from benchmarks import media as benchmark
from webwinnow.evaluate.package import load

TEXT = "The miller waits for the wind and sweeps the floor until it comes. " * 8
PAGE = (
    "<head><meta property=og:image content=/tide-mill-wheel.jpg></head><body><article>"
    f"<p>{TEXT}</p><img src=/tide-mill-wheel.jpg width=640 height=480><p>{TEXT}</p>"
    "<a href=/other><img src=/teaser.jpg width=640 height=480></a></article>"
)


def test_what_is_counted(tmp_path: Path) -> None:
    (tmp_path / "package.toml").write_text('name = "small"\n')
    (tmp_path / "mill.html").write_text(PAGE)
    (tmp_path / "mill.json").write_text(json.dumps({"url": "https://example.org/mill"}))
    tally = benchmark.MediaTally()
    for each in load(tmp_path).pages:
        tally.add(each.read())
    assert (tally.counts, tally.linked, tally.repeated, tally.unknown, tally.leads) == ([1], 0, 0, 0, [True])
    assert tally.row("small")[:3] == ["small", 1, 1]
