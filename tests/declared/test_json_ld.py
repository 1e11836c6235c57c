"""JSON-LD, flat, however deep and however broken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow.declared import declared
from webwinnow.declared.json_ld import DEPTH, LIMIT, Item, read_json, texts
from webwinnow.document import Document


def json_ld(document: Document) -> tuple[Item, ...]:
    return declared(document).json_ld


def page(content: str) -> Document:
    return Document(f'<script type="application/ld+json">{content}</script>')


def test_nested_objects_come_after_those_that_hold_them() -> None:
    found = json_ld(page('{"@type": "Article", "author": [{"@type": "Person", "name": "Ada"}], "headline": "x"}'))
    assert [(item.types, item.path) for item in found] == [(("Article",), ()), (("Person",), ("author",))]
    assert found[1].properties["name"] == "Ada"


def test_graphs_and_lists_leave_no_trace_in_the_path() -> None:
    content = '[{"@graph": [{"@type": ["schema:WebPage", "https://schema.org/FAQPage"], "schema:name": "x"}]}]'
    assert json_ld(page(content)) == (
        Item(
            ("WebPage", "FAQPage"),
            {"@type": ["schema:WebPage", "https://schema.org/FAQPage"], "name": "x"},
            35,
            35 + len(content),
        ),
    )


def test_offsets_are_those_of_the_content() -> None:
    document = page('{"name": "x"}')
    (item,) = json_ld(document)
    assert document.source[item.start : item.end] == '{"name": "x"}'


@pytest.mark.parametrize("kind", ["application/ld+json", "Application/LD+JSON", "application/ld+json; charset=utf-8"])
def test_types_of_scripts(kind: str) -> None:
    assert len(json_ld(Document(f'<script id=x type="{kind}">{{"name": "x"}}</script>'))) == 1


def test_other_scripts_are_left_alone() -> None:
    assert json_ld(Document('<script>{"name": "x"}</script><script type=json>{"a+b": 1}</script>')) == ()


@pytest.mark.parametrize(
    "content",
    [
        '{"name": "x",}',
        '{"name": "x", /* why */ }',
        '// first\n{"name": "x"} // last',
        '<!-- {"name": "x"} -->',
        '//<![CDATA[\n{"name": "x"}\n//]]>',
        '/*<![CDATA[*/{"name": "x"}/*]]>*/',
        '\ufeff{"name": "x"};',
        "{&quot;name&quot;: &quot;x&quot;}",
        '{"name": "x"}{"name": ',
    ],
)
def test_usual_slips_are_mended(content: str) -> None:
    assert read_json(content) == [{"name": "x"}]


def test_texts_keep_their_line_breaks_and_what_looks_like_a_comment() -> None:
    assert read_json('{"name": "a\nb\\\' // c, ]",}') == [{"name": "a\nb' // c, ]"}]


@pytest.mark.parametrize("content", ["", "{", '{"name": }', "undefined", '"', "{'name': 'x'}", "[" * 10_000])
def test_what_cannot_be_mended_is_left_out(content: str) -> None:
    assert json_ld(page(content)) == ()


def test_other_scripts_still_speak_when_one_is_broken() -> None:
    good = '<script type="application/ld+json">{"name": "x"}</script>'
    assert len(json_ld(Document(f'<script type="application/ld+json">{{</script>{good}'))) == 1


@pytest.mark.parametrize("levels", [DEPTH + 5, 10_000])
@pytest.mark.parametrize("inner", ['{"author":%s}', "[%s]"])
def test_deep_nesting_is_survived(levels: int, inner: str) -> None:
    opening, closing = inner.split("%s")
    found = json_ld(page(opening * levels + '{"name":"x"}' + closing * levels))
    assert all(len(item.path) <= DEPTH for item in found)


def test_five_megabytes_are_read_up_to_the_bound() -> None:
    content = json.dumps([{"@type": "Person", "name": "x" * 50}] * 65_000)
    assert len(content) > 5_000_000
    assert 0 < len(json_ld(page(content))) <= LIMIT


@pytest.mark.parametrize("piece", ["/*", '"a\\', ", ", ",", "\\", "//", "<!--", "[{", " ", "]]>", "// "])
@pytest.mark.parametrize("first", ["", "["])
def test_long_rubbish_takes_no_time(first: str, piece: str) -> None:
    assert json_ld(page(first + piece * 200_000 + "1")) == ()


@given(some.text(alphabet='{}[]",:\\/*<!->ab1 \n&;'))
def test_anything_is_survived(content: str) -> None:
    read_json(content)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (" Ada &amp;\n Co ", ("Ada & Co",)),
        ([{"name": "Ada"}, "Bob", {"@value": "Cy"}], ("Ada", "Bob", "Cy")),
        ({"name": ["Ada", {"@value": "Bob"}]}, ("Ada", "Bob")),
        (None, ()),
        ({"@id": "#a"}, ()),
        (2024, ("2024",)),
        (True, ()),
    ],
)
def test_texts_of_values(value: object, expected: tuple[str, ...]) -> None:
    assert texts(value) == expected


def test_texts_by_another_name() -> None:
    assert texts({"name": "x", "url": "/a.jpg"}, "url") == ("/a.jpg",)
