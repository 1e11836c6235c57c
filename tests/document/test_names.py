"""The names of elements."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given

from markup import markup
from webwinnow.document import Document

NAMED = Document(
    "<div class='post_Body  comment-list' id=c12 role=main><p class=x1 id=>text<a class=no href=/>a</a></p></div>"
)


def test_names_are_cut_into_parts() -> None:
    every = np.arange(len(NAMED.elements))
    names = NAMED.names.among(every, links=False)
    parts = {NAMED.name(int(element)): names.parts[names.number[k]] for k, element in enumerate(every)}
    assert parts["div"] == ("post", "body", "comment", "list", "c", "main")
    assert (parts["p"], parts["a"]) == (("x",), ())
    assert len(names.parts) == len(names.kind) == names.number.max() + 1


def test_names_of_one_element_stand_as_they_are_written() -> None:
    names = {NAMED.name(element): NAMED.names.of(element) for element in range(len(NAMED.elements))}
    assert names == {
        "html": "",
        "body": "",
        "div": "post_Body  comment-list c12 main",
        "p": "x1",
        "a": "no",
    }


def test_elements_are_found_by_words_in_their_names() -> None:
    def holding(*words: str) -> list[str]:
        return [NAMED.name(element) for element in NAMED.names.holding(words).tolist()]

    assert holding("comment", "x1") == ["div", "p"]
    assert holding("body") == ["div"]
    assert holding("href") == holding() == []


def test_classes_that_differ_in_digits_are_of_one_kind() -> None:
    names = Document("<p class=c1>a<p class=c22>b<p class=d>c").names.every()
    kinds = names.kind[names.number][-3:].tolist()
    assert kinds[0] == kinds[1] != kinds[2]


def test_both_ways_of_writing_attributes_are_read_and_no_others() -> None:
    page = Document("<P CLASS=a ID='b' data-id=no onclick='id=no'>x")
    assert page.names.of(len(page.elements) - 1) == "a b"


@given(markup())
def test_many_are_read_as_one_by_one(source: str) -> None:
    page = Document(source)
    every = page.names.every()
    for element in range(len(page.elements)):
        assert every.written[every.number[element]].strip() == page.names.of(element)
        assert set(re.findall("[a-z]+", page.names.of(element).lower()[:150])) >= {
            part for part in every.parts[every.number[element]] if part.isascii()
        }
