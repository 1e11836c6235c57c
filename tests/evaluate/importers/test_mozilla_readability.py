import json

from webwinnow.evaluate.importers.mozilla_readability import convert
from webwinnow.evaluate.meta import Meta

ABOUT = {
    "title": "On rye",
    "byline": "Odile V.",
    "dir": None,
    "lang": "en-US",
    "excerpt": "Short.",
    "siteName": "Crumb",
    "publishedTime": "2022-10-09",
    "readerable": False,
}


def write(folder, **files):
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name.replace("__", "-").replace("_", ".")).write_bytes(content)


def test_test_pages_below_a_repository(tmp_path):
    pages = tmp_path / "readability" / "test" / "test-pages"
    expected = "<div id='readability-page-1'><p>One\n   two</p><p>Three é</p></div>".encode()
    about = json.dumps(ABOUT).encode()
    write(pages / "rye", source_html=b"\xffsource", expected_html=expected, expected__metadata_json=about)
    write(pages / "bare", source_html=b"s", expected_html=b"<p>x</p>")
    write(pages / "half", source_html=b"s")
    write(pages / "bad", source_html=b"s", expected_html=b"<p>x</p>", expected__metadata_json=b"[")
    made = convert(tmp_path / "readability", tmp_path / "package")
    page = made.package.page("rye")
    assert (page.html(), page.gold) == (b"\xffsource", "One two\nThree é")
    assert page.meta == Meta(
        language="en",
        title="On rye",
        author=("Odile V.",),
        date="2022-10-09",
        extra={"gold_kind": "full-regression", "site": "Crumb", "excerpt": "Short.", "readerable": False},
    )
    assert made.package.page("bare").gold == "x"
    assert [skipped.name for skipped in made.skipped] == ["bad", "half"]


def test_the_folder_of_pages_itself_may_be_given(tmp_path):
    write(tmp_path / "test-pages" / "a", source_html=b"s", expected_html=b"<p>x</p>")
    assert convert(tmp_path / "test-pages", tmp_path / "package").added == 1
