import pytest

from webwinnow.evaluate.importers.cleaneval import convert, segments
from webwinnow.evaluate.meta import Meta

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
    made = convert(tmp_path / "set", tmp_path / "package")
    read = made.package.page("1")
    assert read.html() == page
    assert read.gold == "Rye bread\nA long paragraph that was wrapped.\nflour\nwater\nSecond heading"
    assert read.meta == Meta(
        url="http://bakery.example/rye",
        extra={"gold_kind": "full", "headings": ["Rye bread", "Second heading"]},
    )


def test_the_address_may_stand_in_the_page_only(tmp_path):
    files = {"en_original/1.html": '<text id="http://a.example/" title="">x', "en_cleaned/1.txt": "<p>x"}
    write(tmp_path / "set", {**files, "en_original/2.html": "<p>y", "en_cleaned/2.txt": "URL:\n<p>y"})
    package = convert(tmp_path / "set", tmp_path / "package").package
    assert [package.page(name).meta.url for name in "12"] == ["http://a.example/", None]
    assert package.page("2").gold == "y"


def test_what_has_no_counterpart_is_left_out_and_told(tmp_path):
    write(tmp_path / "set", {"1.html": "a", "1.txt": "<p>a", "2.html": "b", "3.txt": "<p>c"})
    made = convert(tmp_path / "set", tmp_path / "package")
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
