import pytest

from webwinnow.evaluate.importers.dragnet import convert, parted


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
    made = convert(source, tmp_path / "package")
    first, second = made.package.page("1"), made.package.page("2")
    assert (first.html(), first.gold) == (b"\xa9<p>Text", "Text")
    assert first.meta.extra == {"gold_kind": "full", "gold_comments": "Hi"}
    assert second.meta.extra == {"gold_kind": "full"}
    assert [skipped.name for skipped in made.skipped] == ["3"]
