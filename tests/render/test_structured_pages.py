"""Each construct of HTML in each format: the Markdown that is meant, and no word lost anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from render.readers import letters, text_of_html, text_of_markdown
from render.structured_pages import ADDRESS, PAGES
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.language.words import words
from webwinnow.render.formats import RenderOptions, render_structured
from webwinnow.render.markdown import render_markdown
from webwinnow.render.structure.building import build_tree
from webwinnow.render.text import render_text
from webwinnow.result import Result

OPTIONS = RenderOptions()
FORMULAS = {name for name in PAGES if name.startswith("formula")}
SAYS_MORE = {name for name, page in PAGES.items() if page.extra}


def opened(name: str) -> Document:
    return Document(PAGES[name].source, url=ADDRESS)


def rendered(name: str, form: str) -> str:
    page = opened(name)
    return render_structured(form, Result(page, page.visible, Plain()), page.visible, OPTIONS)


def words_kept(name: str) -> list[str]:
    page = opened(name)
    return words(render_text(page, page.visible))


def test_there_are_many_pages() -> None:
    assert len(PAGES) >= 40


@pytest.mark.parametrize("name", PAGES)
def test_markdown_is_as_it_is_meant(name: str) -> None:
    page = opened(name)
    assert render_markdown(page, page.visible) == PAGES[name].markdown


@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS))
def test_blocks_hold_every_word_in_order(name: str) -> None:
    page = opened(name)
    tree = build_tree(page, page.visible)
    assert letters(" ".join(block.text for block in tree)) == letters(" ".join(words_kept(name)))
    places = [place for block in tree for place in block.spans]
    assert places == list(page.visible)


@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS - {"table with lists and breaks in cells"}))
def test_markdown_gives_the_words_back(name: str) -> None:
    page = opened(name)
    found = text_of_markdown(render_markdown(page, page.visible))
    if name == "footnotes":  # brackets around a reference are Markdown's now
        assert letters(found) == letters(" ".join(words_kept(name)))
    else:
        assert words(found) == words_kept(name)


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_formulas_stay_formulas(name: str) -> None:
    found = text_of_markdown(rendered(name, "markdown"))
    page = opened(name)
    formulas = [
        each.text for block in build_tree(page, page.visible) for each in block.inlines if each.kind == "formula"
    ]
    assert formulas
    for formula in formulas:
        assert formula.replace("<", r"\lt") in found
    outside = words(page.source[: page.source.index("<", 3)].removeprefix("<p>"))
    assert words(found)[: len(outside)] == outside


@pytest.mark.parametrize("form", ["clean-html", "reader"])
@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS))
def test_html_gives_the_words_back(name: str, form: str) -> None:
    body = rendered(name, form).partition("<body>")[2]
    if form == "reader":
        head = body.partition("<header>")[2].partition("</header>")[0].partition("</h1>")[0]  # without the byline
        body = f"{head}</h1>" + body.partition("<article>")[2].partition("</article>")[0]
    if name == "footnotes":
        assert letters(text_of_html(body)) == letters(" ".join(words_kept(name)))
    else:
        assert words(text_of_html(body)) == words_kept(name)


@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS))
def test_formatted_text_gives_the_words_back(name: str) -> None:
    found, wanted = plain_letters(rendered(name, "formatted-text")), plain_letters(" ".join(words_kept(name)))
    says_more = "<li" in PAGES[name].source or "<img" in PAGES[name].source  # items are numbered, images named
    assert is_inside(wanted, found) if says_more else found == wanted


def plain_letters(text: str) -> str:
    """The letters without the signs of emphasis, some of which count as letters."""
    return letters(text).replace("_", "")


@pytest.mark.parametrize("name", sorted(set(PAGES) - FORMULAS))
def test_speech_says_every_word(name: str) -> None:
    found, wanted = words(rendered(name, "speech")), words_kept(name)
    if name in SAYS_MORE:  # columns are named in each row
        assert not Counter(wanted) - Counter(found)
    else:
        assert is_inside(letters(" ".join(wanted)), letters(" ".join(found)))


def is_inside(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Tell whether all words or letters are there in their order, perhaps with others between them."""
    rest = iter(found)
    return all(word in rest for word in wanted)
