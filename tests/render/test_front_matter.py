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


ONE_LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n\x85\u2028\u2029"))
SIGNS = st.text("-:?#,[]{}&*!|>'\"%@` .~=<+_0123456789eExXbTZyesnoffull")


@given(ONE_LINE | SIGNS | st.datetimes().map(str) | st.floats().map(str))
@example("Yes").via("a truth")
@example("12:30:45.5").via("a number to the base of sixty")
@example("0x1f").via("a number to the base of sixteen")
@example("\ufeff").via("a mark of byte order")
@example("\U0010ffff").via("no character")
@example('"\x07"').via("quotes and a control")
@example("🌊\t").via("beyond the basic plane, in double quotes")
def test_a_line_is_written_as_pyyaml_writes_it(text: str) -> None:
    known = {"title": text, "tags": [text]}
    expected = yaml.safe_dump(known, allow_unicode=True, sort_keys=False, width=1_000_000)
    assert f"title: {in_yaml(text)}\ntags:\n- {in_yaml(text)}\n" == expected


@pytest.mark.parametrize("end", ["\n", "\x85", "\u2028", "\u2029"])
def test_ends_of_lines_are_read_back(end: str) -> None:
    written = in_yaml(f"one{end}two")
    assert yaml.safe_load(f"title: {written}\n") == {"title": f"one{end}two"} and written.isprintable()
