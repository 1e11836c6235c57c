"""What became of a structure, and a test for each of the bounds."""

from __future__ import annotations

import pytest

from webwinnow.evaluate.structures.structure import (
    MISSING,
    MISSING_HEADING,
    WHOLE,
    Outlined,
    Structure,
    StructureKind,
    page_outline,
    presences,
)

BEFORE, AFTER = "it rained all night", "and then the sun came out"
CELLS = tuple(f"cell{number}" for number in range(100))


def presence(cells: tuple[str, ...], text: str, kind: str = "table", **settings: bool) -> str:
    words = (*BEFORE.split(), *cells, *AFTER.split())
    first = len(BEFORE.split())
    outlined = Outlined(words, (Structure(StructureKind(kind), first, first + len(cells)),))
    (found,) = presences(outlined, text, **settings)
    return str(found)


def around(cells: tuple[str, ...]) -> str:
    return "\n".join([BEFORE, " | ".join(cells), AFTER])


def test_all_words_are_whole_and_none_are_missing() -> None:
    assert presence(CELLS, around(CELLS)) == "whole"
    assert presence(CELLS, around(())) == "missing"
    assert presence(CELLS, "") == "missing"


@pytest.mark.parametrize(("lost", "expected"), [(0, "whole"), (2, "whole"), (3, "cut"), (80, "cut"), (81, "missing")])
def test_the_bounds(lost: int, expected: str) -> None:
    assert (WHOLE, MISSING) == (0.98, 0.2)
    assert presence(CELLS, around(CELLS[lost:])) == expected


def test_a_small_table_may_not_lose_one_cell() -> None:
    assert presence(CELLS[:6], around(CELLS[:5])) == "cut"


def test_a_lost_column_is_a_cut() -> None:
    assert presence(CELLS, around(CELLS[::2])) == "cut"


def test_words_that_stand_elsewhere_do_not_make_it_whole() -> None:
    cells = ("sun", "rain", "night", "out")
    assert presence(cells, f"{BEFORE} {AFTER}") == "missing"
    assert presence(cells, f"{BEFORE} {AFTER} the rain of that night was long, sun was out at noon") == "missing"


def test_numbers_between_items_do_no_harm() -> None:
    items = ("sand", "clay", "loam")
    assert presence(items, f"{BEFORE}\n1. sand\n2. clay\n3. loam\n{AFTER}", "list") == "whole"


def test_a_copy_at_another_place_is_as_good_but_not_for_gold() -> None:
    moved = "\n".join([BEFORE, AFTER, *CELLS[:4]])
    assert presence(CELLS[:4], moved) == "whole"
    assert presence(CELLS[:4], moved, copies=False) == "missing"


def test_a_heading_is_a_line_of_its_own() -> None:
    heading = ("what", "goes", "in")
    assert presence(heading, f"{BEFORE}\n## What goes in?\n{AFTER}", "heading") == "whole"
    assert presence(heading, f"{BEFORE} what goes in {AFTER}", "heading") == "cut"
    assert presence(heading, f"{BEFORE}\nWhat goes\n{AFTER}", "heading") == "cut"
    assert MISSING_HEADING == 0.5
    assert presence(heading, f"{BEFORE}\nin\n{AFTER}", "heading") == "missing"


def test_a_heading_of_the_gold_stands_at_its_own_place() -> None:
    text = f"sun\n{BEFORE}\n{AFTER}"
    assert presence(("sun",), text, "heading") == "whole"
    assert presence(("sun",), text, "heading", copies=False) == "missing"


def found(html: str) -> list[tuple[str, str]]:
    outlined = page_outline(html.encode())
    return [(str(each.kind), " ".join(outlined.words_of(each))) for each in outlined.structures]


def test_a_data_table_with_its_caption() -> None:
    page = "<p>before</p><table><caption>Rain</caption><tr><th>May<th>June<tr><td>71<td>48</table><p>after</p>"
    assert found(page) == [("table", "rain may june 71 48")]


def test_a_table_for_the_layout_is_none() -> None:
    assert found("<table><tr><td><p>Menu</p><td><p>Long text of the page</p><p>and more</p></table>") == []
    assert found("<table role=presentation><tr><td>a b<td>c<tr><td>d<td>e</table>") == []


def test_a_list_is_one_with_the_lists_inside() -> None:
    page = "<ul><li>green<ul><li>grass</li><li>tea</li></ul></li><li>brown</li></ul>"
    assert found(page) == [("list", "green grass tea brown")]


def test_a_definition_list_is_a_list() -> None:
    assert found("<dl><dt>Weight<dd>Forty kilograms.<dt>Rope<dd>Hemp.</dl>") == [
        ("list", "weight forty kilograms rope hemp")
    ]


def test_a_list_of_posts_or_sections_is_layout_and_lists_inside_count() -> None:
    posts = "".join(f"<li>{'long words ' * 60}</li>" for _ in range(3))
    assert found(f"<ol>{posts}</ol>") == []
    assert found("<ul><li><h3>Title</h3><ul><li>one two</li><li>three</li></ul></li><li>teaser</li></ul>") == [
        ("list", "one two three"),
        ("heading", "title"),
    ]


def test_a_list_in_a_table_belongs_to_the_table() -> None:
    page = "<table><tr><th>a<th>b<tr><td><ul><li>one<li>two<li>three</ul><td>four</table>"
    assert [kind for kind, _ in found(page)] == ["table"]


def test_code_captions_and_headings() -> None:
    page = """<h2>History<span>[<a href=#e>edit</a>]</span></h2><pre>x = 1\ny = 2</pre>
        <figure><img src=a.png alt=no><figcaption>The old clock</figcaption></figure>"""
    assert found(page) == [("code", "x 1 y 2"), ("figure", "the old clock"), ("heading", "history")]


def test_what_has_too_few_words_or_is_never_closed_is_passed_over() -> None:
    assert found("<ul><li>a</li><li>b</li></ul><pre>x</pre>") == []
    assert found(f"<h2>{'never closed ' * 30}") == []


def test_places_are_those_of_the_words() -> None:
    outlined = page_outline(b"<p>one two</p><h2>three</h2><p>four</p>")
    assert outlined.words == ("one", "two", "three", "four")
    assert [(each.first, each.last) for each in outlined.structures] == [(2, 3)]


def test_any_page_will_do() -> None:
    assert page_outline(b"").structures == ()
    assert page_outline(b"<table><ul><li><dl><pre><h1>").structures == ()
