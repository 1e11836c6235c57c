"""The headline on top of a rendering, from the place where it stands."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.formats import Format, RenderOptions
from webwinnow.render.opening import is_said, saying
from webwinnow.render.text import readable_text
from webwinnow.result import Result
from webwinnow.spans import Spans

TEXT = "The mill had stood still for eighty years when the sea came back into the pond and turned the wheel again."
HEAD = "<title>Tide mill grinds again - Orlby Post</title>"


def result_of(source: str, **options: object) -> Result:
    """Take all paragraphs of a page for its content."""
    page = Document(source)
    content = page.select([(source.index("<p"), len(source))])
    return Result(page, content, Plain())


PAGE = f"{HEAD}<div><h1>Tide mill <i>grinds</i> again</h1><nav><a href=/>Home</a></nav></div><p>{TEXT}</p>"


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("text", "Tide mill grinds again\n\nThe mill"),
        ("markdown", "# Tide mill grinds again\n\nThe mill"),
        ("clean-html", "<h1>Tide mill grinds again</h1>\n"),
        ("reader", "<header>\n<h1>Tide mill grinds again</h1>"),
        ("speech", "Heading level 1: Tide mill grinds again.\n\nThe mill"),
        ("tei", "<head>Tide mill grinds again</head>"),
        ("xml", '<heading level="1"'),
        ("html", "<h1>Tide mill <i>grinds</i> again</h1>"),
    ],
)
def test_every_rendering_opens_with_it(form: Format, wanted: str) -> None:
    result = result_of(f"<html lang=en>{PAGE}")
    written = result.render(form)
    assert wanted in written and "Home" not in written
    assert wanted not in result.render(form, headline=False)
    assert written.count("Tide mill grinds again") <= (1 if form in ("text", "markdown", "speech") else 3)


def test_its_places_are_true() -> None:
    result = result_of(PAGE)
    block = result.to_dict(blocks=True)["blocks"][0]
    assert [PAGE[start:end] for start, end in block["spans"]] == ["Tide mill", "grinds", "again"]
    assert block["css_path"].endswith("h1")
    assert result.to_dict()["headline"]["on_top"] is True
    assert PAGE.index("grinds</i>") not in result.spans.starts
    assert result.blocks[0].text == "Tide mill grinds again"


def test_a_headline_that_only_the_title_holds_has_places_but_no_link() -> None:
    result = result_of(f"{HEAD}<p>{TEXT}</p>")
    assert result.text.startswith("Tide mill grinds again")
    block = result.to_dict(blocks=True)["blocks"][0]
    start, end = block["spans"][0]
    assert "Tide mill grinds again" in result.page.source[start:end] and block["link"] is None
    assert "<h1>" not in result.html()


@pytest.mark.parametrize(
    "opening",
    [
        "<p>TIDE MILL GRINDS AGAIN!</p>",
        "<p>News</p><p>12 May</p><h2>Tide mill grinds again</h2>",
        "<p>Mills: Tide mill grinds again, after 88 years</p>",
    ],
)
def test_content_that_begins_with_it_stays(opening: str) -> None:
    result = result_of(f"{HEAD}<h1>Tide mill grinds again</h1>{opening}<p>{TEXT}</p>")
    assert result.text == readable_text(result.page, result.spans)
    assert result.to_dict()["headline"]["on_top"] is False
    assert result.render("reader").casefold().count("<h1") <= 1


@pytest.mark.parametrize("form", ["text", "markdown", "clean-html", "reader", "speech", "tei", "xml", "json"])
@pytest.mark.parametrize(
    "opening",
    [
        "<p>TIDE MILL GRINDS AGAIN!</p>",
        "<p>News</p><p>12 May</p><h2>Tide mill <em>grinds</em> again</h2>",
        "<h2>Tide mill grinds again, at last</h2>",
        f"<p>{TEXT}</p><p>{TEXT}</p><h1>Tide mill grinds again</h1>",
    ],
)
def test_without_headline_it_is_nowhere(form: Format, opening: str) -> None:
    asked = replace(result_of(f"<html lang=en>{opening}<p>{TEXT}</p>{HEAD}"), options=RenderOptions(headline=False))
    written = asked.to_dict(blocks=True) if form == "json" else {"text": asked.render(form)}
    body = re.split("<body|</metadata>", written["text"])[-1]
    assert "grinds" not in body.casefold() and "turned the wheel" in body
    assert not any("grinds" in block["text"].casefold() for block in written.get("blocks", ()))
    assert not any("grinds" in chunk.text.casefold() for chunk in asked.chunks(4000))
    assert "News" not in opening or "News" in body


def test_without_headline_a_line_that_says_more_stays() -> None:
    result = result_of(f"{HEAD}<p>Mills: Tide mill grinds again, after 88 years</p><p>{TEXT}</p>")
    assert result.render("text", headline=False).startswith("Mills: Tide mill grinds again, after 88")


def test_one_that_stands_further_down_is_moved_up() -> None:
    result = result_of(f"{HEAD}<p>{TEXT}</p><p>{TEXT}</p><h1>Tide mill grinds again</h1><p>{TEXT}</p>")
    assert result.text.startswith("Tide mill grinds again\n\nThe mill")
    assert result.text.count("grinds again") == result.markdown.count("grinds again") == 1


def test_a_short_one_inside_of_a_sentence_is_not_the_headline() -> None:
    page = "<title>Mill</title><h1>Mill</h1><p>The mill had stood still for eighty years.</p>"
    assert result_of(page).text.startswith("Mill\n\nThe mill had")


def test_a_sentence_that_begins_with_it_is_not_the_headline() -> None:
    page = (
        "<title>Aunt Maud's tide mill</title><h1>Aunt Maud's tide mill</h1><p>Aunt Maud's tide mill is"
        " open on Saturdays at the turn of the tide, and closed on Mondays to whoever comes first</p>"
    )
    assert result_of(page).text.startswith("Aunt Maud's tide mill\n\nAunt Maud's tide mill is open")


def test_nothing_stands_above_nothing() -> None:
    assert extract(HEAD).text == ""
    assert extract(f"<p>{TEXT}</p>").text == f"{TEXT}\n"


def test_the_reader_has_byline_and_date_below_it() -> None:
    page = (
        f'{HEAD}<meta name=author content="Ada Byron"><meta property="article:published_time" '
        f'content="2024-05-03T10:00:00Z"><h1>Tide mill grinds again</h1><p>{TEXT}</p>'
    )
    written = result_of(page).render("reader")
    header = written[written.index("<header>") : written.index("</header>")]
    assert '<span class="author">Ada Byron</span> · <time datetime="2024-05-03T10:00:00' in header
    assert ">2024-05-03</time>" in header and "<title>Tide mill grinds again</title>" in written
    assert json.loads(result_of(page).json())["headline"]["text"] == "Tide mill grinds again"


def test_a_cell_that_says_the_same_is_no_headline() -> None:
    table = "<table><tr><th colspan=2>Tide mill grinds again</th></tr><tr><th>Built<td>1794<tr><th>Wheel<td>one</table>"
    source = f"{HEAD}<h1>Tide mill grinds again</h1><p>{table}<p>{TEXT}</p>"
    assert result_of(source).markdown.startswith("# Tide mill grinds again\n")


def test_a_link_that_says_the_same_is_no_headline() -> None:
    listed = "<p>News<ul><li><a href=/>Tide mill grinds again</a><li><a href=/bread>Bread is sold</a></ul>"
    source = f"{HEAD}<h1>Tide mill grinds again</h1>{listed}<p>{TEXT}</p>"
    assert result_of(source).markdown.startswith("# Tide mill grinds again\n")


def test_a_heading_below_the_text_that_is_like_it_is_none() -> None:
    source = f"{HEAD}<h1>Tide mill grinds again</h1><p>{TEXT}</p><h2>The tide mill grinds</h2><p>{TEXT}</p>"
    assert result_of(source).markdown.startswith("# Tide mill grinds again\n\nThe mill")


def test_pictures_stand_below_it() -> None:
    picture = '<img src=mill.jpg alt="The mill" width=800 height=600>'
    source = f"{HEAD}<main><p>News</p>{picture}<h1>Tide mill grinds again</h1><p>{TEXT}</p><p>{TEXT}</p></main>"
    assert result_of(source).markdown.startswith("# Tide mill grinds again\n\nNews\n\n![The mill](mill.jpg)")


OPENINGS = [
    "<p>Tide mill grinds again",
    "<p>TIDE MILL, grinds <b>again</b> &amp; <i>again</i>",
    "<p>Monday<h1>Tide mill grinds once again</h1>",
    "<h2>News</h2><h1>Tide mill grinds once again</h1>",
    f"<p>{TEXT}</p><h2>Tide mill grinds</h2>",
    "<ul><li><a href=/>Tide mill grinds again</a></ul><p>x",
    "<table><tr><td>Tide mill grinds again<td>1<tr><td>2<td>3</table>",
    "<ul><li>Tide mill grinds again, and some more of this text, which is no link</ul>",
    "<p>Tide mill grinds again, said the miller who has his mill at the sea, and so on and on, for ever and ever",
    "<p>Straße &#xDF; ŉ ﬁsh İ",
    "<h1>潮汐磨坊再次转动</h1>",
    "<p>" + "<b>a</b> " * 90,
    "<h1>" + "word " * 300 + "</h1>",
    "<p>\ud83c𐐀",
    "",
]
HEADLINES = ["Tide mill grinds again", "Tide mill", "STRASSE SS ŉ FISH i̇", "潮汐磨坊再次转动", "!", "𐐨", "x " * 400]


def told_alike(source: str, headline: str) -> None:
    page = Document(source)
    for content in (page.visible, page.visible.first(30), Spans([(1, len(source))], size=len(page.source))):
        said = any(saying(page, content, headline))
        assert is_said(page, content, headline) == said


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("headline", HEADLINES)
def test_compiled_code_knows_what_it_says(opening: str, headline: str) -> None:
    told_alike(f"<title>x</title>{opening}</p><p>{TEXT}", headline)


@given(markup(), st.sampled_from(OPENINGS), st.sampled_from(HEADLINES), st.integers(0, 40))
def test_compiled_code_knows_what_any_page_says(source: str, opening: str, headline: str, cut: int) -> None:
    told_alike(f"{source[:cut]}{opening}{source[cut:]}", headline)
    told_alike(f"<h1>{source}</h1>", source[:cut])
