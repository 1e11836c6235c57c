import gzip
import json

from webwinnow.evaluate.importers.wcxb import convert
from webwinnow.evaluate.meta import Meta


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


def write(folder, name, content, page=b"<p>\xff"):
    (folder / "ground-truth").mkdir(parents=True, exist_ok=True)
    (folder / "html").mkdir(exist_ok=True)
    (folder / "ground-truth" / f"{name}.json").write_text(content if isinstance(content, str) else json.dumps(content))
    if page is not None:
        (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(page))


def test_all_parts_of_the_benchmark(tmp_path):
    source = tmp_path / "benchmark"
    write(source / "dev", "0001", truth())
    write(source / "test", "4011", truth(main_content="", author="A"))
    write(source / "test", "4012", truth(), page=None)
    write(source / "test", "4013", "{")
    write(source / "test", "4014", truth(**{"with": "bare"}))
    made = convert(source, tmp_path / "package")
    page = made.package.page("0001")
    assert (page.html(), page.gold) == (b"<p>\xff", "Main.\n\nContent.")
    assert page.meta == Meta(
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
    write(tmp_path / "flat", "1", {"url": "http://a.example/", "ground_truth": {"main_content": "x"}})
    write(tmp_path / "flat", "2", {"ground_truth": "none"})
    made = convert(tmp_path / "flat", tmp_path / "package")
    assert made.package.page("1").meta == Meta(url="http://a.example/", extra={"gold_kind": "full"})
    assert made.package.page("2").gold is None
