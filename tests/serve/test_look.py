import re

from serve.conftest import NEWS
from webwinnow import extract
from webwinnow.serve.look import look, marked_page, places

HOSTILE = "<title>x</title><h1>Winnow</h1><p>Wind, chaff.</p><textarea>not <b>marked</b></textarea><p hidden>unseen"


def test_marks_leave_the_source_as_it_is():
    result = extract(HOSTILE)
    marked = marked_page(result.page, places(result))
    assert re.sub(r"</?ww-mark[^>]*>", "", marked).endswith(HOSTILE)
    assert 'data-kind="kept"' in marked and "<textarea>not" in marked


def test_marks_know_their_block_and_hidden_text_has_none():
    result = extract("<p>one <b>two</b> three</p><p>four</p><p hidden>unseen</p>")
    found = re.findall(
        r'data-kind="(\w+)" data-at="\d+-\d+"(?: data-block="(\d+)")?>([^<]+)', marked_page(result.page, places(result))
    )
    assert [(block, text.strip()) for _, block, text in found] == [
        ("0", "one"), ("0", "two"), ("0", "three"), ("1", "four"), ("", "unseen")
    ]  # fmt: skip


def test_places_are_those_of_the_marks_and_the_headline_is_kept():
    result = extract(NEWS.read_bytes())
    found = look(result, marked=False)
    assert "marked" not in found and "source" not in found
    kept = [(start, end) for start, end, kind in found["places"] if kind == "kept"]
    assert "".join(result.page.source[start:end] for start, end in kept).startswith(result.headline.text[:20])
    assert found["places"] == sorted(found["places"])
    assert all(one[1] <= other[0] for one, other in zip(found["places"], found["places"][1:], strict=False))


def test_only_where_it_is_switched_on_a_page_may_load_from_outside():
    result = extract('<link rel=stylesheet href="look.css"><p>Grain.', url="https://mill.example/a?b=1&c=2")
    closed = look(result)["marked"]
    open_ = look(result, outside=True)["marked"]
    assert "http:" not in closed.partition("<style>")[0] and "<base" not in closed
    assert '<base href="https://mill.example/a?b=1&amp;c=2">' in open_ and "img-src data: http: https:" in open_
    assert "script-src" not in open_ and "default-src 'none'" in open_


def test_the_workbench_itself_loads_nothing_unless_it_is_switched_on():
    from webwinnow.serve.application import _LOADING, POLICY

    assert "http:" not in POLICY and "script-src 'self'; style-src 'self' http: https:" in _LOADING
    assert "base-uri" not in _LOADING and "frame-ancestors 'none'" in _LOADING
