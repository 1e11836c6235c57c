"""The structures of pages written for these tests."""

from __future__ import annotations

from webwinnow.evaluate.structures.in_page import page_outline


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
