"""Generated sites: what is composed, written and kept as gold, without any generator."""

from html import escape, unescape
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks.sites import __main__ as command
from benchmarks.sites import dialects
from benchmarks.sites.blocks import (
    Callout,
    CodeBlock,
    DataTable,
    Definitions,
    Equation,
    Figure,
    Heading,
    Item,
    Items,
    Paragraph,
    Quotation,
    plain,
    read_blocks,
)
from benchmarks.sites.composer import Composed, compose
from benchmarks.sites.dialects import gold_markdown, gold_text
from benchmarks.sites.generators import THEMES
from benchmarks.sites.package import MadePage, made_page, write_package
from benchmarks.sites.site import Site, Theme
from benchmarks.sites.texts import languages, read_language
from benchmarks.sites.tools import UnavailableError
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from webwinnow.evaluate.making import Skipped
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import load

SOURCE = """Some *text* with a [link](https://example.org/).[^]
[^]: A **note**.

## Parts

3. third
  - nested
4. fourth

*Prices*
| thing | price |
| rope | 12 |

Term
: Meaning

```python
x = 1

y = 2
```

$$
a^2
$$

> Said so.

![Alternative](2)
*Below.*

> [!WARNING] Hot
> Do not touch.
"""


def test_every_kind_of_block_is_read() -> None:
    assert read_blocks(SOURCE) == [
        Paragraph("Some *text* with a [link](https://example.org/).[^]", "A **note**."),
        Heading("Parts"),
        Items((Item(0, "3.", "third"), Item(1, "-", "nested"), Item(0, "4.", "fourth"))),
        DataTable((("thing", "price"), ("rope", "12")), "Prices"),
        Definitions((("Term", "Meaning"),)),
        CodeBlock("python", "x = 1\n\ny = 2"),
        Equation("a^2"),
        Quotation(("Said so.",)),
        Figure("Alternative", "2", "Below."),
        Callout("warning", "Hot", "Do not touch."),
    ]


def test_gold_text_has_a_line_for_each_item_row_and_paragraph() -> None:
    assert gold_text("Title", read_blocks(SOURCE)).split("\n\n") == [
        "Title",
        "Some text with a link.",
        "Parts",
        "third\nnested\nfourth",
        "Prices\nthing\tprice\nrope\t12",
        "Term\nMeaning",
        "x = 1",
        "y = 2",
        "a^2",
        "Said so.",
        "Below.",
        "Hot\nDo not touch.",
        "A note.\n",
    ]


def test_gold_markdown_is_read_as_it_was_meant() -> None:
    markdown = gold_markdown("Title", read_blocks(SOURCE))
    parser = MarkdownIt("commonmark").enable("table").use(deflist_plugin).use(footnote_plugin)
    html = parser.render(markdown.replace("[^]", "[^1]").replace("[^0]", "[^1]"))
    assert "<h1>Title</h1>" in html and '<ol start="3">\n<li>third\n<ul>\n<li>nested</li>' in html
    assert "<dd>" in html and "<td>12</td>" in html and "<em>Prices</em>" in html and "<em>Below.</em>" in html
    assert html.count("<blockquote>") == 2 and 'class="footnote-item"' in html


@pytest.mark.parametrize("dialect", [dialects.Dialect, dialects.PythonMarkdown, dialects.Myst, dialects.VitePress])
def test_no_dialect_loses_words(dialect: type[dialects.Dialect]) -> None:
    blocks = read_blocks(SOURCE)
    written = dialect().write(blocks)
    assert [word for word in gold_text("", blocks).split() if word.strip(".") not in written] == []


def test_jekyll_is_told_where_a_list_starts() -> None:
    assert dialects.Kramdown().block(Items((Item(0, "3.", "third"),))) == '3. third\n{: start="3"}'


@pytest.mark.parametrize("code", languages())
def test_texts_of_a_language_are_complete(code: str) -> None:
    language = read_language(code)
    assert language.frame.keys() == read_language("en").frame.keys()
    assert len(language.topics) == 4 and all(len(topic.sections) == 3 for topic in language.topics)
    for half in (0, 1):
        documents = compose(language, half, "seed")
        assert len({document.title for document in documents}) == len(documents) == 8
        kinds = {type(block) for document in documents for block in document.blocks}
        assert kinds >= {Items, DataTable, Definitions, Figure, Quotation, Callout}
        for document in documents:
            check_document(document)


def check_document(document: Composed) -> None:
    """Nothing that would run together stands together, and no signs are left in the text."""
    assert isinstance(document.blocks[0], Paragraph)
    for first, second in pairwise(document.blocks):
        assert type(first) is not type(second) or isinstance(first, Paragraph | Heading)
    prose = [block for block in document.blocks if not isinstance(block, CodeBlock | Equation)]
    assert not set("\"'*`#|_<>[]") & set(gold_text(document.title, prose))


def test_composing_depends_on_the_seed_alone_and_halves_share_no_text() -> None:
    language = read_language("de")
    assert compose(language, 0, "a") == compose(language, 0, "a") != compose(language, 0, "b")
    titles = [{each.topic for each in compose(language, half, "a")} for half in (0, 1)]
    assert not titles[0] & titles[1]


def test_signs_of_footnotes_links_and_emphasis_are_taken_out() -> None:
    assert plain("a **b** *c* `d` [e](f) g.[^2]") == "a b c d e g."


def page_of(document: Composed) -> bytes:
    """Write a page as a generator would: the frame, and the text of the gold."""
    return f"<nav>Menu</nav><main>{escape(gold_text(document.title, document.blocks))}</main>".encode()


def built(site: Site, tools: Path) -> dict[str, Path]:
    """Stand in for a generator."""
    return {
        document.slug: site.write(f"{document.slug}.html", page_of(document).decode()) for document in site.documents
    }


def missing(site: Site, tools: Path) -> dict[str, Path]:
    """Stand in for a generator that is not there."""
    raise UnavailableError("nothing.exe is not installed")


def test_a_page_that_lost_its_text_is_skipped(tmp_path: Path) -> None:
    language = read_language("en")
    document, other = compose(language, 0, "seed")[:2]
    theme = Theme("plain", "none", 0, "article", built)
    site = Site("plain", language, [document], tmp_path)
    assert isinstance(made_page(site, theme, document, page_of(document)), MadePage)
    refused = made_page(site, theme, document, page_of(other))
    assert isinstance(refused, Skipped) and "words are not in the page" in refused.reason


def test_the_package_has_pages_gold_markdown_and_what_is_known(tmp_path: Path) -> None:
    language = read_language("fa")
    theme = Theme("plain", "none", 0, "article", built)
    documents = compose(language, 0, "seed")
    site = Site("plain", language, documents, tmp_path)
    pages = [made_page(site, theme, document, page_of(document)) for document in documents]
    write_package(tmp_path / "sites-train", [page for page in pages if isinstance(page, MadePage)])
    package = load(tmp_path / "sites-train")
    assert package.info().languages == {"fa": 8} and package.description["licence"] == "Apache-2.0"
    page = package.pages[0].read()
    assert page.gold is not None and page.meta.title is not None and page.gold.startswith(page.meta.title)
    markdown = package.pages[0].markdown
    assert markdown is not None and markdown.read_text(encoding="utf-8").startswith(f"# {page.meta.title}\n")
    assert page.gold in unescape(page.html().decode()) and site_of(page.id, page.meta) == "plain.example"


def test_the_command_makes_two_packages_and_says_what_was_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for half, build in enumerate((built, built, missing)):
        name = f"theme-{half}"
        monkeypatch.setitem(THEMES, name, Theme(name, "none", half % 2, "article", build))
    asked = ["--themes", "theme-0", "theme-1", "theme-2", "--languages", "en", "de", "--pages", "3"]
    assert command.main(["-o", str(tmp_path), *asked]) == 0
    shown = capsys.readouterr().out
    assert "12 pages in" in shown and "skipped theme-2-en: nothing.exe is not installed" in shown
    assert [len(load(tmp_path / name).pages) for name in ("sites-train", "sites-test")] == [6, 6]


def test_themes_take_the_languages_in_turn() -> None:
    themes = [Theme(str(at), "none", 0, "article", built) for at in range(2)]
    assert [code for _, code in command.planned(themes, ["a", "b", "c"], 2)] == ["a", "b", "c", "a"]


def test_some_documents_are_long_and_have_long_paragraphs() -> None:
    language = read_language("en")
    documents = [each for seed in "abcdef" for each in compose(language, 0, seed)]
    titles = {each.topic for each in documents}
    long = [each for each in documents if titles <= {each.topic, *_headings(each)}]
    assert 0.2 < len(long) / len(documents) < 0.5
    longest = max(len(block.text) for each in long for block in each.blocks if isinstance(block, Paragraph))
    others = (block for each in documents if each not in long for block in each.blocks)
    assert longest > 1.3 * max(len(block.text) for block in others if isinstance(block, Paragraph))
    noted = [block for each in long for block in each.blocks if isinstance(block, Paragraph) and block.note]
    assert all(block.number for block in noted)


def _headings(document: Composed) -> set[str]:
    return {block.text for block in document.blocks if isinstance(block, Heading)}
