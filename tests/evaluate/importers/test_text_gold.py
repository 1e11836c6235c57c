import pytest

from webwinnow.evaluate.importers.text_gold import cleaneval, dragnet, parted, segments
from webwinnow.evaluate.meta import PageMeta

GOLD = """URL: http://bakery.example/rye

<h>Rye bread
<p>A long paragraph that
   was wrapped.
<l>flour
<L>water</l>
<H>Second heading</H>

<p>
"""


def write(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def test_marked_gold_becomes_lines_and_headings_are_kept(tmp_path):
    page = b'<text id="http://other.example/" title="x">\xe9<p>Rye</text>'
    write(tmp_path / "set", {"input/1.html": page, "GoldStandard/1-cleaned.txt": GOLD})
    made = cleaneval(tmp_path / "set", tmp_path / "package")
    read = made.package.page("1")
    assert read.html() == page
    assert read.gold == "Rye bread\nA long paragraph that was wrapped.\nflour\nwater\nSecond heading"
    assert read.meta == PageMeta(
        url="http://bakery.example/rye",
        extra={"gold_kind": "full", "headings": ["Rye bread", "Second heading"]},
    )


def test_the_address_may_stand_in_the_page_only(tmp_path):
    files = {"en_original/1.html": '<text id="http://a.example/" title="">x', "en_cleaned/1.txt": "<p>x"}
    write(tmp_path / "set", {**files, "en_original/2.html": "<p>y", "en_cleaned/2.txt": "URL:\n<p>y"})
    package = cleaneval(tmp_path / "set", tmp_path / "package").package
    assert [package.page(name).meta.url for name in "12"] == ["http://a.example/", None]
    assert package.page("2").gold == "y"


def test_what_has_no_counterpart_is_left_out_and_told(tmp_path):
    write(tmp_path / "set", {"1.html": "a", "1.txt": "<p>a", "2.html": "b", "3.txt": "<p>c"})
    made = cleaneval(tmp_path / "set", tmp_path / "package")
    assert made.added == 1
    assert [(skipped.name, skipped.reason) for skipped in made.skipped] == [
        ("2", "page without gold"),
        ("3", "gold without a page"),
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("no mark\nat all\n\nsecond", [("p", "no mark at all"), ("p", "second")]),
        ("<l>a<l>b</l>after", [("l", "a"), ("l", "b"), ("p", "after")]),
        ("<p>x < y <b>", [("p", "x < y <b>")]),
    ],
)
def test_segments(text, parts):
    assert segments(text) == parts


@pytest.mark.parametrize(
    "separator",
    ["!@#$%^&*()  COMMENTS", "!@#$%^&*() COMMENTS", "!@ $%^&*()  COMMENTS  ", "\t!@#$%^&*()\tCOMMENTS"],
)
def test_comments_are_parted_from_the_article(separator):
    assert parted(f"Title\n\nText.\n{separator}\nFirst!\n") == ("Title\n\nText.", "First!")


def test_text_without_a_separator_has_no_comments():
    assert parted("No COMMENTS here, (really).\n") == ("No COMMENTS here, (really).", "")


def test_pages_and_corrected_texts(tmp_path):
    source = tmp_path / "set"
    for folder in ("HTML", "Corrected"):
        (source / folder).mkdir(parents=True)
    (source / "HTML" / "1.html").write_bytes(b"\xa9<p>Text")
    (source / "HTML" / "2.html").write_bytes(b"<p>Other")
    (source / "HTML" / "3.html").write_bytes(b"<p>No gold")
    (source / "Corrected" / "1.html.corrected.txt").write_bytes("Text\r\n!@#$%^&*()  COMMENTS\r\nHi".encode("utf-16"))
    (source / "Corrected" / "2.html.corrected.txt").write_text("Other\n")
    made = dragnet(source, tmp_path / "package")
    first, second = made.package.page("1"), made.package.page("2")
    assert (first.html(), first.gold) == (b"\xa9<p>Text", "Text")
    assert first.meta.extra == {"gold_kind": "full", "gold_comments": "Hi"}
    assert second.meta.extra == {"gold_kind": "full"}
    assert [skipped.name for skipped in made.skipped] == ["3"]
