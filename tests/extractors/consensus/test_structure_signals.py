"""Copies: stretches that the page has once more, and repetitions that are the text's own."""

from __future__ import annotations

import numpy as np

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.extractors.consensus.ground import lay_ground
from webwinnow.extractors.consensus.structure_signals import find_copies

STORY = [
    "The gates of the old mill were closed at noon because the tide had risen.",
    "Nobody in the village could remember a higher one, said the keeper of the lock.",
    "Boats that had lain on the grass for years were seen to float in the lower gardens.",
    "By evening the water had fallen again and the wheel turned as it did before.",
]


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def copies(source: str) -> list[bool]:
    return find_copies(lay_ground(Document(source))).tolist()


def test_a_stretch_that_comes_again_is_a_copy() -> None:
    found = copies(f"<div class=wide>{paragraphs(STORY)}</div><div class=small>{paragraphs(STORY)}</div>")
    assert found == [False] * 4 + [True] * 4


def test_paragraphs_side_by_side_are_no_copies() -> None:
    assert not any(copies(f"<div>{paragraphs([STORY[0]] * 4)}</div>"))


def test_one_line_that_comes_back_is_no_copy() -> None:
    other = [f"{text} This was another year." for text in STORY]
    assert not any(copies(f"<div>{paragraphs(STORY)}</div><div>{paragraphs([other[0], STORY[1], *other[2:]])}</div>"))


def test_labels_are_no_copies() -> None:
    menu = "<ul><li>Home</ul><ul><li>News</ul>"
    assert not any(copies(menu * 3))


def test_a_page_without_repetition_has_none() -> None:
    assert not np.any(copies(f"<div>{paragraphs(STORY)}</div>"))


def test_what_is_said_again_is_left_out() -> None:
    page = f"<h1>Tide at the mill</h1><div class=a>{paragraphs(STORY)}</div><div class=b>{paragraphs(STORY)}</div>"
    assert extract(page).text.count("closed at noon") == 1
