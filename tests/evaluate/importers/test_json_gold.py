import gzip
import json

from webwinnow.evaluate.importers.json_gold import mozilla_readability, scrapinghub, wcxb
from webwinnow.evaluate.meta import PageMeta

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
    made = mozilla_readability(tmp_path / "readability", tmp_path / "package")
    page = made.package.page("rye")
    assert (page.html(), page.gold) == (b"\xffsource", "One two\nThree é")
    assert page.meta == PageMeta(
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
    assert mozilla_readability(tmp_path / "test-pages", tmp_path / "package").added == 1


def test_ground_truth_and_packed_pages(tmp_path):
    source = tmp_path / "benchmark"
    (source / "html").mkdir(parents=True)
    truth = {
        "aa": {"articleBody": "One.\n\nTwo.", "url": "http://a.example/", "kind": "news"},
        "bb": {"articleBody": "No page"},
        "cc": {"url": "http://c.example/"},
        "dd": {"articleBody": "Broken page"},
        "ee": {"articleBody": "Wrong", "url": 7},
    }
    (source / "ground-truth.json").write_text(json.dumps(truth))
    for name in ("aa", "cc", "ee"):
        (source / "html" / f"{name}.html.gz").write_bytes(gzip.compress(b"<p>\xff"))
    (source / "html" / "dd.html.gz").write_bytes(b"no gzip")
    made = scrapinghub(source, tmp_path / "package")
    page = made.package.page("aa")
    assert (page.html(), page.gold) == (b"<p>\xff", "One.\n\nTwo.")
    extra = {"gold_kind": "full", "kind": "news"}
    assert page.meta == PageMeta(url="http://a.example/", page_type="article", extra=extra)
    assert [skipped.name for skipped in made.skipped] == ["bb", "cc", "dd", "ee"]


def truth(**changed):
    known = {
        "title": "T",
        "author": None,
        "publish_date": "2025-09-04",
        "main_content": "Main.\n\nContent.",
        "with": ["Main."],
        "without": ["Login"],
        "main_content_markdown": "**Main.**",
    }
    return {
        "schema_version": "2.0",
        "url": "https://a.example/",
        "file_id": "0001",
        "_internal": {"page_type": {"primary": "article", "confidence": "verified", "tags": ["food"]}},
        "ground_truth": {**known, **changed},
    }


def write_truth(folder, name, content, page=b"<p>\xff"):
    (folder / "ground-truth").mkdir(parents=True, exist_ok=True)
    (folder / "html").mkdir(exist_ok=True)
    (folder / "ground-truth" / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    if page is not None:
        (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(page))


def test_all_parts_of_the_benchmark(tmp_path):
    source = tmp_path / "benchmark"
    write_truth(source / "dev", "0001", truth())
    write_truth(source / "test", "4011", truth(main_content="", author="A"))
    write_truth(source / "test", "4012", truth(), page=None)
    write_truth(source / "test", "4013", "{")
    write_truth(source / "test", "4014", truth(**{"with": "bare"}))
    made = wcxb(source, tmp_path / "package")
    page = made.package.page("0001")
    assert (page.html(), page.gold) == (b"<p>\xff", "Main.\n\nContent.")
    assert page.meta == PageMeta(
        url="https://a.example/",
        title="T",
        date="2025-09-04",
        page_type="article",
        with_snippets=("Main.",),
        without_snippets=("Login",),
        extra={"gold_kind": "full", "gold_markdown": "**Main.**", "tags": ["food"], "split": "dev"},
    )
    snippets = made.package.page("4011")
    assert (snippets.gold, snippets.meta.author, snippets.meta.extra["gold_kind"]) == (None, ("A",), "snippets")
    assert [skipped.name for skipped in made.skipped] == ["4012", "4013", "4014"]


def test_one_part_alone_and_truths_of_another_form(tmp_path):
    write_truth(tmp_path / "flat", "1", {"url": "http://a.example/", "ground_truth": {"main_content": "x"}})
    write_truth(tmp_path / "flat", "2", {"ground_truth": "none"})
    made = wcxb(tmp_path / "flat", tmp_path / "package")
    assert made.package.page("1").meta == PageMeta(url="http://a.example/", extra={"gold_kind": "full"})
    assert made.package.page("2").gold is None
