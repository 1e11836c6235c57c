"""The element tree: sound columns on any page, and the tree of HTML5 with lexbor as oracle."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from selectolax.lexbor import LexborHTMLParser

from markup import BLOCKS, INLINES, OTHERS, PARTS, VOIDS, markup, well_formed
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree.builder import DEPTH

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("tests/pages/*/source.html"), *ROOT.glob("examples/package/*.html")])

Parent = tuple[str, str | None]


def ours(page: Document) -> dict[str, Parent]:
    """The name and id of the element around each of the numbered words w0, w1, ..."""
    found: dict[str, Parent] = {}
    for start, end, home in zip(page.runs.start.tolist(), page.runs.end.tolist(), page.runs.home.tolist(), strict=True):
        for word in re.findall(r"\bw\d+\b", page.source[start:end]):
            found[word] = page.name(home), page.attributes(home).get("id")
    return found


def theirs(source: str) -> dict[str, Parent]:
    found: dict[str, Parent] = {}
    for node in LexborHTMLParser(source).root.traverse(include_text=True):
        if node.tag == "-text":
            for word in re.findall(r"\bw\d+\b", node.text_content or ""):
                found[word] = node.parent.tag, node.parent.attributes.get("id")
    return found


def nasty(rng: random.Random, names: list[str]) -> str:
    """Numbered words between start tags with an id each and end tags, only half of which fit."""
    parts, opened = ["<!DOCTYPE html><body>"], list[str]()
    for number in range(rng.randint(3, 25)):
        chance = rng.random()
        if chance < 0.4:
            parts.append(rng.choice([f" w{number} ", f"w{number} "]))
        elif chance < 0.75:
            opened.append(rng.choice(names))
            parts.append(f"<{opened[-1]} id=t{number}>")
        else:
            fits = opened and rng.random() < 0.6
            parts.append(f"</{opened.pop() if fits else rng.choice(names)}>")
    return "".join(parts)


# Text in wrong places of a table stays there instead of being moved before it, and formatting that a block inside it
# outlives is not split: these are the two rules by which every element stays an interval of the source.
@pytest.mark.parametrize(
    ("names", "share"),
    [
        (BLOCKS + VOIDS[:5], 1.0),
        (INLINES + VOIDS[:5], 1.0),
        (BLOCKS + INLINES, 0.99),
        (BLOCKS + PARTS, 0.96),
        (BLOCKS + INLINES + ["select", "option", "button", "object", "noscript", "ruby", "rt"], 0.97),
        ([*BLOCKS, "svg", "g", "math", "desc"], 0.97),
    ],
    ids=["blocks", "inlines", "blocks and inlines", "tables", "forms", "drawings"],
)
def test_parents_of_words_in_nasty_markup_are_those_of_lexbor(names: list[str], share: float) -> None:
    rng, same, every = random.Random(2026), 0, 0
    for _ in range(700):
        source = nasty(rng, names)
        found, expected = ours(Document(source)), theirs(source)
        every += len(expected)
        same += sum(found.get(word) == parent for word, parent in expected.items())
    assert every > 2500
    assert same / every >= share


def path(names: list[str]) -> str:
    return "/".join(names)


def our_paths(page: Document) -> list[tuple[str, str]]:
    """Each run's text without blanks, and the names from the root down to it."""
    paths: list[str] = []
    for element, parent in enumerate(page.elements.parent.tolist()):
        paths.append(f"{paths[parent]}/{page.name(element)}" if element else page.name(element))
    runs = zip(page.runs.start.tolist(), page.runs.end.tolist(), page.runs.home.tolist(), strict=True)
    return _joined([(html.unescape(page.source[start:end]), paths[home]) for start, end, home in runs])


def their_paths(source: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for node in LexborHTMLParser(source).root.traverse(include_text=True):
        if node.tag == "-text":
            names, above = list[str](), node.parent
            while above is not None and above.tag and not above.tag.startswith("-"):
                names.insert(0, above.tag)
                above = above.parent
            if names[-1] not in ("script", "style", "title", "textarea"):
                found.append((node.text_content or "", "/".join(names)))
    return _joined(found)


def _joined(runs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Neighbours with the same path are one: a comment parts our runs and not a reader's."""
    found: list[tuple[str, str]] = []
    for text, names in runs:
        text = re.sub(r"[\s\0\ufeff\u200b-\u200f\u00ad]+", "", text)
        if found and found[-1][1] == names:
            found[-1] = found[-1][0] + text, names
        elif text:
            found.append((text, names))
    return found


@given(well_formed())
def test_paths_of_text_in_well_formed_markup_are_those_of_lexbor(source: str) -> None:
    assert our_paths(Document(source)) == their_paths(source)


@pytest.mark.skipif(not PAGES, reason="no pages beside the tests")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_paths_of_text_in_our_pages_are_those_of_lexbor(page: Path) -> None:
    document = Document.from_bytes(page.read_bytes())
    found, expected = our_paths(document), their_paths(document.source)
    shown = [run for run in found if "/template" not in run[1]]  # no part of lexbor's tree
    assert shown == expected


@given(markup())
def test_columns_are_sound(source: str) -> None:
    elements, numbers = Document(source).elements, np.arange(len(Document(source).elements))
    assert elements.parent[0] == -1
    assert (elements.parent[1:] < numbers[1:]).all()
    assert (elements.parent[1:] >= 0).all()
    assert (elements.last > numbers).all()
    assert (elements.last[1:] <= elements.last[elements.parent[1:]]).all()
    assert (elements.first <= elements.close).all()
    inside = elements.parent[1:]
    assert (elements.first[1:] >= elements.first[inside]).all()
    assert (elements.close[1:] <= elements.close[inside]).all()
    assert (np.diff(elements.first) >= 0).all()


def children_of(page: Document) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in range(len(page.elements))]
    for element, parent in enumerate(page.elements.parent.tolist()):
        if parent >= 0:
            children[parent].append(element)
    return children


@given(markup())
def test_subtrees_and_their_sums_are_those_of_a_recursion(source: str) -> None:
    page = Document(source)
    children = children_of(page)
    own = np.bincount(page.runs.home, np.diff(page.characters_before)[page.runs.gap], len(page.elements))

    def subtree(element: int) -> list[int]:
        return [element, *(each for child in children[element] for each in subtree(child))]

    sums = page.in_subtrees(page.characters_before)
    for element in range(len(page.elements)):
        inside = subtree(element)
        assert inside == list(range(element, page.elements.last[element]))
        assert sums[element] == own[inside].sum()


@given(markup())
def test_links_inside_nearest_and_inside_are_those_of_a_walk_upwards(source: str) -> None:
    page = Document(source)
    tag, parent = page.elements.tag, page.elements.parent.tolist()
    links, blocks = tag == NUMBER["a"], (tag == NUMBER["div"]) | (tag == NUMBER["p"])

    def above(element: int) -> list[int]:
        return [element, *(above(parent[element]) if parent[element] >= 0 else [])]

    inside = [any(links[each] for each in above(element)) for element in range(len(tag))]
    assert page.inside(links).tolist() == inside
    nearest = [next((each for each in above(element) if blocks[each]), 0) for element in range(len(tag))]
    assert page.nearest(blocks).tolist() == nearest
    linked = np.diff(page.characters_inside(links))[page.runs.gap]
    every = np.diff(page.characters_before)[page.runs.gap]
    assert linked.tolist() == [
        int(count) if inside[home] else 0 for count, home in zip(every, page.runs.home, strict=True)
    ]


@given(markup())
def test_each_tag_opens_at_most_one_element_of_its_name(source: str) -> None:
    page = Document(source)
    opened = page.elements.by_start_tag(len(page.tokens.code))
    for tag, element in enumerate(opened.tolist()):
        if element >= 0:
            assert page.elements.tag[element] == page.tokens.code[tag]
            assert page.elements.start_tag(element) == tag


@given(markup())
def test_every_run_lies_inside_the_extent_of_the_elements_around_it(source: str) -> None:
    page = Document(source)
    extents = [page.extent(element) for element in range(len(page.elements))]
    for start, end, home in zip(page.runs.start.tolist(), page.runs.end.tolist(), page.runs.home.tolist(), strict=True):
        element = home
        while element >= 0:
            assert extents[element][0] <= start <= end <= extents[element][1]
            element = int(page.elements.parent[element])


@pytest.mark.parametrize(
    ("source", "element", "expected"),
    [
        ("<div><p id=x>a</p>b</div>", "p", "<p id=x>a</p>"),
        ("<ul><li>a<li>b</ul>", "li", "<li>a"),
        ("<p>a<img>b", "img", "<img>"),
        ("<table><td>a</td></table>", "tr", "<td>a</td>"),
        ("<p><b>a<p>b</b>c", "b", "<b>a"),
        ("<div>a", "div", "<div>a"),
    ],
)
def test_extents(source: str, element: str, expected: str) -> None:
    page = Document(source)
    start, end = page.extent(page.elements.tag.tolist().index(NUMBER[element]))
    assert source[start:end] == expected


def test_reopened_formatting_is_only_what_it_holds() -> None:
    page = Document("<p><b>a</p><p>b</b>c")
    reopened = [page.source[slice(*page.extent(n))] for n in page.elements.owner if page.name(n) == "b"]
    assert reopened == ["b"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>w1<p>w2", {"w1": "p", "w2": "p"}),
        ("<p><b>w1</p></b>w2", {"w1": "b", "w2": "body"}),  # ended while it was waiting to be opened again
        ("<p><a>w1</p></a><p>w2", {"w1": "a", "w2": "p"}),
        ("<h1>w1</h2>w2", {"w1": "h1", "w2": "body"}),
        ("<div><form><p>w1</form>w2</div>w3", {"w1": "p", "w2": "div", "w3": "body"}),
        ("<form><div>w1</form>w2</div>w3", {"w1": "div", "w2": "div", "w3": "body"}),
        ("<form>w1<form>w2</form>w3", {"w1": "form", "w2": "form", "w3": "body"}),
        ("<input>w1</input>w2", {"w1": "body", "w2": "body"}),
        ("<div><img>w1</img>", {"w1": "div"}),
        ("<a>w1<a>w2</a>w3", {"w1": "a", "w2": "a", "w3": "body"}),
        ("<nobr>w1<nobr>w2</nobr>w3", {"w1": "nobr", "w2": "nobr", "w3": "body"}),
        ("<ul><li>w1<ul><li>w2</ul>w3", {"w1": "li", "w2": "li", "w3": "li"}),
        ("<dl><dt>w1<dd>w2<dt>w3", {"w1": "dt", "w2": "dd", "w3": "dt"}),
        ("<table>w1<tr>w2<td>w3</table>w4", {"w1": "table", "w2": "tr", "w3": "td", "w4": "body"}),
        ("<svg><text>w1</text><p>w2", {"w1": "text", "w2": "p"}),
        ("<svg><foreignObject><p>w1</p></foreignObject>", {"w1": "p"}),
        ("<button><p>w1</button>w2", {"w1": "p", "w2": "body"}),
        ("<button><p><a>w1<p>w2<button>w3", {"w1": "a", "w2": "a", "w3": "button"}),
        ("</html></body>w1<html><body>w2", {"w1": "body", "w2": "body"}),
        ("<head><noscript><meta></noscript></head>w1<noscript>w2", {"w1": "body", "w2": "noscript"}),
        ("<select><option>w1<option>w2<p>w3", {"w1": "option", "w2": "option", "w3": "p"}),
        ("<title>w1<p>w2", {"w1": "body", "w2": "p"}),
        ("<textarea>w1<p>w2", {"w1": "body", "w2": "p"}),
        ("<map><div>w1", {"w1": "div"}),
    ],
)
def test_single_rules(source: str, expected: dict[str, str]) -> None:
    assert {word: parent for word, (parent, _) in ours(Document(source)).items()} == expected


def test_formatting_is_opened_again_behind_the_button_that_another_one_ends() -> None:
    """Opened before, it would stand in a paragraph that has ended there."""
    page = Document("<button><a><dd><p><p><button>w")
    assert page.name(page.elements.parent[-1]) == "a"
    assert (page.elements.last[1:] <= page.elements.last[page.elements.parent[1:]]).all()


def test_quirks_decide_whether_a_table_ends_a_paragraph() -> None:
    source = "<p>w1<table><td>w2</table>w3"
    assert ours(Document("<!DOCTYPE html>" + source))["w3"][0] == "body"
    assert ours(Document(source))["w3"][0] == "p"
    old = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'
    assert ours(Document(old + source))["w3"][0] == "p"
    assert ours(Document(old[:-1] + ' "http://www.w3.org/TR/html4/loose.dtd">' + source))["w3"][0] == "body"


def test_deep_nesting_is_kept_flat_and_loses_nothing() -> None:
    page = Document("<div>" * 2000 + "w1" + "</div>" * 1000 + "w2" + "</div>" * 2000 + "w3")
    assert page.elements.last.tolist()[:2] == [len(page.elements)] * 2
    assert len(page.runs) == 3
    depth = np.zeros(len(page.elements), dtype=int)
    for element, parent in enumerate(page.elements.parent.tolist()[1:], 1):
        depth[element] = depth[parent] + 1
    assert depth.max() == DEPTH


def test_names_used_in_this_test_are_known() -> None:
    assert set(BLOCKS + PARTS + VOIDS + OTHERS) <= set(NUMBER)


def test_a_template_in_the_head_opens_no_body() -> None:
    page = Document("<head><template><p>not shown</p></template><title>t</title></head><body><p>shown</p>")
    assert [page.source[start:end] for start, end in page.visible] == ["shown"]
