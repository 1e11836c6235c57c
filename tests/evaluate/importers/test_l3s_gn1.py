from webwinnow.evaluate.importers.l3s_gn1 import l3s_gn1, labelled, text_with
from webwinnow.evaluate.meta import PageMeta

ID = "0a1b2c3d-0000-4000-8000-000000000001"
ANNOTATED = """<HTML><BODY><DIV>Menu</DIV>
<H1><SPAN class="x-nc-sel1">Storm hits<BR>coast</SPAN></H1>
<P><SPAN class="x-nc-sel2">First <A>link</A> text <SPAN class="x-nc-sel0">Advert</SPAN> goes on.</SPAN></P>
<P><SPAN class="x-nc-sel3">A caption</SPAN></P>
<UL><LI><SPAN class="x-nc-sel4">Other story</SPAN></LI></UL>
<P><SPAN class="bold x-nc-sel2">Second <SPAN class=x>para</SPAN>graph.</SPAN></P>
<DIV><SPAN class="x-nc-sel5">I was there.</SPAN></DIV><P>Footer</P></BODY></HTML>"""


def write(source, original=b"<p>\xe9", annotated=ANNOTATED):
    for folder in ("original", "annotated"):
        (source / folder).mkdir(parents=True, exist_ok=True)
    (source / "original" / f"{ID}.html").write_bytes(original)
    (source / "annotated" / f"{ID}.html").write_text(annotated)
    (source / "url-mapping.txt").write_text(f"<urn:uuid:{ID}>\thttp://news.example/storm?id=1\n")


def test_labels_make_gold_title_related_and_comments(tmp_path):
    write(tmp_path / "set")
    page = l3s_gn1(tmp_path / "set", tmp_path / "package").package.page(ID)
    assert page.html() == b"<p>\xe9"
    assert page.gold == "Storm hits\ncoast\nFirst link text goes on.\nA caption\nSecond paragraph."
    assert page.meta == PageMeta(
        url="http://news.example/storm?id=1",
        language="en",
        title="Storm hits coast",
        page_type="article",
        extra={"gold_kind": "full", "gold_related": "Other story", "gold_comments": "I was there."},
    )


def test_the_innermost_label_counts():
    found = labelled(
        '<span class="x-nc-sel2">a<span class="x-nc-sel5">b<span class="x-nc-sel2">c</span></span>d</span>e'
    )
    assert text_with(found, frozenset({2})) == "a c d"
    assert text_with(found, frozenset({5})) == "b"
    assert text_with(found, frozenset({0})) == "e"


def test_pages_without_label_or_counterpart_are_told(tmp_path):
    source = tmp_path / "set"
    write(source)
    (source / "original" / "only.html").touch()
    (source / "original" / "plain.html").touch()
    (source / "annotated" / "plain.html").write_text("<p>nothing labelled")
    made = l3s_gn1(source, tmp_path / "package")
    assert made.added == 1
    assert [(skipped.name, skipped.reason) for skipped in made.skipped] == [
        ("only", "no annotated page"),
        ("plain", "no text is labelled as content"),
    ]


def test_the_list_of_addresses_may_be_missing(tmp_path):
    write(tmp_path / "set")
    (tmp_path / "set" / "url-mapping.txt").unlink()
    assert l3s_gn1(tmp_path / "set", tmp_path / "package").package.page(ID).meta.url is None
