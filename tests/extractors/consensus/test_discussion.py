"""Posts are content where the page is their thread, and remarks below an article; readers may choose otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from webwinnow import extract
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.extractors.consensus.discussion import FIGURES, find_discussion

NAMES = ("Ada", "Brook", "Chris", "Dana", "Emil")
SAID = (
    "I was there when the water came, and nobody had expected that it would rise as quickly as it did on that day.",
    "My grandmother used to tell us about a flood like this one, which took the old bridge with it for good.",
    "They should have raised the wall ten years ago, when the council still had the money to pay for it.",
    "What I do not understand is why the gates were closed at noon, although the tide was known to be highest at ten.",
    "The pictures from the market square are wonderful, and I hope that the paper boats were all found again.",
)
STORY = (
    "The harbour master closed the gates at noon, because the tide had risen higher than the old marks on the wall.",
    "Nobody in the village could remember such a spring; even the oldest fishermen, who rarely agree, agreed on that.",
    "By evening the water stood in the market square, and the children sailed paper boats past the town hall.",
    "The council will meet tomorrow to decide whether the wall must be raised, and who is going to pay for it.",
    "Until then sand bags have to do, of which there are not enough, as the mayor said on the steps of the school.",
)


def posts(name: str) -> str:
    return "".join(
        f"<div class={name}><b>{who}</b> <span>{day} May 2012, 10:0{day}</span><p>{text}</p></div>"
        for day, (who, text) in enumerate(zip(NAMES, SAID, strict=True), 1)
    )


ARTICLE = (
    f"<title>High tide</title><h1>High tide</h1><div class=entry>{''.join(f'<p>{each}</p>' for each in STORY)}</div>"
    f"<h3>5 responses</h3><div id=talk>{posts('comment')}</div>"
)
THREAD = f"<title>High tide - Forum</title><h1>High tide</h1><div class=posts>{posts('post')}</div>"


def test_comments_below_an_article_are_left_out() -> None:
    found = extract(ARTICLE).text
    assert all(each in found for each in STORY)
    assert not any(each in found for each in SAID)


def test_the_posts_of_a_thread_are_kept() -> None:
    assert all(each in extract(THREAD).text for each in SAID)


def test_readers_choose() -> None:
    kept, dropped = (extract(ARTICLE, f"consensus(comments='{choice}')").text for choice in ("keep", "drop"))
    assert all(each in kept for each in (*STORY, *SAID))
    assert all(each in dropped for each in STORY)
    assert not any(each in dropped for each in SAID)
    with pytest.raises(ParameterError, match="comments must be auto, keep, drop"):
        Consensus(comments="some")


def test_figures_of_lists() -> None:
    article, thread = (find_discussion(Document(source)) for source in (ARTICLE, THREAD))
    assert article.comments.tolist() == [True]
    assert thread.comments.tolist() == [False]
    assert article.figures.shape == (1, len(FIGURES))
    assert thread.figures[0, FIGURES.index("thread")] == 1
    assert len(article.inside[0]) >= len(SAID)
    assert not find_discussion(Document("<p>word")).touched.any()


def test_what_is_added_is_never_for_a_post() -> None:
    found = find_discussion(Document(ARTICLE))
    likely, unlikely = np.zeros(len(FIGURES)), np.zeros(len(FIGURES))
    likely[0], unlikely[0] = 9.0, -9.0
    assert not found.added(likely, 0.5, "auto").any()
    assert found.added(unlikely, 0.5, "auto")[found.touched].tolist() == [-4.0] * int(found.touched.sum())
    assert (found.added(likely, 0.5, "keep")[found.touched] > 0).all()
