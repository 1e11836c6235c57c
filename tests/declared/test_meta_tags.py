"""Meta tags, whichever attribute names them."""

from __future__ import annotations

import pytest

from webwinnow.declared import declared
from webwinnow.declared.declaration import METAS, MetaTag, read_meta_tags
from webwinnow.document import Document


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


_OF_PICTURES = (
    '<meta property="og:image" content="a.jpg"><meta property="og:image:width" content="640">'
    '<meta name="author" content="Ada"><meta property="OG:im&#97;ge" content="b.jpg">'
    '<meta property="og:image:alt og:image:url" content="c.jpg"><meta name="TWITTER:IMAGE" content="d.jpg">'
)


def test_only_tags_that_may_name_a_picture_are_read_for_it() -> None:
    """Tags that tell its width do not name it; letters may be large, or written as numbers."""
    read = declared(Document(_OF_PICTURES)).picturing
    assert [(meta.key, meta.content) for meta in read] == [
        ("og:image", "a.jpg"), ("og:image", "b.jpg"), ("og:image:alt", "c.jpg"), ("og:image:url", "c.jpg"),
        ("twitter:image", "d.jpg"),
    ]  # fmt: skip


def test_where_all_tags_are_read_none_is_read_again() -> None:
    """Those that may name a picture are then among them."""
    page = Document(_OF_PICTURES)
    every = declared(page).meta
    assert declared(page).picturing is every
