"""`webwinnow render`, --render and --geometry, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from browser import needs_browser

SHELL = (
    "<!doctype html><title>Grain</title><div id=app></div><script>"
    "app.innerHTML = '<h1>How to winnow</h1>' + '<p>Toss the grain and let the wind take the chaff.</p>'.repeat(9)"
    "</script>"
)


@needs_browser
def test_a_script_shell_is_extracted_after_its_scripts_ran(run, tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    page = tmp_path / "page.html"
    page.write_text(SHELL)
    assert "wind" not in run("extract", page, "-e", "plain").stdout
    found = json.loads(run("extract", page, "--render", "--json", "--timeout", "60").stdout)
    assert "let the wind take the chaff" in found["text"]
    assert found["headline"]["text"] == "How to winnow"


@needs_browser
def test_sidecars_of_pages_and_of_a_package(run, tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    page, sidecar, later = tmp_path / "page.html", tmp_path / "page.geometry.json", tmp_path / "later.html"
    page.write_text(SHELL)
    (tmp_path / "package.toml").write_text('name = "one"\n')
    assert run("render", tmp_path, "--timeout", "60").exit_code == 0
    assert json.loads(sidecar.read_text())["javascript"] is False
    assert run("media", page, "--geometry", sidecar).exit_code == 0
    wrong = run("media", "--example", "--geometry", sidecar)
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (1, 1)
    assert "belongs to another page" in wrong.stderr
    blocks = tmp_path / "blocks.png"
    made = run(
        "render", page, "--snapshot", later, "-o", tmp_path / "later.json", "--blocks", blocks, "--timeout", "60"
    )
    assert made.exit_code == 0, made.stderr
    assert blocks.read_bytes().startswith(b"\x89PNG")
    assert "<p>Toss the grain" in later.read_text()
    assert run("headline", later, "--geometry", tmp_path / "later.json").stdout == "How to winnow\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--viewport", "wide"], "1280x800"),
        (["--browser", "/nowhere/chromium"], "/nowhere/chromium"),
        (["-o", "/dev/null/b.json"], "/dev/null"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, tmp_path: Path, arguments: list[str], said: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(SHELL)
    failed = run("render", page, *arguments)
    assert failed.exit_code in (1, 2)
    assert said in failed.stderr and "Traceback" not in failed.stderr


def test_geometry_is_that_of_one_page(run, tmp_path: Path) -> None:
    assert "several are given" in run("headline", "a.html", "b.html", "--geometry", "x").stderr
    assert "leave --geometry out" in run("headline", "a.html", "--render", "--geometry", "x").stderr
    page = tmp_path / "page.html"
    page.write_text(SHELL)
    assert "make it with webwinnow render" in run("headline", page, "--geometry", tmp_path / "gone.json").stderr
