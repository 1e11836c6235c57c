"""Nothing is lost silently: what was dropped, what programs are told, and what makes a result doubtful."""

from __future__ import annotations

import html
import json
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as some

from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.document.tree.elements import depths
from webwinnow.limits import Limits
from webwinnow.losses import embedded, find_dropped, find_embedded, find_warnings
from webwinnow.spans import Spans

SENTENCE = "The river rose for three days and then, as if tired, went back into its bed. "
PAGE = f"""<html><head><title>Flood</title></head><body>
<nav><a href=/>Home</a></nav><div class="ad-banner">Buy boats</div>
<article><h1>Flood</h1><p>{SENTENCE * 5}</p></article>
<ul><li><a href=/1>First other story of the day</a></li><li><a href=/2>Second other story of the day</a></li></ul>
<ol class=comments><li class=comment><b>Ada</b> <i>3 May 2024</i><p>This is what I think about it, too.</p></li>
<li class=comment><b>Ben</b> <i>4 May 2024</i><p>And I think that it was not so bad.</p></li>
<li class=comment><b>Cleo</b> <i>5 May 2024</i><p>My cellar is still full of water, sadly.</p></li></ol>
<div style="display:none">Secret words</div><footer>Imprint</footer></body></html>"""


def nothing(page: Document) -> Spans:
    return Spans(size=len(page.source))


def test_each_kind_is_told_with_its_text() -> None:
    page = Document(PAGE)
    story = page.source.index("<article>"), page.source.index("</article>")
    dropped = find_dropped(page, page.select([story]))
    texts = {each.kind: [page.source[start:end] for start, end in each.spans] for each in dropped}
    assert texts["navigation"] == ["Home"]
    assert texts["advertisement"] == ["Buy boats"]
    assert texts["hidden"] == ["Secret words"]
    assert texts["footer"] == ["Imprint"]
    assert texts["link list"] == ["First other story of the day", "Second other story of the day"]
    assert "This is what I think about it, too." in texts["comments"]
    assert sum(each.share for each in dropped) < 1


@given(markup())
def test_all_that_is_not_kept_is_told_once(source: str) -> None:
    page = Document(source)
    dropped = find_dropped(page, nothing(page))
    written = sum((page.runs.end - page.runs.start).tolist())
    assert sum(each.characters for each in dropped) == written
    assert sum(each.share for each in dropped) == pytest.approx(1 if written else 0)
    assert find_warnings(page, nothing(page)) == find_warnings(Document(source), nothing(page))


def test_text_for_programs_is_offered_with_its_origin() -> None:
    data = json.dumps({"@type": "NewsArticle", "articleBody": SENTENCE * 20})
    found = find_embedded(Document(f'<script type="application/ld+json">{data}</script><div id=root></div>'), 0)
    assert found is not None
    assert (found.origin, found.text) == ("JSON-LD articleBody", (SENTENCE * 20).strip())


def test_data_of_a_script_is_offered_in_its_order() -> None:
    data = json.dumps({"props": {"a": f"<p>{SENTENCE * 4}</p>", "b": [SENTENCE * 3], "id": "x" * 500}})
    page = Document(f'<div id=__next></div><script id="__NEXT_DATA__" type="application/json">{data}</script>')
    found = find_embedded(page, 0)
    assert found is not None
    assert found.origin == "__NEXT_DATA__"
    assert found.text == (SENTENCE * 4).strip() + "\n\n" + (SENTENCE * 3).strip()
    assert page.source[found.start : found.end] == data


@pytest.mark.parametrize("quote", ['"', '\\"', '\\\\"', "&lt;", "é", "𠀋\n"])
def test_data_of_a_script_is_read_if_its_text_may_be_long_enough(quote: str) -> None:
    texts = [f"{quote} {SENTENCE * 4}{at}".strip() for at in range(9)]
    page = Document(f'<script id="__NEXT_DATA__">{json.dumps([*texts, "short"], ensure_ascii=False)}</script>')
    whole = "\n\n".join(html.unescape(text) for text in texts)
    least = len(whole) // 2
    found = find_embedded(page, least)
    assert found is not None
    assert found.text == whole
    assert find_embedded(page, least + 1) is None


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (r'{"%s": "short", "a\\": "%s"}', SENTENCE * 5),
        (r'["\\\"%s", "\"short\"", "%s]', '\\"' + SENTENCE * 5),
        ('["%s", "a\nb %s"]', SENTENCE * 5),
    ],
)
def test_strings_of_data_are_told_from_names_and_what_they_escape(data: str, expected: str) -> None:
    page = Document(f'<script id="__NEXT_DATA__">{data % (SENTENCE * 5, SENTENCE * 5)}</script>')
    found = find_embedded(page, 0)
    assert found is not None
    assert found.text == expected.strip()


@given(some.text('"\\ab{:é中', max_size=60), some.integers(0, 5))
def test_long_strings_as_by_numpy(data: str, longest: int) -> None:
    page = Document(data)
    with patch.object(embedded, "_LONG", longest + 1):
        found = embedded._long_strings(page, 0, len(data)).tolist()
        assert found == embedded._strings_by_numpy(page.markup.points).tolist()


def test_the_longest_script_is_read_that_is_marked_as_data() -> None:
    short, long = (json.dumps([SENTENCE * times]) for times in (4, 5))
    script = '<script id="__NEXT_DATA__">{}</script>'
    read = '<script>document.getElementById("__NEXT_DATA__")' + f"//{SENTENCE * 9}</script>"
    noted = f"<!-- {script.format(json.dumps([SENTENCE * 8]))} -->"
    page = Document(noted + read + script.format(short) + script.format(long) + read)
    found = find_embedded(page, 0)
    assert found is not None
    assert page.source[found.start : found.end] == long


@pytest.mark.parametrize("data", ["{", "[" * 100_000, "null", '{"a": 1}', f'<![CDATA[{{"a": "{SENTENCE * 5}"}}]]>'])
def test_broken_data_is_no_text(data: str) -> None:
    assert find_embedded(Document(f'<script id="__NEXT_DATA__">{data}</script>'), 0) is None


def test_text_for_programs_is_not_offered_where_readers_see_as_much() -> None:
    data = json.dumps({"@type": "NewsArticle", "articleBody": SENTENCE * 20})
    source = f'<script type="application/ld+json">{data}</script><p>{SENTENCE * 20}</p>'
    assert extract(source, "plain").embedded is None


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f"<body><div id=root></div><script>{'x=1;' * 3000}</script></body>", "shell"),
        ('<script type="application/ld+json">{"isAccessibleForFree": false}</script><p>Text</p>', "pay wall"),
        ("<p>Subscribe to continue reading this story.</p>", "pay wall"),
        ("<p>Wir und unsere Partner speichern Cookies.</p>", "consent wall"),
        (f"<html><body><div><div><div><p>{SENTENCE}", "cut off"),
        (f"<html><body><p>{SENTENCE}</p><div class='x", "cut off"),
        (f"<html><body><p>{SENTENCE}</p><div class='x{' ' * 5000}", "cut off"),
        (f"<html><body><div><div><div><p>{SENTENCE}{' ' * 5000}", "cut off"),
    ],
)
def test_doubtful_pages_are_told(source: str, words: str) -> None:
    assert any(words in warning for warning in extract(source, "plain").warnings)


def test_a_whole_page_has_no_warnings() -> None:
    assert extract(PAGE, "plain").warnings == ()


def test_names_of_the_whole_page_say_nothing_of_its_parts() -> None:
    page = Document(
        "<html class=no-footer><body class='theme nav-left'><p>One.</p><div class=nav>Two.</div></body></html>"
    )
    assert {each.kind: each.characters for each in find_dropped(page, page.select([]))} == {"navigation": 4, "other": 4}


@given(
    some.lists(some.sampled_from(["<div>", "<div>", "<div>", "</div>", "<b>", "</b>", "<i>x</i>", "<br>"]), max_size=80)
)
def test_a_page_is_said_to_be_too_deep_where_it_is(parts: list[str]) -> None:
    for deepest in range(8, 14):
        page = Document("".join(parts) or "x", limits=Limits(depth=deepest))
        is_deep = len(page.elements) > deepest and int(depths(page.elements).max()) >= deepest
        assert any("deeper than" in each for each in find_warnings(page, page.visible)) is is_deep
