"""Microdata and RDFa Lite as items."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.declared import telling_tags
from webwinnow.declared.microdata import read_microdata, read_rdfa
from webwinnow.document import Document

ARTICLE = """<article itemscope itemtype="https://schema.org/NewsArticle">
<h1 itemprop="headline name">Tides</h1>
<div itemprop=author itemscope itemtype=https://schema.org/Person><a itemprop=name href=/a>Ada <b>Lovelace</b></a></div>
<time itemprop="datePublished" datetime="2024-05-03">Friday</time>
<meta itemprop="dateModified" content="2024-05-04"><img itemprop=image src=/a.jpg></article>"""


def test_items_nested_items_and_kinds_of_values() -> None:
    article, person = read_microdata(Document(ARTICLE))
    assert (article.types, person.types, person.path) == (("NewsArticle",), ("Person",), ("author",))
    assert {key: value for key, value in article.properties.items() if isinstance(value, str)} == {
        "headline": "Tides",
        "name": "Tides",
        "datePublished": "2024-05-03",
        "dateModified": "2024-05-04",
        "image": "/a.jpg",
    }
    assert article.properties["author"] == {"@type": ["Person"], "name": "Ada Lovelace"}


def test_places_are_those_of_the_elements() -> None:
    ((start, end),) = read_microdata(Document(ARTICLE))[0].places["datePublished"]
    assert ARTICLE[start:end] == '<time itemprop="datePublished" datetime="2024-05-03">Friday</time>'


def test_values_that_repeat_become_a_list() -> None:
    (item,) = read_microdata(
        Document("<p itemscope><b itemprop=author>A</b><b itemprop=author>B</b><b itemprop=author>C</b>")
    )
    assert item.properties["author"] == ["A", "B", "C"]


def test_properties_without_a_scope_are_collected() -> None:
    loose, scoped = read_microdata(Document("<b itemprop=author>A</b><p itemscope><i itemprop=name>x</i></p>"))
    assert (loose.types, loose.properties) == ((), {"author": "A"})
    assert scoped.properties["name"] == "x"


def test_a_scope_ends_with_its_element() -> None:
    first, second = read_microdata(
        Document("<p itemscope><i itemprop=name>x</i></p><p itemscope><i itemprop=name>y</i></p>")
    )
    assert (first.properties["name"], second.properties["name"]) == ("x", "y")


def test_rdfa_is_read_alike_and_leaves_meta_tags_to_others() -> None:
    source = (
        "<meta property=og:title content=x><p vocab=http://schema.org/ typeof=Article><b property=author>Ada</b></p>"
    )
    (item,) = read_rdfa(Document(source))
    assert (item.types, item.properties["author"]) == (("Article",), "Ada")


def test_a_hundred_thousand_nested_scopes_are_survived() -> None:
    assert read_microdata(Document("<p itemscope itemprop=author>" * 100_000)) is not None


PIECES = st.sampled_from(
    ["<p itemscope>", "<b itemprop='name x'>", "</p>", "</b>", "<time itemprop=date datetime=1>", "<table itemscope>",
     "<a ITEMPROP=url href='&#47;b'>", "</a>", "<meta itemprop=name content=c>", "<meta property=og:title content=x>",
     "<div typeof=Article>", "</div>", "<i property=author>", "é ", "d<br>e ", "<li hidden itemprop=f>", "itemprop",
     "<img itemprop=image src=a>", "<td itemprop=g>", "<script itemprop=h>i</script>", "<svg itemprop=j />"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=20))
def test_compiled_code_finds_the_same(pieces: list[str]) -> None:
    source = "".join(pieces)
    found = [read(Document(source)) for read in (read_microdata, read_rdfa)]
    with patch.object(telling_tags, "LIBRARY", None):
        assert [read(Document(source)) for read in (read_microdata, read_rdfa)] == found
