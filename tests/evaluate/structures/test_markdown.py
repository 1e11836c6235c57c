"""The reader of Markdown, and the structures that it finds."""

from __future__ import annotations

from webwinnow.evaluate.structures.markdown import Part, PartKind, markdown_outline, read_markdown


def drawn(part: Part, depth: int = 0) -> list[str]:
    said = " ".join(filter(None, (part.kind, part.text, f"({part.label})" if part.label else "")))
    return ["  " * depth + said, *(line for each in part.parts for line in drawn(each, depth + 1))]


def read(markdown: str) -> list[str]:
    return [line[2:] for line in drawn(read_markdown(markdown))[1:]]


def test_headings_paragraphs_and_what_stands_in_a_line() -> None:
    assert read("# Rain *at* last\n\nIt `rained`\nall [night](x).") == [
        *("heading Rain at last", "paragraph It rained all night."),
    ]
    assert [part.level for part in read_markdown("# a\n\n### b").parts] == [1, 3]


def test_lists_with_their_nesting_and_first_number() -> None:
    assert read("3. third\n   - nested\n4. fourth") == [
        *("list (from 3)", "  item third", "    list", "      item nested", "  item fourth"),
    ]


def test_a_definition_list() -> None:
    assert read("Weight\n: Forty kilograms") == ["definitions", "  term Weight", "  description Forty kilograms"]


def test_a_table_with_its_caption() -> None:
    assert read("*Repairs*\n\n| a | b |\n|---|---|\n| 1 | |") == [
        *("table", "  caption Repairs", "  row", "    cell a", "    cell b", "  row", "    cell 1"),
    ]


def test_a_header_without_names_is_none() -> None:
    assert read("| | |\n|---|---|\n| 1 | 2 |") == ["table", "  row", "    cell 1", "    cell 2"]


def test_figures_with_and_without_caption() -> None:
    assert read("![a clock](c.png)\n\n*The clock.*\n\n*Not a caption.*") == [
        *("figure The clock. (a clock)", "paragraph Not a caption."),
    ]
    assert read("![a clock](c.png)\n\nText.") == ["figure (a clock)", "paragraph Text."]


def test_half_in_italics_is_no_caption() -> None:
    assert read("![a](c.png)\n\n*Some* words *here*") == ["figure (a)", "paragraph Some words here"]


def test_code_and_formulas() -> None:
    assert read("```python title\nx = 1\n  y\n```") == ["code x = 1\n  y (python)"]
    assert read("$$\nE = m\n$$\n\nLet $a+b$ cost $5 and $6.") == [
        *("formula E = m", "paragraph Let a+b cost $5 and $6.", "  formula a+b"),
    ]


def test_a_callout_and_a_footnote() -> None:
    assert read("> [!WARNING]\n> **Mind**\n>\n> Hot.") == ["quote (warning)", "  paragraph Mind", "  paragraph Hot."]
    assert read("Text.[^1]\n\n[^1]: A note.") == ["paragraph Text.", "footnote A note."]


def test_parts_of_a_kind_are_the_outermost() -> None:
    document = read_markdown("- a\n  - b\n\n> - c")
    assert [part.parts[0].text for part in document.of_kind(PartKind.LIST)] == ["a", "c"]


def test_any_text_will_do() -> None:
    assert read("") == []
    assert read_markdown("> " * 3000 + "deep").kind is PartKind.DOCUMENT
    assert read_markdown("- " * 3000 + "deep").kind is PartKind.DOCUMENT


def outline(markdown: str) -> list[tuple[str, str]]:
    outlined = markdown_outline(markdown)
    return [(str(each.kind), " ".join(outlined.words_of(each))) for each in outlined.structures]


def test_the_outline_has_every_kind_once_and_words_in_their_order() -> None:
    text = """# Rain\n\nIt rained $a+b$.\n\n*Sums*\n\n| May | June |\n|---|---|\n| 71 | 48 |\n
- one two\n  - three\n\n```\nx = 1\n```\n\n$$\na + b\n$$\n\n![alt](x.png)\n\n*The old clock.*\n"""
    assert outline(text) == [
        ("heading", "rain"),
        ("table", "sums may june 71 48"),
        ("list", "one two three"),
        ("code", "x 1"),
        ("formula", "a b"),
        ("figure", "the old clock"),
    ]
    assert markdown_outline(text).words[:6] == ("rain", "it", "rained", "a", "b", "sums")
