"""Meta tags, whichever attribute names them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.declared import declared
from webwinnow.declared.meta_tags import METAS, MetaSearch, MetaTag, read_meta_tags
from webwinnow.document import Document
from webwinnow.document.word_search import WordSearch


def test_name_content_and_offsets() -> None:
    source = '<p>x</p><META Name="Author" content="  Ada &amp;\n Co ">'
    assert read_meta_tags(Document(source)) == (MetaTag("author", "Ada & Co", 8, len(source), "name"),)


@pytest.mark.parametrize("attribute", ["name", "property", "itemprop", "http-equiv"])
def test_every_attribute_that_may_hold_the_name(attribute: str) -> None:
    (found,) = read_meta_tags(Document(f'<meta {attribute}="Date" content=today>'))
    assert (found.key, found.content, found.attribute) == ("date", "today", attribute)


def test_a_tag_with_several_names_is_found_under_each() -> None:
    found = read_meta_tags(Document('<meta property="og:title twitter:title" name=title content=x>'))
    assert [meta.key for meta in found] == ["title", "og:title", "twitter:title"]


@pytest.mark.parametrize("tag", ["<meta>", "<meta name=x>", "<meta content=x>", "<meta name=x content=' '>", "<meta"])
def test_tags_that_say_nothing_are_left_out(tag: str) -> None:
    assert read_meta_tags(Document(tag)) == ()


def test_what_stands_in_scripts_and_comments_is_no_tag() -> None:
    assert read_meta_tags(Document("<script><meta name=a content=b></script><!-- <meta name=a content=b> -->")) == ()


@pytest.mark.parametrize(
    "written",
    [
        'name="Title" content="a &amp; b"',
        'content=" a\n&#39;b " property="og:title"',
        'data-x-y="z" itemprop="name" content="">x" /',
        'data-x="z" property="og:title" content="&lt;"/',
        'content="a" content="b" name="title"',
        'name="a b" content="c"',
    ],
)
def test_plain_tags_are_read_as_any_others(written: str) -> None:
    plain, others = (read_meta_tags(Document(f"<meta {each}>")) for each in (written, f"other {written}"))
    assert [meta[:2] + meta[4:] for meta in plain] == [meta[:2] + meta[4:] for meta in others]


def test_there_is_a_bound() -> None:
    assert len(read_meta_tags(Document("".join(f"<meta name=a content=b{at}>" for at in range(METAS + 10))))) == METAS


KEYS = ("og:title", "date", "author", "shareaholic:article_published_time")
WRITTEN = (
    "og:title",
    "OG:Title",
    "og:tit&#108;e",
    "date og:title",
    "Author",
    "date",
    " date ",
    "ar\u212atist",
    KEYS[-1],
)
TAGS = (
    '<meta property="{}" content="{}">', "<meta content='{1}' name={0}>", '<META NAME="{}" value="{}"/>',
    '<meta itemprop="x {} y" content=" {} b ">', '<meta http-equiv="{}" content="">', '<meta name="{}" name="{}">',
    '<meta name="{0}" property="{0} date" content="&#47;{1}">', '<meta property="{}" value="a" content="{}">',
    "<p property='{}' content='{}'>",
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(WRITTEN), st.sampled_from(["a", "é", "\u0416", ""]))))
def test_those_of_some_keys_are_those_that_all_have_of_them(written: list[tuple[str, str, str]]) -> None:
    page = Document("".join(tag.format(key, said) for tag, key, said in written))
    every = read_meta_tags(page)
    assert MetaSearch(KEYS).read(page) == tuple(meta for meta in every if meta.key in KEYS)
    assert declared(page).said("date", "author") == [
        meta for key in ("date", "author") for meta in every if meta.key == key
    ]


def test_tags_may_be_asked_for_that_hold_some_words() -> None:
    page = Document('<meta name=author content=Ada><meta name=author content="Bob, title"><p title author content=x>')
    (found,) = MetaSearch(["author"], WordSearch(["title"])).read(page)
    assert found.content == "Bob, title"


def test_a_page_may_have_many_of_a_key() -> None:
    page = Document("".join(f"<meta name=author content=a{at}>" for at in range(90)))
    assert MetaSearch(["author"]).read(page) == read_meta_tags(page)
