"""Names above the turns of an interview."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.kernels import LIBRARY
from webwinnow.posts import signs
from webwinnow.posts.interviews import find_turns
from webwinnow.result import Result

WORDS = "I have turned my mill for many years, and this is what I think about the wheel and its stones"
TURNS = ("Ada Miller", "Brook", "Ada Miller", "Brook", "Ada Miller", "Çelik, der Müller", "Brook")
SHAPES = (
    "<div class=who>{name}</div><p>{words}</p>",
    "<dl><dt>{name}:</dt><dd>{words}</dd></dl>",
    "<p><b>{name}</b><span>{words}</span></p>",
)


def interview(shape: str, names: tuple[str, ...] = TURNS) -> Document:
    turns = "".join(shape.format(name=name, words=f"{WORDS}, {at}.") for at, name in enumerate(names))
    return Document(f"<title>An interview</title><article><h1>Mills</h1><p>{WORDS}.</p>{turns}</article>")


def said(page: Document) -> Result:
    """Keep what is said without the names, as an extractor does."""
    places = [page.source.index(f"{WORDS}, {at}.") for at in range(len(TURNS))]
    return Result(page, page.select([(place, place + len(WORDS) + 4) for place in places]), Plain())


@pytest.mark.parametrize("shape", SHAPES)
def test_each_turn_has_its_name(shape: str) -> None:
    markdown = said(interview(shape)).markdown
    for at, name in enumerate(TURNS):
        if "," not in name:  # a name that stands once, and looks like a sentence, is none
            assert f"**{name}**\n\n{WORDS}, {at}." in markdown
    assert "Brook" in said(interview(shape)).text
    assert "Brook" not in said(interview(shape)).render("text", speakers=False)


def test_a_name_that_stands_once_is_known_by_its_shape() -> None:
    page = interview(SHAPES[0], (*TURNS[:4], "Dana", *TURNS[:1], "Brook"))
    assert [turn.name for turn in find_turns(page, page.visible)][4] == "Dana"


@pytest.mark.parametrize(
    "page",
    [
        interview("<p><b>{name}:</b> {words}</p>"),  # says it already
        interview("<h3>{name}</h3><p>{words}</p>"),  # sections
        interview(SHAPES[0], ("Ada",) * 7),
        interview(SHAPES[0], ("Ada", "Brook", "Dana", "Elif", "Femi", "Gil", "Hal")),
        Document("<p>No mills here"),
        Document(""),
    ],
)
def test_none(page: Document) -> None:
    assert find_turns(page, page.visible) == ()


LEADS = [
    *"Ada|Ada:|Ada&nbsp;L – |Ada  L|BROOK\u2003|Éva|&Eacute;va|张伟：|\0Ada|ada|Ada 2|Dana, B|Q.|Is it?".split("|"),
    *"x &amp; y|ﬀ|ǅ".split("|"),
]
PLACES = ("<p>{0}</p><p>{1}</p>", "<p><b>{0}</b>{1}</p>", "<dl><dt id=n7>{0}<dd>{1}</dl>", "<h2>{0}</h2>{1}", "{0} {1}")


@pytest.mark.skipif(LIBRARY is None, reason="compiled code lists what may be a name")
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(LEADS)), max_size=12))
def test_compiled_code_finds_the_same_turns(turns: list[tuple[str, str]]) -> None:
    page = Document("".join(place.format(name, f"{WORDS} {at}.") for at, (place, name) in enumerate(turns)))
    found = find_turns(page, page.visible)
    with pytest.MonkeyPatch.context() as by_columns:
        by_columns.setattr(signs, "LIBRARY", None)
        assert find_turns(page, page.visible) == found


LABELS = ("Pros", "Cons") * 4


@pytest.mark.parametrize(
    "shape",
    [
        "<h3>Mill</h3><p><b>{name}</b></p><p>{words}</p>",  # every name below a heading
        "<p><b>{name}</b></p><ul><li>{words}</li></ul>",
        "<p><a href=/x>{name}</a></p><p>{words}</p>",
        "<p><button>{name}</button></p><p>{words}</p>",
        "<ul><li>{name}</li><li>{words}</li></ul>",
        "<figure><figcaption>{name}</figcaption></figure><p>{words}</p>",
        "<p>{name} of the mill</p><p>{words}</p>",
        "<p>{name}</p><p>No.</p>",
    ],
)
def test_labels_are_no_names(shape: str) -> None:
    page = interview(shape, LABELS)
    assert find_turns(page, page.visible) == ()


def test_cells_of_a_table_are_no_names_unless_there_are_two() -> None:
    row = "<tr><td>{name}</td><td>{words}</td>%s</tr>"
    wide, narrow = (interview(f"<table>{row % more}</table>", LABELS) for more in ("<td>Yes</td>", ""))
    assert find_turns(wide, wide.visible) == ()
    assert [turn.name for turn in find_turns(narrow, narrow.visible)] == [*LABELS]


def test_a_table_keeps_its_cells() -> None:
    rows = "".join(f"<tr><td>Wheel</td><td>{WORDS} {at}</td><td>Oak</td></tr>" for at in range(6))
    head = f"<title>An interview</title><h1>Mills</h1><p>{WORDS}.</p>"
    found = extract(f"{head}<table><tr><th>Part<th>Use<th>Wood</tr>{rows}</table>", "plain")
    assert found.text.count("Wheel | ") == 6
