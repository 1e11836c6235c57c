import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.evaluate.element_text import INVISIBLE, parse, select, text_of, walk


def text(markup: str, selector: str = "body") -> str:
    return text_of(select(parse(markup), selector))


def test_a_line_per_paragraph_and_folded_white_space():
    assert text("<h1>One\n two</h1><p>three <b>fo</b>ur&nbsp; five<br>six</p>tail") == (
        "One two\nthree four five\nsix\ntail"
    )


def test_cells_of_a_row_share_a_line():
    assert text("<table><tr><td>a<td>b<tr><th>c<td>d</table>") == "a b\nc d"


def test_what_no_reader_sees_is_left_out():
    markup = "<p>a<script>x</script><style>y</style><!-- z --><template>t</template><noscript>n</noscript>b</p>"
    assert text(markup) == "ab"


def test_elements_inside_a_found_one_are_not_repeated():
    markup = "<div class=c>1<div><p class=c>2</p></div></div><p class=c>3</p><p>4"
    assert text(markup, ".c") == "1\n2\n3"


def test_inline_elements_found_apart_are_parted():
    assert text("<p><i>a</i><i>b</i>", "i") == "a\nb"


def test_nothing_found_is_empty():
    assert text("<p>a", "article") == ""


@pytest.mark.parametrize("selector", ["p:::", "", "p >", "["])
def test_a_wrong_selector_is_told(selector):
    with pytest.raises(UsageError, match="cannot be read"):
        text("<p>a", selector)


def test_without_selectolax_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "selectolax.lexbor", None)
    with pytest.raises(MissingExtraError, match=r"selectolax.*webwinnow\[evaluate\]"):
        parse("")


def test_deep_pages_need_no_recursion():
    assert text("<div>" * 5000 + "deep") == "deep"


PARTS = "<p> <div> </div> <b> </b> <br> x y <script>s</script> <!--c-->"


def below(node):
    """Visit visible nodes the naive way: recursively."""
    if node.tag in INVISIBLE:
        return
    yield node.mem_id, True
    child = node.first_child
    while child is not None:
        yield from below(child)
        child = child.next
    yield node.mem_id, False


@given(st.lists(st.sampled_from(PARTS.split())))
def test_the_walk_opens_and_closes_like_recursion(parts):
    tree = parse("".join(parts))
    for root in (tree.root, tree.body):
        assert [(node.mem_id, opening) for node, opening in walk(root)] == list(below(root))
