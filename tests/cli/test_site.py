"""`webwinnow site learn`: a template learned from some pages of a site, and used for another."""

from __future__ import annotations

import json
from pathlib import Path

NOTICE = "All stories of the valley come to our readers first, each morning."


def test_a_site_is_learned_and_used(run, tmp_path: Path) -> None:
    for number in range(6):
        story = f"<p>It rained for {number} days, and {number} mills stood still.</p><div>{NOTICE}</div>"
        (tmp_path / f"{number}.html").write_text(story)
    model = tmp_path / "site.npz"
    learned = run("site", "learn", *(str(tmp_path / f"{number}.html") for number in range(5)), "-o", str(model))
    assert learned.exit_code == 0 and "1 blocks repeat, on 5 pages" in learned.stdout, learned.stdout
    result = run("extract", str(tmp_path / "5.html"), "-e", f"site-template(model={str(model)!r}) >> plain")
    assert "It rained for 5 days" in result.stdout and NOTICE not in result.stdout
    known = run("extract", str(tmp_path / "5.html"), "-e", "plain", "--site", str(model))
    assert known.exit_code == 0 and known.stdout == result.stdout
    doubted = run("extract", str(tmp_path / "5.html"), "--site", str(model), "--json")
    said = run(
        "extract", str(tmp_path / "5.html"), "-e", f"site-template(model={str(model)!r}, remove=False) >> consensus"
    )
    assert json.loads(doubted.stdout)["text"].strip() == said.stdout.strip()


def test_a_file_that_is_no_model_is_refused_before_any_page_is_read(run, tmp_path: Path) -> None:
    (tmp_path / "site.npz").write_text("no model")
    result = run("extract", "missing.html", "--site", str(tmp_path / "site.npz"))
    assert result.exit_code in (1, 2) and "site.npz" in result.stderr and "missing.html" not in result.stderr


def test_too_few_pages_are_refused(run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Rain</p>")
    result = run("site", "learn", str(tmp_path), "-o", str(tmp_path / "site.npz"))
    assert result.exit_code == 2 and "1 pages tell nothing" in result.stderr
