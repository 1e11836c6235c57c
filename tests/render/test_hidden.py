"""Hidden text: why, and what becomes of it."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from markup import markup
from webwinnow import extract
from webwinnow.document import Document, word_search
from webwinnow.document.tree import elements
from webwinnow.errors import UsageError
from webwinnow.render import hidden as hiding
from webwinnow.render.formats import POLICIES, RenderOptions
from webwinnow.render.hidden import ALSO_FOLDED, find_hidden, hidden_parts, shown_of, shown_text, small_letters
from webwinnow.render.noise import SIGNS, known_phrases, without_noise
from webwinnow.spans import Spans

SEEN = "<p>These are the words that everybody sees, more than half of all.</p>"


def hidden(markup):
    page = Document(SEEN + markup)
    return [(page.source[part.start : part.end], part.reason) for part in find_hidden(page).parts(((0, 10**6),))]


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("<p hidden>secret</p>", "hidden attribute"),
        ("<p style='display: none'>secret</p>", "inline style"),
        ("<p style='VISIBILITY:hidden'>secret</p>", "inline style"),
        ("<template><p>secret</p></template>", "template"),
        ("<noscript>secret</noscript>", "noscript"),
        ("<p class='a sr-only'>secret</p>", "screen-reader class"),
        ("<p class=visually-hidden>secret</p>", "screen-reader class"),
        ("<p class=u-visuallyHidden>secret</p>", "screen-reader class"),
        ("<p class=screen-reader-text>secret</p>", "screen-reader class"),
        ("<p class=element-invisible><b>secret</b></p>", "screen-reader class"),
        ("<p style='font-size:0'>secret</p>", "style without size"),
        ("<p style='color:red; opacity: 0.0'>secret</p>", "style without size"),
        ("<p style='text-indent:-9999px'>secret</p>", "style without size"),
        ("<p style='position:absolute; left: -10000px'>secret</p>", "style without size"),
        ("<p style='clip: rect(0, 0, 0, 0)'>secret</p>", "style without size"),
    ],
)
def test_reasons(markup, reason):
    assert hidden(markup) == [("secret", reason)]


@pytest.mark.parametrize(
    "markup",
    [
        "<p>seen</p>",
        "<p style='font-size: 0.9em'>seen</p>",
        "<p style='opacity:0.5'>seen</p>",
        "<p style='left:-10px'>seen</p>",
        "<p class=screening>seen</p>",
        "<p class=not-sr-only-at-all>seen</p>",
        "<p data-note='sr-only'>seen about sr-only</p>",
        "<p aria-hidden=true>seen</p>",
        "<p>\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f</p>",
        "<p>می‌خواهم</p>",
    ],
)
def test_what_is_seen(markup):
    assert hidden(markup) == []


def test_messages_without_width():
    smuggled = "\U000e0049\U000e0067"
    assert hidden(f"<p>hello{smuggled} world</p>") == [(smuggled, "characters without width")]
    assert hidden(f"<p title={smuggled}>hello</p>{smuggled}") == []
    assert hidden("<p>hello&#xE0049;&#917607; world") == [("&#xE0049;&#917607;", "characters without width")]
    assert hidden("<p>&#x1F3F4;&#xE0067;&#xE0062;&#xE007F;") == []
    binary = "\u200b\u200c" * 8
    assert hidden(f"<p>he{binary}llo</p>") == [(binary, "characters without width")]


def test_policies():
    page = f"{SEEN}<p>and <span class=sr-only>for screen readers</span> more</p><p hidden>secret</p>"
    result = extract(page, "plain")
    assert result.text == result.render("text")
    assert result.text.endswith("and more\n")
    assert [page[part.start : part.end] for part in result.hidden] == ["for screen readers"]
    assert extract(page, "plain", hidden="keep").text == result.render("text", hidden="keep")
    assert [part["reason"] for part in result.to_dict()["hidden"]] == ["screen-reader class"]
    assert result.to_dict()["text"] == result.text
    assert "screen readers" not in "".join(block.text for block in result.blocks)
    assert result.render("text", options=RenderOptions(hidden="keep")).endswith(
        "and for screen readers more\n\nsecret\n"
    )
    assert "screen readers" not in result.render("markdown")
    assert "screen readers" in result.render("markdown", options=RenderOptions(hidden="keep"))
    assert result.render("spans") != result.render("spans", options=RenderOptions(hidden="strip"))


def test_hidden_text_far_from_the_content_stays_away():
    page = Document(f"<div>{SEEN}</div><nav><a href=/>Home</a><p hidden>secret</p></nav>")
    content = page.select([(page.source.index("These"), page.source.index("</p>"))])
    assert shown_of(page, content, "keep") == content


def test_a_page_that_hides_most_shows_it_later():
    result = extract("<p>Loading</p><div style='display:none'><p>All the words of the story stand here.</div>", "plain")
    assert "story" in result.render("text")


@given(markup())
@example("<p>\u200b" * 3 + "\U000e0041" * 3)
@example("<p>a\U000e0041b<p hidden>\U000e0041c")
@settings(max_examples=60)
def test_any_page(source):
    page = Document(source)
    found = find_hidden(page)
    for policy in POLICIES:
        shown = shown_of(page, page.visible, policy)
        assert (shown - page.visible - found.spans).characters == 0


def test_unknown_formats_are_still_refused():
    with pytest.raises(UsageError):
        extract("<p>x", "plain").render("yaml")


@pytest.mark.parametrize(
    "said", ["plain é", "a\u200bb", "&#917569;", "&#65;", "\U000e0041\U000e0042", "\u200b" * 9, "😀"]
)
def test_messages_are_found_with_and_without_compiled_code(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"<p>text é {said} text<p class='sr-only x'>read<i>aloud</i></p><p style='opacity:0; color:red'>unseen</p>"
    ours = find_hidden(Document(source)).parts([(0, len(source))])
    for module in (hiding, elements, word_search):
        monkeypatch.setattr(module, "LIBRARY", None)
    assert find_hidden(Document(source)).parts([(0, len(source))]) == ours
    assert {part.reason for part in ours} >= {"screen-reader class", "style without size"}


TAGS = (
    "<p>|</p>|<div class=sr-only>|</div>|<a href=#>|</a>|<button>|</button>|<i class=material-icons>|</i>|<noscript>|"
    "<span class=mw-editsection>|<b hidden>|<b style=opacity:0>|</b>"
)
PARTS = [
    *TAGS.split("|"),
    *"a|é|𠀋|&nbsp;|Read more|READ MORE »|¶|Lire|lire la |suite|&raquo;|ſhow more|ﬂag|&#xE0041;|blender|. ".split("|"),
    "\u3000",
    "\u200b" * 8,
    '{"id": "' + "y" * 40 + '", "x": "z"}',
]


@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join), st.sampled_from([0, 1, 9]))
def test_what_is_not_suspected_is_nothing(source: str, step: int) -> None:
    page = Document(source)
    pairs = [(at, at + step) for at in range(0, len(source), step + 1)]
    for spans in (Spans(pairs, size=len(source)) if step else page.visible, Spans.whole(len(source))):
        assert shown_text(page, spans, "strip") == without_noise(page, shown_of(page, spans, "strip"))


def test_small_letters_are_those_of_casefold() -> None:
    phrases = sorted({*known_phrases(), *SIGNS})
    small, letters = small_letters(phrases), {*"".join(phrases)}
    for point in range(0x10000):
        folded = chr(point).casefold()
        if len(folded) == 1:
            assert small[point] == (ord(folded) if folded in letters else 0xFFFF)
        else:
            assert (small[point] == 0xFFFE) == any(folded in phrase for phrase in phrases)
    assert not any(
        {*chr(point).casefold()} <= letters for point in range(0x10000, 0x110000) if chr(point) not in letters
    )
    assert len(ALSO_FOLDED) == len({*ALSO_FOLDED})


HIDING = st.sampled_from(
    [
        "<p hidden>",
        "<p>",
        "<b class=sr-only>",
        "<p style='font-size:0'>",
        "<noscript>",
        "</noscript>",
        "words ",
        "\u200b",
    ]
)


@given(st.lists(HIDING, max_size=25), st.integers(1, 4))
def test_what_of_some_spans_is_hidden_is_what_of_the_page_is(pieces, step):
    page = Document(SEEN + "".join(pieces))
    spans = page.select_runs(np.arange(len(page.runs)) % step == 0)
    assert hidden_parts(page, spans) == find_hidden(page).parts(spans)
