"""Lists that only lay a page out have no bullets."""

from __future__ import annotations

from webwinnow import extract

LONG = "The mill had stood still for eighty years. " * 50
PAGE = (
    "<ul><li><ul><li><p>By Ada Miller</p><p>%s</p><blockquote><ul><li>oak<li>elm<ol><li>bark</ol></ul></blockquote>"
    "<p>It turns again.</p><li>More</ul></ul>"
)


def test_bullets_stand_before_points_alone() -> None:
    result = extract(PAGE % LONG, "plain", headline=False)
    assert "\n- oak\n- elm\n" in result.text and "\nIt turns again.\n" in result.text
    assert result.text.startswith("By Ada Miller\n\nThe mill")
    assert result.markdown.startswith("By Ada Miller\n\nThe mill")
    assert "\n> - oak\n> - elm\n>   1. bark\n\nIt turns again.\n" in result.markdown
    assert result.render("tei").count("<list") == 2


def test_what_is_nested_is_counted_again() -> None:
    levels = {block.kind: block.level for block in extract(PAGE % LONG, "plain", headline=False).blocks}
    assert levels["quote"] == 1 and levels["list"] == 3  # in a quotation, in a list


def test_points_stay() -> None:
    result = extract("<ul><li><p>one</p><p>more</p><li>two</ul>", "plain", headline=False)
    assert result.text == "- one\n\n  more\n\n- two\n"


def test_cards_have_headings_instead_of_bullets() -> None:
    cards = "".join(f"<li><h3>{name}</h3><p>{LONG[:300]}</p></li>" for name in ("Mill", "Pond"))
    result = extract(f"<title>On the coast</title><h1>On the coast</h1><ul>{cards}</ul>", "plain")
    assert "\n\n### Mill\n\nThe mill" in result.markdown and "\n\n### Pond\n\nThe mill" in result.markdown
    assert "\n\n\nMill\n\nThe mill" in result.text and "\n\n\nPond\n\nThe mill" in result.text


def test_an_item_goes_with_its_list_whatever_stands_between() -> None:
    result = extract(f"<ul><li><p>{LONG}</p></li><a href=/x><li><p>{LONG}</p></li></a></ul>", "plain", headline=False)
    assert {block.kind.value for block in result.blocks} == {"paragraph"}
