"""Front matter that a YAML library reads back, whatever the page says."""

from __future__ import annotations

from html import escape

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.front_matter import in_yaml
from webwinnow.result import Result

TEXT = "<p>The mill had stood still for eighty years when the sea came back into the pond and turned the wheel."


@pytest.mark.parametrize(
    "title",
    [
        "Mill: the tide",
        "--- and then: [nothing]",
        "# no comment",
        "- item",
        "2024-05-03",
        "yes",
        "null",
        "{a: b}",
        "'quoted' \"twice\"",
        "!!python/object/apply:os.system ['true']",
        "*alias &anchor %directive @at `tick`",
        "水車：潮の力",
        "سلام: آسیاب",
        "back\\slash \\n",
        "emoji 🌊 | pipe > fold",
    ],
)
def test_hostile_titles(title: str) -> None:
    page = Document(f"<title>{escape(title)}</title><h1>{escape(title)}</h1>{TEXT}", url="https://example.org/a?b#c")
    written = Result(page, page.visible, Plain()).render("markdown", front_matter=True)
    assert written.startswith("---\n")
    known, _, rest = written[4:].partition("\n---\n")
    read = yaml.safe_load(known)
    assert read["title"] == title and read["url"] == "https://example.org/a?b#c"
    assert rest.startswith("\n# ")


def test_all_that_is_known() -> None:
    page = (
        "<html lang=en><title>Tide mill</title><meta name=author content='Ada Byron'><meta name=keywords content='a,b'>"
        f"<meta property='article:published_time' content='2024-05-03T10:00:00Z'><h1>Tide mill</h1>{TEXT}"
    )
    known = yaml.safe_load(extract(page).render("markdown", front_matter=True).split("---\n")[1])
    assert known["authors"] == ["Ada Byron"] and str(known["date"]).startswith("2024-05-03")
    assert list(known)[:2] == ["title", "authors"]


def test_nothing_known() -> None:
    assert extract("").render("markdown", front_matter=True).startswith("---\n")


@given(st.text(st.characters(codec="utf-8")))
@example("Yes").via("a truth")
@example("12:30:45.5").via("a number to the base of sixty")
@example("0x1f").via("a number to the base of sixteen")
@example("one\ntwo\x85three\u2028four\u2029five").via("ends of lines")
@example("\ufeff").via("a mark of byte order")
@example("\U0010ffff").via("no character")
@example('"\x07" \\').via("quotes, a control and a backslash")
def test_any_text_is_read_back(text: str) -> None:
    written = in_yaml(text)
    assert "\n" not in written
    assert yaml.safe_load(f"title: {written}\ntags:\n- {written}\n") == {"title": text, "tags": [text]}
