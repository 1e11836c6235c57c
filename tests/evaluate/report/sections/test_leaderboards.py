from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.cell import Cell
from webwinnow.evaluate.report.material import Material
from webwinnow.evaluate.report.sections.leaderboards import overall
from webwinnow.evaluate.summarising import Wanted, summarise


def snippets_run(make_run):
    """A run whose pages have snippets as their only gold."""
    scores = {"plain": [(1.0, 0.1)] * 4, "bte": [(0.8, 0.9)] * 4}
    cells = {
        ("p", name): tuple(
            Cell(f"page-{number:03}", 1_000, 0.001, {"snippets": {"with": found, "without": absent}})
            for number, (found, absent) in enumerate(values)
        )
        for name, values in scores.items()
    }
    measures = ("word-bag", "snippets")
    summary = summarise(Wanted("1.2.3", measures, ()), cells)
    run = make_run({"p": {"plain": [0.5] * 4, "bte": [0.5] * 4}})
    return replace(run, cells=cells, measures=measures, summary=summary)


def test_where_the_leading_measure_has_no_gold_the_next_is_shown(make_run) -> None:
    html = overall(Material(snippets_run(make_run)))
    tree = LexborHTMLParser(html)
    assert "by snippets" in tree.css_first("caption").text()
    assert [each.text() for each in tree.css("thead th")][2:5] == ["With", "95\u00a0% interval", "Without"]
    assert "With alone rewards keeping everything: read it beside Without." in tree.css_first(".verdict").text()


def test_without_any_score_it_says_so(make_run) -> None:
    assert "No page could be scored" in overall(Material(make_run({"p": {"a": [None]}})))


def test_several_packages_are_said_to_be_joined(make_run) -> None:
    run = make_run({"one": {"a": [0.5, 0.7]}, "two": {"a": [0.9]}})
    tree = LexborHTMLParser(overall(Material(run)))
    caption = "Leaderboard by word-bag, 3 pages of 2 packages; each page counts the same, whatever its package"
    assert tree.css_first("caption").text() == caption
    assert tree.css_first("td.main b").text() == "0.700"
