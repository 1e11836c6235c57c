from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.report.frame import CandidateMark
from webwinnow.evaluate.report.tables import TableCell, TableColumn, candidate, table


def test_a_table_has_a_caption_heads_and_rows_that_are_named() -> None:
    columns = [TableColumn("Name", numbers=False, first="ascending"), TableColumn("F1", "what it means")]
    html = table("A <caption>", columns, [[TableCell("x & y"), TableCell("0.5", 0.5, class_="main")]], sorted_by=1)
    tree = LexborHTMLParser(html)
    assert tree.css_first("caption").text() == "A <caption>"
    assert [each.attributes.get("aria-sort") for each in tree.css("thead th")] == [None, "descending"]
    assert [each.attributes["data-first"] for each in tree.css("thead button")] == ["ascending", "descending"]
    assert tree.css_first("thead [scope=col] button[title]").attributes["title"] == "what it means"
    assert tree.css_first("tbody th[scope=row]").text() == "x & y"
    number = tree.css_first("tbody td")
    assert (number.attributes["data-order"], number.attributes["class"]) == ("0.5", "number main")


def test_a_wide_table_scrolls_with_the_keyboard() -> None:
    region = LexborHTMLParser(table("Caption", [TableColumn("x")], [])).css_first("div[role=region]")
    assert (region.attributes["tabindex"], region.attributes["aria-label"]) == ("0", "Caption")


def test_a_candidate_leads_to_its_worst_pages() -> None:
    cell = candidate(CandidateMark(3, "lqf >> bte"))
    assert LexborHTMLParser(cell.content).css_first("a").attributes["href"] == "#worst-3"
