"""Comments and sources are doubted below something else, and believed where the page is about them."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.extractors.consensus.features import table
from webwinnow.extractors.consensus.judging import DOUBT, doubts

TEXT = "It rained all night, and in the morning the fields stood under water as nobody had seen them for years."


def doubted(source: str, forum: float = 0.0) -> list[bool]:
    return [each >= DOUBT for each in doubts(table(Document(source)), {"forum": forum}).tolist()]


@pytest.mark.parametrize("names", ["comments", "post comment-list", "references", "mw-references", "reflist columns"])
def test_what_stands_below_a_text_is_doubted(names: str) -> None:
    assert doubted(f"<p>{TEXT}<p>{TEXT}<div class='{names}'><div><p>{TEXT}</div></div>") == [False, False, True]


@pytest.mark.parametrize("names", ["comments", "references"])
def test_what_the_page_is_about_is_believed(names: str) -> None:
    below = f"<p>{TEXT}" * 4
    assert doubted(f"<p>{TEXT}<div class={names}>{below}</div>") == [False] * 5


def test_comments_of_a_forum_are_believed() -> None:
    page = f"<p>{TEXT}<p>{TEXT}<div class=comments><p>{TEXT}</div>"
    assert doubted(page, forum=0.9) == [False, False, False]
    assert doubted(page, forum=0.1) == [False, False, True]
