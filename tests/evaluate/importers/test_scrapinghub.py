import gzip
import json

from webwinnow.evaluate.importers.scrapinghub import convert
from webwinnow.evaluate.meta import Meta


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
    made = convert(source, tmp_path / "package")
    page = made.package.page("aa")
    assert (page.html(), page.gold) == (b"<p>\xff", "One.\n\nTwo.")
    extra = {"gold_kind": "full", "kind": "news"}
    assert page.meta == Meta(url="http://a.example/", page_type="article", extra=extra)
    assert [skipped.name for skipped in made.skipped] == ["bb", "cc", "dd", "ee"]
