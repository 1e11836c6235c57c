"""`webwinnow extract --links-at-end`."""

from __future__ import annotations

import json

SOURCE = b"<body><ul><li><a href=/news>News</a></ul><p>Main text that is longer than the menu.</p></body>"
TEXT = "Main text that is longer than the menu.\n"


def test_text(run) -> None:
    found = run("extract", "-e", "lqf", "--links-at-end", "--url", "https://example.org/x", stdin=SOURCE)
    assert (found.exit_code, found.stdout) == (0, f"{TEXT}\nRemoved links:\n\nNews <https://example.org/news>\n")


def test_html(run) -> None:
    found = run("extract", "-e", "lqf", "--links-at-end", "-f", "html", stdin=SOURCE).stdout
    assert found.endswith('<li><a href="/news">News</a></li>\n</ul>\n</section>\n</body>')
    assert found.count("/news") == 1


def test_json(run) -> None:
    found = json.loads(run("extract", "-e", "lqf", "--links-at-end", "-f", "json", stdin=SOURCE).stdout)
    assert found["removed_links"] == [{"text": "News", "url": "/news"}]
    assert found["text"] == TEXT
    assert "removed_links" not in json.loads(run("extract", "-e", "lqf", "-f", "json", stdin=SOURCE).stdout)


def test_crunch_takes_links_out_and_gives_them_back(run) -> None:
    source = b"<p>Main text with <a href=/mill>a link</a> in it</p>"
    found = run("extract", "-e", "crunch", "--links-at-end", stdin=source).stdout
    assert found == "Main text with in it\n\nRemoved links:\n\na link </mill>\n"


def test_spans_have_no_end_to_put_links_at(run) -> None:
    found = run("extract", "--links-at-end", "-f", "spans", stdin=SOURCE)
    assert found.exit_code == 2
    assert "--links-at-end" in found.stderr
