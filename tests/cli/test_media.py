"""`webwinnow media`: main media for people and for programs."""

import json

import pytest

SOURCE = (
    "<p>Winnow the grain, drop the chaff.</p><figure><img src=mill.jpg width=640 height=480 alt='A mill'>"
    "<figcaption>The mill</figcaption></figure><img src=icon.png width=16 height=16>"
)


@pytest.fixture
def gallery(tmp_path):
    path = tmp_path / "gallery.html"
    path.write_text(SOURCE)
    return path


def lines(result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_table_for_people(run, gallery):
    result = run("media", gallery, "--url", "https://example.org/a/", "-e", "plain")
    head, row = result.stdout.splitlines()
    assert head.split() == ["kind", "size", "from", "address", "caption", "alt", "spans"]
    start, end = SOURCE.index("<img"), SOURCE.index("<figcaption")
    assert row.split()[:4] == ["img", "640x480", "attributes", "https://example.org/a/mill.jpg"]
    assert "The mill  A mill" in row
    assert f"{start}:{end}" in row
    assert head.index("address") == row.index("https")


def test_an_object_for_each_medium(run, gallery):
    (medium,) = lines(run("media", gallery, "--json"))
    assert medium["page"] == str(gallery)
    assert (medium["kind"], medium["url"], medium["width"], medium["height"]) == ("img", "mill.jpg", 640, 480)
    assert (medium["size_source"], medium["caption"], medium["alt"]) == ("attributes", "The mill", "A mill")
    assert [SOURCE[start:end][:5] for start, end in medium["spans"]] == ["<img ", "<figc"]


def test_all_media(run, gallery):
    assert [medium["url"] for medium in lines(run("media", gallery, "--all", "--json"))] == ["mill.jpg", "icon.png"]


def test_the_rule_of_the_extractor(run):
    page = f"<p>{'words of a story ' * 40}</p><aside><a>{'teaser ' * 80}</a><img src=x width=640 height=480></aside>"
    assert run("media", "-", "-e", "lqf", stdin=page.encode()).stdout == "no media\n"
    assert run("media", "-", "-e", "lqf", "--json", stdin=page.encode()).stdout == ""
    (medium,) = lines(run("media", "-", "--json", "-e", "wlr-media", stdin=page.encode()))
    assert medium["page"] == "-"


def test_several_pages_have_their_names_above(run, gallery, page):
    told = run("media", gallery, page).stdout.splitlines()
    assert [told[0][:40], told[-2][:40]] == [str(gallery)[:40], str(page)[:40]]
    assert told[-1] == "no media"


def test_a_page_that_cannot_be_read_does_not_stop_the_others(run, gallery):
    result = run("media", "missing.html", gallery, "--json")
    assert result.exit_code == 1
    assert "missing.html" in result.stderr
    assert len(lines(result)) == 1


def test_long_and_odd_cells_are_cut_for_people(run):
    page = f"<p>x</p><img width=640 height=480 src='data:image/png;base64,{'A' * 5000}' alt='\x1b[31m{'long ' * 50}'>"
    shown = run("media", "--all", stdin=page.encode()).stdout
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) < 250
    (medium,) = lines(run("media", "--all", "--json", stdin=page.encode()))
    assert len(medium["url"]) > 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a", "b", "--url", "https://example.org/"], "--url is the address of one page"),
        (["a", "-e", "btee"], "unknown extractor 'btee'"),
        (["a", "-e", "filter1"], "does not decide"),
    ],
)
def test_wrong_usage(run, arguments, message):
    result = run("media", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_passwords_are_not_told(run):
    result = run("media", "http://me:secret@127.0.0.1:9/x", "--json")
    assert result.exit_code == 1
    assert "secret" not in result.stdout
