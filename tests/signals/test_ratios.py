"""Tag ratio and characters-to-nodes ratio (bhardwaj2014, formulas 1 and 2)."""

from __future__ import annotations

import numpy as np

from webwinnow.document import Document
from webwinnow.signals.ratios import character_node_ratios, tag_ratios


def test_a_line_without_tags_counts_as_one_with_one() -> None:
    """mohammadzadeh2013, figure 3.11."""
    characters, tags = np.array([0, 0, 11, 37, 41, 0]), np.array([1, 1, 2, 0, 2, 2])
    assert tag_ratios(characters, tags).tolist() == [0, 0, 5.5, 37, 20.5, 0]


def test_characters_to_nodes_of_all_elements() -> None:
    page = Document("<div><p>one two</p><p>three<b>four</b></p></div>")
    ratios = character_node_ratios(
        page.in_subtrees(page.characters_before), page.elements.last - np.arange(len(page.elements))
    )
    by_name = {page.name(element): ratio for element, ratio in enumerate(ratios.tolist())}
    assert by_name["div"] == 15 / 4
    assert by_name["p"] == 9 / 2  # the second one
    assert by_name["b"] == 4


def test_elements_without_nodes_do_not_divide_by_zero() -> None:
    assert character_node_ratios(np.array([3]), np.array([0])).tolist() == [3]
