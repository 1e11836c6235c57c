"""The signals: finite on any page, the same for the same page, and right where they can be counted by hand."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from markup import markup
from webwinnow.document import Document
from webwinnow.extractors.consensus.features import STRETCH, families, signal_names, table
from webwinnow.extractors.consensus.ground import lay_ground
from webwinnow.extractors.consensus.lexicon import Lexicon

STORY = """<title>Rain at last - The Paper</title><body>
<nav class="main-menu"><a href=/>Home</a> <a href=/news>News</a></nav>
<div class="story body-text"><h1>Rain at last</h1>
<p>It rained all night, and in the morning the fields stood under water as nobody had seen them for years.</p>
<p>Farmers were glad; the mayor was not, for the bridge will be closed until the water has gone down again.</p></div>
<footer>Imprint</footer>"""


def signal(source: str, name: str) -> list[float]:
    found = table(Document(source)).values[:, signal_names().index(name)]
    return [round(float(value), 3) for value in found]


@given(markup())
def test_signals_are_finite_and_repeatable(source: str) -> None:
    page = Document(source)
    if len(page.blocks):
        found = table(page)
        assert found.values.shape == (len(page.blocks), len(signal_names()))
        assert np.isfinite(found.values).all()
        assert np.array_equal(found.values, table(Document(source)).values)


def test_names_are_unique_and_in_families() -> None:
    assert len(set(signal_names())) == len(signal_names())
    assert sum(map(len, families().values())) == len(signal_names())


def test_the_story_stands_out() -> None:
    assert signal(STORY, "link") == [1, 0, 0, 0, 0]
    assert signal(STORY, "is headline") == [0, 1, 0, 0, 0]
    assert signal(STORY, "in nav") == [1, 0, 0, 0, 0]
    assert signal(STORY, "in footer") == [0, 0, 0, 0, 1]
    assert signal(STORY, "in container") == [0, 1, 1, 1, 0]
    assert signal(STORY, "closes") == [0, 0, 1, 1, 0]
    assert signal(STORY, "title cover") == [0, 0.6, 0.4, 0.6, 0]
    assert np.argmax(signal(STORY, "past headline")) == 4


def test_a_lexicon_speaks_along_the_ancestors() -> None:
    page = Document("<div class=comments><div class=story><p>Text here</p></div></div><p class=story>More</p>")
    found = table(page)
    columns = Lexicon({"comments": -2.0, "story": 1.0}).columns(found.names, found.up, found.place)
    own, parent, grandparent, lowest, highest, total = columns.T.tolist()
    assert (own, parent, grandparent) == ([0, 1], [1, 0], [-2, 0])
    assert (lowest, highest, total) == ([-2, 0], [1, 1], [-1, 1])


def test_outside_of_main_says_something_only_where_there_is_one() -> None:
    assert signal("<main><p>Inside here</main><p>Outside", "outside main") == [0, 1]
    assert signal("<p>Inside here<p>Outside", "outside main") == [0, 0]
    assert signal("<main><p>a b c</main><p>d", "main share") == [0.75, 0.75]


def test_articles_are_told_apart() -> None:
    page = f"<article><p>Teaser one</article><article>{'<p>' + 'word ' * 20}</article><p>Beside"
    assert signal(page, "in largest article") == [0, 1, 0]
    assert signal(page, "outside article") == [0, 0, 1]
    assert signal(page, "article share") == [round(2 / 23, 3), round(20 / 23, 3), -1]
    assert signal("<p>No article", "article words") == [-1]


def test_the_way_from_the_headline_tells_content_from_the_rest() -> None:
    assert signal(STORY, "block below fork") == [0.1, 0, 0.1, 0.1, 0.1]
    assert signal(STORY, "headline below fork") == [0.2, 0, 0.1, 0.1, 0.2]
    assert signal(STORY, "branch after headline") == [0, 0.5, 1, 1, 1]
    share = signal(STORY, "fork share")
    assert share[0] == share[4] == 1 > share[2]
    assert signal("<p>No headline here", "fork share") == [-1]


def test_words_that_a_description_has() -> None:
    head = '<meta name="description" content="A mug of fired clay"><script type="application/ld+json">%s</script>'
    data = '{"@type": "Product", "description": "Thrown by hand, gla\\u0073ed in blue"}'
    page = head % data + "<p>A mug of clay<p>Glased by hand<p>Buy now"
    assert signal(page, "description share") == [1, 0, 0]
    assert signal(page, "description cover") == [0.8, 0, 0]
    assert signal(page, "json share") == [0, 1, 0]
    assert signal("<p>Nothing is told", "json share") == [-1]


@pytest.mark.parametrize("piece", ['<meta name="description" ', '<script type="application/ld+json">"name": "'])
def test_broken_descriptions_cost_no_more_than_their_length(piece: str) -> None:
    found = table(Document("<p>Text</p>" + piece * 20_000))
    assert np.isfinite(found.values).all()


def test_words_are_known_from_elsewhere_on_the_page() -> None:
    rest = "the rain fell and the river rose over the bridge until the morning came again"
    page = f"<title>Rain</title><p>{rest} early<p>{rest} late<p>Contact imprint"
    assert signal(page, "words found once") == [0.077, 0.077, 1]
    assert signal(page, "common words") == [0.938, 0.938, 0]
    assert signal(page, "title words") == [0.062, 0.062, 0]


@given(markup())
def test_vocabulary_agrees_with_counting_one_by_one(source: str) -> None:
    page = Document(source)
    if not len(page.blocks):
        return
    ground, found = lay_ground(page), table(page).values[:, signal_names().index("words found once")]
    blocks: dict[int, set[int]] = {}
    words = page.letters.tallies().word_hash.tolist()
    for word, block in zip(words, page.blocks.of_run[page.letters.word_run].tolist(), strict=True):
        blocks.setdefault(word, set()).add(block)
    for block in range(len(ground)):
        own = [where for where in blocks.values() if block in where]
        assert found[block] == pytest.approx(sum(len(where) == 1 for where in own) / max(len(own), 1), abs=1e-6)


def dense(blocks: int) -> Document:
    """Make a page of short blocks in elements of many kinds, with a headline and repeated text on the way."""
    pieces = [
        "<p>one two {}",
        "<li>three {}, four",
        "<h2>five {}</h2>",
        "<div><td>six. <a>seven {}</a>",
        "</div>",
        "<article>",
    ]
    body = "".join(pieces[at % 6 if at % 7 else at // 7 % 6].format(at % 50) for at in range(4 * blocks))
    return Document(f"<title>Five 31</title><meta name=description content='three five'>{body}")


@pytest.mark.parametrize("blocks", [1500, 2049])
def test_stretches_hold_what_the_whole_table_holds(blocks: int) -> None:
    page = dense(blocks)
    found = table(page)
    assert len(found.words) > STRETCH == found.stretch
    parts = [(at, part[: len(signal_names())].copy()) for at, part in found.stretches(more=6)]
    assert [at.start for at, _ in parts] == list(range(0, len(found.words), STRETCH))
    assert np.array_equal(np.hstack([part for _, part in parts]).T, found.values)


def test_no_stretch_has_a_single_block() -> None:
    found = replace(table(Document("<p>x" * 9)), stretch=4)
    assert [at for at, _ in found.stretches()] == [slice(0, 4), slice(4, 9)]
    assert [at for at, _ in table(Document("<p>x")).stretches()] == [slice(0, 1)]


def test_pages_that_are_not_dense_are_judged_at_once() -> None:
    found = table(Document("".join(f"<p>{at} " + "word " * 40 for at in range(1100))))
    assert [at for at, _ in found.stretches()] == [slice(0, 1100)]


def test_a_filled_table_gives_the_same() -> None:
    found = pickle.loads(pickle.dumps(table(Document(STORY)).filled()))
    assert np.array_equal(found.values, table(Document(STORY)).values)


def leads(source: str) -> list[int]:
    return table(Document(source)).lead.tolist()


def test_what_announces_a_structure_is_known() -> None:
    assert leads("<p>Take:<ul><li>oak<li>elm</ul>") == [0]
    assert leads("<p>Take <b>these</b>:&#32; \n<ul><li>oak<li>elm</ul><p>或者：</p><pre>elm</pre>") == [0, 3]
    assert leads("<p>Take these.<ul><li>oak:</ul><ul><li>elm</ul>") == [-1, -1]  # the end of a list announces nothing
    assert leads("<ul><li>oak</ul><p>one<p>two:") == [-1]
    assert leads("<p>no structure:") == []


@given(markup())
def test_leads_are_blocks_right_before(source: str) -> None:
    page = Document(source)
    if len(page.blocks):
        found = table(page)
        for structure, lead in enumerate(found.lead.tolist()):
            assert lead == -1 or (found.whole[lead] == -1 and found.whole[lead + 1] == structure)
