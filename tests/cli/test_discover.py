"""`webwinnow discover`."""

import json

FEED = """<rss><channel><item><title>Tides</title><link>https://example.org/a</link></item>
<item><link>https://example.org/b</link></item></channel></rss>"""


def test_addresses_of_a_file(run, tmp_path):
    file = tmp_path / "feed.xml"
    file.write_text(FEED)
    result = run("discover", file)
    assert (result.exit_code, result.stdout) == (0, "https://example.org/a\nhttps://example.org/b\n")


def test_json(run):
    result = run("discover", "--json", "--most", "1", stdin=FEED.encode())
    assert json.loads(result.stdout)["title"] == "Tides"


def test_nothing_found(run, page):
    result = run("discover", page)
    assert (result.exit_code, result.stdout) == (1, "")


def test_a_site(run, site):
    result = run("discover", f"{site}/", "--allow-private", "--delay", "0", "--requests", "3")
    assert result.exit_code == 1  # every file of that site is the same page, which lists nothing
    assert "Traceback" not in result.stderr


def test_a_private_address_is_refused(run, site):
    result = run("discover", f"{site}/", "--delay", "0")
    assert result.exit_code == 1
    assert "private address" in result.stderr
