"""`webwinnow site learn`: a template learned from some pages of a site, and used for another."""

from __future__ import annotations

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


def test_too_few_pages_are_refused(run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Rain</p>")
    result = run("site", "learn", str(tmp_path), "-o", str(tmp_path / "site.npz"))
    assert result.exit_code == 2 and "1 pages tell nothing" in result.stderr
