"""Who says each block, in json, XML and TEI, and above which images a name stands."""

from __future__ import annotations

import re

import pytest

from render.test_speakers import NAMES, POST, THREAD, WORDS, texts_only
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.kernels import LIBRARY
from webwinnow.render.content import content_tree
from webwinnow.render.formats import RenderOptions
from webwinnow.render.layout import laid_out
from webwinnow.render.markdown import MarkdownDialect, tree_markdown
from webwinnow.render.structure.block import Kind
from webwinnow.render.structure.columns import ColumnTree
from webwinnow.result import Result


def interview(shape: str, *names: str) -> Result:
    """Make an interview whose paragraphs begin with names; answers by Ada have two."""
    turns = "".join(
        shape.format(name=name, words=f"{WORDS} {at}.") + f"<p>And more of it, number {at}.</p>" * (name == "Ada")
        for at, name in enumerate(names)
    )
    source = (
        f"<title>Interview</title><h1>An interview</h1><p>We met at the mill.</p>{turns}<h2>About</h2><p>She mills.</p>"
    )
    page = Document(source)
    return Result(page, page.visible, Plain())


@pytest.mark.parametrize(
    "shape", ["<p><b>{name}:</b> {words}</p>", "<p>{name}: {words}</p>", "<p><b>{name}</b>：{words}</p>"]
)
def test_interviews_by_paragraphs_tell_who_says_what(shape: str) -> None:
    result = interview(shape, "Brook", "Ada", "Brook", "Ada")
    said = [block.get("speaker", "") for block in result.to_dict(blocks=True)["blocks"]]
    assert said == ["", "", "Brook", "Ada", "Ada", "Brook", "Ada", "Ada", "", ""]
    tei = result.render("tei")
    assert '<person xml:id="speaker-2"><persName>Ada</persName></person>' in tei
    speech = (
        rf'<sp who="#speaker-2">\s*<speaker>.*Ada.*</speaker>\s*<p>{WORDS} 3\.</p>\s*<p>And more of it, number 3.</p>'
    )
    assert re.search(rf"{speech}\s*</sp>", tei)
    assert tei.count("<sp ") == 4 and "<sp" not in result.render("tei", speakers=False)
    assert '<paragraph speaker="Brook"' in result.render("xml")
    assert "speaker" not in result.render("markdown")


@pytest.mark.parametrize(
    "names", [("Brook", "Ada"), ("Ada", "Ada", "Ada", "Ada"), ("What we know", "So far", "Why", "But")]
)
def test_paragraphs_with_a_colon_are_no_interview_by_that(names: tuple[str, ...]) -> None:
    assert not any(block.speaker for block in interview("<p>{name}: {words}</p>", *names).blocks)


def test_posts_are_speeches() -> None:
    tei = texts_only(THREAD).render("tei")
    assert tei.count('<sp who="#speaker-') == len(NAMES)
    assert '<speaker><hi rend="bold">Brook</hi>, 2024-05-02 10:02</speaker>' in tei
    page = Document(THREAD, url="https://example.org/forum/thread/1")
    assert [block.speaker for block in Result(page, page.visible, Plain()).blocks][-2:] == ["Elif", "Elif"]


def test_an_image_that_is_all_of_a_post_has_its_line() -> None:
    picture = '<img src="/wheel.jpg" width=800 height=600 alt="The wheel">'
    posts = [POST.format(name=name, day=day, words=WORDS) for day, name in enumerate(NAMES, start=1)]
    posts[1] = posts[1].replace(f"<p>{WORDS} 2.</p>", picture)
    source = f"<title>Mills - Forum</title><h1>Mills</h1><div class=thread>{''.join(posts)}</div>"
    markdown = texts_only(source).markdown
    assert f"{WORDS} 1.\n\n**Brook**, 2024-05-02 10:02\n\n![The wheel](https://example.org/wheel.jpg)" in markdown
    assert "wheel.jpg)\n\n**Dana**" in markdown


SHAPES = {
    "plain": THREAD,
    "rules": THREAD.replace("<p>", "<hr><p>"),
    "quotes": THREAD.replace("<p>", "<blockquote><p>").replace("</p>", "</p></blockquote>"),
    "items": THREAD.replace("<div class=thread>", "<ul class=thread>").replace("<div class=post>", "<li class=post>"),
    "pictures": THREAD.replace("</p>", "</p><img src=a.png alt=one width=900 height=900><p>* more.</p>"),
    "terms": THREAD.replace("</p>", "</p><dl><dt>mill<dd><p>a wheel</p></dl>"),
    "signs": THREAD.replace("Brook", "*Br_ook* عبد").replace("Dana", "1. Dana"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_lines_are_written_alike_where_blocks_are_not_made(name: str) -> None:
    result = texts_only(SHAPES[name])
    shown, options = result._shown("strip"), RenderOptions()
    tree = content_tree(result, shown, options, told=False)
    assert isinstance(tree, ColumnTree) or LIBRARY is None
    made = content_tree(result, shown, options)
    assert tree_markdown(tree) == laid_out(tuple(made), MarkdownDialect()) == result.markdown
    assert [(each.kind, each.text, each.depth) for each in tree] == [
        (each.kind, each.text, each.depth) for each in made
    ]
    assert len(NAMES) == sum(each.kind is Kind.SPEAKER for each in tree)
