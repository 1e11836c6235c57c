"""What stands around elements: compiled code and numpy say the same, and what the tree says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document, surroundings
from webwinnow.document.html_names import column
from webwinnow.document.surroundings import ALL_LEVELS, BY_HAND, HEADING, ITEM, bits_around, elements_around
from webwinnow.document.word_search import WordSearch

WORDS = WordSearch(("hidden", "href"))


@given(markup(), st.sampled_from([1, 3, ALL_LEVELS]), st.sampled_from([0, 16]))
def test_compiled_code_and_numpy_say_the_same(source: str, levels: int, shortest: int) -> None:
    page, again = Document(f"<b hidden=x><p>a{source}"), Document(f"<b hidden=x><p>a{source}")
    some = np.arange(len(page.elements))[::-3]
    bits, around = surroundings.surroundings(page), elements_around(page, some, WORDS, levels, shortest)
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(surroundings, "LIBRARY", None)
        assert surroundings.surroundings(again).tolist() == bits.tolist()
        assert elements_around(again, some, WORDS, levels, shortest) == around
    for name, bit in (("a button", BY_HAND), ("h1 h2 h3 h4 h5 h6", HEADING), ("li", ITEM)):
        marked = np.array([page.name(element) in name.split() for element in range(len(bits))])
        assert ((bits & bit) > 0).tolist() == page.inside(marked).tolist()


@given(markup(), st.randoms(use_true_random=False))
def test_bits_of_all_around(source: str, random: Random) -> None:
    page = Document(f"<ul><li>a{source}")
    own = np.array([random.choice((0, 0, 1, 6, 128)) for _ in range(len(page.elements))], np.uint8)
    of_name = column("li a p") * np.uint8(8)
    wanted: list[int] = []
    for element, around in enumerate(page.elements.parent.tolist()):
        bits = int(own[element]) | int(of_name[page.elements.tag[element]])
        wanted.append(bits | (wanted[around] if around >= 0 else 0))
    assert bits_around(page, of_name, own).tolist() == wanted
    with pytest.MonkeyPatch.context() as by_numpy:
        by_numpy.setattr(surroundings, "LIBRARY", None)
        assert bits_around(page, of_name, own).tolist() == wanted


def test_so_many_levels_up() -> None:
    page = Document("<ul hidden><li><i hidden><b>x</b></i></ul>")
    home = page.runs.home[:1]
    names = {
        levels: [page.name(each) for each in elements_around(page, home, WORDS, levels)] for levels in (1, 2, 3, 4)
    }
    assert names == {1: [], 2: ["i"], 3: ["i"], 4: ["ul", "i"]}
