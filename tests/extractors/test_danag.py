"""DANAg and AdDANAg (mohammadzadeh2013, sections 4.5 and 4.6)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.danag import DANAg
from webwinnow.prefilters.filter3 import Filter3
from webwinnow.spans import Spans

MENU = "<ul>" + '<li class="entry"><a href="/some/page/of/the/site">An entry</a></li>' * 25 + "</ul>"
ARTICLE = "<p>" + "The wind takes the chaff and leaves the grain on the floor. " * 8 + "</p>"


def kept(source: str, **parameters: object) -> str:
    page = Document(source)
    return " ".join(page.source[start:end] for start, end in DANAg(**parameters)(page))


def naive_danag(page: Document, gap: int, smoothing: int, width: int) -> Spans:
    """The four phases, line by line."""
    lines = page.normalised_lines(width)
    content, code = lines.content.tolist(), lines.code.tolist()
    half = smoothing // 2
    difference = [
        sum(content[max(i - half, 0) : i + half + 1]) - sum(code[max(i - half, 0) : i + half + 1])
        for i in range(len(lines))
    ]
    regions: list[list[int]] = []
    for line in (i for i, each in enumerate(difference) if each > 0):
        if regions and regions[-1][-1] == line - 1:
            regions[-1].append(line)
        else:
            regions.append([line])
    if not regions:
        return page.select([])
    sizes = [sum(content[line] for line in region) for region in regions]
    left = right = sizes.index(max(sizes))
    while left > 0 and regions[left][0] - regions[left - 1][-1] + 1 <= gap:
        left -= 1
    while right + 1 < len(regions) and regions[right + 1][0] - regions[right][-1] + 1 <= gap:
        right += 1
    chosen = [line for region in regions[left : right + 1] for line in region]
    return page.select([(lines.edge[line], lines.edge[line + 1]) for line in chosen])


@given(markup(), st.sampled_from([0, 2, 5, 20]), st.sampled_from([1, 3, 5]), st.sampled_from([10, 30, 120]))
def test_chosen_is_what_the_four_phases_choose(source: str, gap: int, smoothing: int, width: int) -> None:
    page = Document(source)
    assert DANAg(gap, smoothing, width=width)(page) == naive_danag(page, gap, smoothing, width)


def test_addanag_is_danag_after_filter_3() -> None:
    assert parse("addanag") == parse("filter3 >> danag") == Filter3() >> DANAg()
    page = Document(MENU + ARTICLE)
    assert parse("addanag")(page) == DANAg()(Filter3()(page))


def test_defaults_are_the_papers() -> None:
    assert (DANAg().gap, DANAg().smoothing) == (20, 3)
    assert str(DANAg()) == "danag"
    assert parse("danag(smoothing=1)") == DANAg(smoothing=1)


def test_it_wins_on_an_article_between_menus() -> None:
    found = kept(MENU + ARTICLE * 3 + MENU)
    assert found.count("The wind takes the chaff") == 24
    assert "entry" not in found


def test_lines_of_equal_length_hold_parts_of_the_menu_where_it_meets_the_content() -> None:
    found = kept(MENU + ARTICLE * 3 + MENU, lines="equal", width=120)
    assert found.count("The wind takes the chaff") >= 23
    assert found.count("entry") <= 2


def test_it_loses_where_the_content_is_far_apart() -> None:
    """The gap of 20 lines, which on Wikipedia is too short (section 4.4.2): a wider one helps."""
    source = MENU.join([ARTICLE, ARTICLE * 2, ARTICLE])
    assert kept(source).count("The wind") == 16
    assert kept(source, gap=160).count("The wind") == 32


def test_it_loses_on_content_that_is_all_links_and_filter_3_helps() -> None:
    linked = "The wind <a href='/wiki/Chaff_(disambiguation)' title='Chaff (disambiguation)'>takes the chaff</a> and "
    page = Document("<p>" + linked * 30 + "</p>")
    assert DANAg()(page).share_of(page.visible) < 0.2
    assert parse("addanag")(page).share_of(page.visible) > 0.9


def test_regions_show_what_decides() -> None:
    lines, regions = DANAg().regions(Document(MENU + ARTICLE + MENU))
    assert len(regions.difference) == len(lines)
    assert (regions.difference[regions.first] > 0).all()
    assert np.all(regions.first <= regions.last)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gap": -1}, "danag: gap must be a whole number from 0 to 100000, not -1"),
        ({"gap": 2.5}, "danag: gap must be a whole number from 0 to 100000, not 2.5"),
        ({"smoothing": 0}, "danag: smoothing must be a whole number from 1 to 99, not 0"),
        ({"smoothing": 4}, "danag: smoothing must be an odd number from 1 to 99, not 4"),
        ({"width": 9}, "danag: width must be a whole number from 10 to 100000, not 9"),
        ({"lines": "source"}, "danag: lines must be blocks or equal, not 'source'"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        DANAg(**parameters)
    assert str(error.value) == message


@pytest.mark.parametrize("source", ["", "<p></p>", "<br>" * 50, "one"])
def test_pages_with_little(source: str) -> None:
    assert kept(source) in ("", "one")
