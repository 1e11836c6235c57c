"""The DANA family: R2L, DANA and DANAg (mohammadzadeh2013, chapter 4)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kept import kept_text
from markup import markup
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.expression import parse
from webwinnow.extractors.dana import DANA, R2L, DANAg, byte_lines, character_lines, content_regions
from webwinnow.language.characters import right_to_left
from webwinnow.prefilters.link_filters import Filter3
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

LINES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=40)


def naive_regions(lines: list[tuple[int, int]], gap: int, smoothing: int) -> list[tuple[int, int]]:
    """Formula 4.2 (or 4.6), regions above the axis, the largest one, and Algorithm 1."""
    half = smoothing // 2
    difference = [
        sum(content - code for content, code in lines[max(line - half, 0) : line + half + 1])
        for line in range(len(lines))
    ]
    regions: list[list[int]] = []
    for line, each in enumerate(difference):
        if each > 0 and regions and regions[-1][-1] == line - 1:
            regions[-1].append(line)
        elif each > 0:
            regions.append([line])
    if not regions:
        return []
    sizes = [sum(lines[line][0] for line in region) for region in regions]
    left = right = sizes.index(max(sizes))
    while left > 0 and regions[left][0] - regions[left - 1][-1] + 1 <= gap:
        left -= 1
    while right < len(regions) - 1 and regions[right + 1][0] - regions[right][-1] + 1 <= gap:
        right += 1
    return [(region[0], region[-1]) for region in regions[left : right + 1]]


@given(LINES, st.integers(0, 12), st.sampled_from([1, 3, 5]))
def test_regions_are_those_of_the_loops(lines: list[tuple[int, int]], gap: int, smoothing: int) -> None:
    content, code = (np.array([line[side] for line in lines], dtype=np.int32) for side in (0, 1))
    found = content_regions(content, code, gap, smoothing)
    chosen = list(zip(found.first.tolist(), found.last.tolist(), strict=True))
    assert chosen == naive_regions(lines, gap, smoothing)
    assert len(found.difference) == len(lines)


def test_the_region_with_most_content_is_the_seed_not_the_longest() -> None:
    content = np.array([9, 9, 9, 9, 0, 0, 0, 0, 900])
    code = np.array([0, 0, 0, 0, 50, 50, 50, 50, 0])
    found = content_regions(content, code, 0, 1)
    assert (found.first.tolist(), found.last.tolist()) == ([8], [8])


MENU = "<ul>" + '<li class="entry"><a href="/some/page">خانه</a></li>' * 25 + "</ul>"
SENTENCE = "باد کاه را می‌برد و دانه را بر زمین می‌گذارد و خرمن پاک می‌شود. "
ARTICLE = f"<p>{SENTENCE * 8}</p>"


def text(source: str, **parameters: object) -> str:
    page = Document(source)
    return render_text(page, R2L(**parameters)(page))


@given(markup())
def test_only_right_to_left_characters_come_out(source: str) -> None:
    page = Document(source)
    found = R2L()(page)
    characters = {character for start, end in found for character in page.source[start:end]}
    assert all(ord(character) >= 0x590 for character in characters)
    assert found == page.select(found)


@pytest.mark.parametrize("source", ["", "plain", "<p>naïve – “quoted” 中文</p>" * 20, "zero\u200cwidth"])
def test_nothing_without_right_to_left_text_and_nothing_is_parsed(source: str) -> None:
    page = Document(source)
    assert not len(R2L()(page))
    assert "markup" not in vars(page)


def test_it_wins_on_a_farsi_article_between_menus() -> None:
    found = text(MENU + ARTICLE * 3 + MENU)
    assert found.count("باد") == 24
    assert "خانه" not in found
    assert "می‌برد" in found  # joiners stay inside their words


def test_it_loses_words_in_latin_and_digits() -> None:
    """Section 4.4: what R2L misses, and DANA was made for."""
    found = text(ARTICLE.replace("خرمن", "winnowing 2026"))
    assert "باد" in found
    assert "winnowing" not in found
    assert "2026" not in found


def test_a_gap_of_8_lines_is_near_and_9_are_not() -> None:
    """With formula 4.2 the first and the last line beside much code are lost, too; regions are that much farther."""
    entry = '<li class="an-entry-of-the-menu-of-the-site">x</li>'
    near, far = (text(ARTICLE + entry * entries + ARTICLE * 2).count("باد") for entries in (1, 12))
    assert near > far > 0


def test_right_to_left_text_written_in_references_is_code() -> None:
    """The paper reads bytes, and references are ASCII."""
    references = "".join(f"&#{ord(character)};" for character in SENTENCE * 4)
    lines = R2L().counted_lines(Document(f"<p>{references}</p>"))
    assert lines.content.sum() == 0


def test_defaults_are_the_papers() -> None:
    assert (R2L().gap, R2L().smoothing) == (8, 3)


MIXED_MENU = "<ul>" + '<li class="entry"><a href="/some/page">דף הבית</a></li>' * 25 + "</ul>"
MIXED_ARTICLE = f"<p>{'הרוח נושאת את המוץ ומשאירה את הגרעין על הגורן כך זורים. ' * 8}</p>"


def dana_text(source: str, **parameters: object) -> str:
    page = Document(source)
    return render_text(page, DANA(**parameters)(page))


@given(markup())
def test_phases_one_to_three_are_those_of_r2l(source: str) -> None:
    page = Document(source)
    assert R2L(gap=20)(page).share_of(DANA()(page)) <= 1
    assert (R2L(gap=20)(page) & DANA()(page)) == R2L(gap=20)(page)


@pytest.mark.parametrize("source", ["", "plain", "<p>naïve 中文</p>" * 20])
def test_dana_gives_nothing_without_right_to_left_text_and_parses_nothing(source: str) -> None:
    page = Document(source)
    assert not len(DANA()(page))
    assert "markup" not in vars(page)


def test_it_wins_on_hebrew_with_words_in_latin() -> None:
    found = dana_text(MIXED_MENU + MIXED_ARTICLE.replace("הגורן", "Grain, 2026:") * 3 + MIXED_MENU)
    assert found.count("Grain, 2026:") >= 23
    assert "דף הבית" not in found


def test_it_loses_on_pages_in_latin_letters() -> None:
    assert dana_text("<p>" + "An article without a word in Hebrew. " * 30 + "</p><p>שלום</p>").strip() in ("", "שלום")


def test_a_wider_gap_than_r2l() -> None:
    entries = '<li class="an-entry-of-the-menu">x</li>' * 4
    assert dana_text(MIXED_ARTICLE + entries + MIXED_ARTICLE).count("הרוח") > dana_text(
        MIXED_ARTICLE + entries + MIXED_ARTICLE, gap=8
    ).count("הרוח")


def test_defaults_of_dana_are_the_papers() -> None:
    assert (DANA().gap, DANA().smoothing) == (20, 3)


LATIN_MENU = "<ul>" + '<li class="entry"><a href="/some/page/of/the/site">An entry</a></li>' * 25 + "</ul>"
LATIN_ARTICLE = "<p>" + "The wind takes the chaff and leaves the grain on the floor. " * 8 + "</p>"


def kept(source: str, **parameters: object) -> str:
    return kept_text(DANAg(**parameters), source)


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
    page = Document(LATIN_MENU + LATIN_ARTICLE)
    assert parse("addanag")(page) == DANAg()(Filter3()(page))


def test_defaults_of_danag_are_the_papers() -> None:
    assert (DANAg().gap, DANAg().smoothing) == (20, 3)
    assert str(DANAg()) == "danag"
    assert parse("danag(smoothing=1)") == DANAg(smoothing=1)


def test_it_wins_on_an_article_between_menus() -> None:
    found = kept(LATIN_MENU + LATIN_ARTICLE * 3 + LATIN_MENU)
    assert found.count("The wind takes the chaff") == 24
    assert "entry" not in found


def test_lines_of_equal_length_hold_parts_of_the_menu_where_it_meets_the_content() -> None:
    found = kept(LATIN_MENU + LATIN_ARTICLE * 3 + LATIN_MENU, lines="equal", width=120)
    assert found.count("The wind takes the chaff") >= 23
    assert found.count("entry") <= 2


def test_it_loses_where_the_content_is_far_apart() -> None:
    """The gap of 20 lines, which on Wikipedia is too short (section 4.4.2): a wider one helps."""
    source = LATIN_MENU.join([LATIN_ARTICLE, LATIN_ARTICLE * 2, LATIN_ARTICLE])
    assert kept(source).count("The wind") == 16
    assert kept(source, gap=160).count("The wind") == 32


def test_it_loses_on_content_that_is_all_links_and_filter_3_helps() -> None:
    linked = "The wind <a href='/wiki/Chaff_(disambiguation)' title='Chaff (disambiguation)'>takes the chaff</a> and "
    page = Document("<p>" + linked * 30 + "</p>")
    assert DANAg()(page).share_of(page.visible) < 0.2
    assert parse("addanag")(page).share_of(page.visible) > 0.9


def test_regions_show_what_decides() -> None:
    page = Document(LATIN_MENU + LATIN_ARTICLE + LATIN_MENU)
    lines = DANAg().counted_lines(page)
    regions = DANAg().regions(page, lines)
    assert len(regions.difference) == len(lines)
    assert (regions.difference[regions.first] > 0).all()
    assert np.all(regions.first <= regions.last)


@pytest.mark.parametrize("source", ["", "<p></p>", "<br>" * 50, "one"])
def test_pages_with_little(source: str) -> None:
    assert kept(source) in ("", "one")


def naive_counts(page: Document, edge: list[int]) -> tuple[list[int], list[int]]:
    """T1 and T2: of visible text and whole tags, the characters of S1 and those of S2; other tags are all code."""
    rtl, content, code = set(right_to_left(page.source).tolist()), [0] * (len(edge) - 1), [0] * (len(edge) - 1)
    lengths = page.tokens.tag_end - page.tokens.tag_start
    tags = zip(page.tokens.tag_start.tolist(), lengths.tolist(), page.code.tolist(), strict=True)
    places = [at for start, end in page.visible for at in range(start, end)]
    for start, length, counted in tags:
        line = int(np.searchsorted(edge, start, side="right")) - 1
        if counted == length:
            places += range(start, start + length)
        else:
            code[min(line, len(code) - 1)] += counted
    for at in places:
        line = int(np.searchsorted(edge, at, side="right")) - 1
        content[line] += at in rtl
        code[line] += page.source[at].isascii()
    return content, code


@given(markup(), st.integers(10, 60))
def test_counts_are_those_of_a_loop(source: str, width: int) -> None:
    page = Document(source)
    lines = character_lines(page, right_to_left(page.source), width)
    assert (lines.content.tolist(), lines.code.tolist()) == naive_counts(page, lines.edge.tolist())
    in_bytes = byte_lines(page, width)
    assert in_bytes.content.tolist() == naive_bytes(page, lines.edge.tolist())
    assert in_bytes.code.tolist() == lines.code.tolist()


def naive_bytes(page: Document, edge: list[int]) -> list[int]:
    """Bytes above 127 of visible text and whole tags, read as a stream of bytes (section 4.3.2)."""
    tags = zip(page.tokens.tag_start.tolist(), page.tokens.tag_end.tolist(), page.code.tolist(), strict=True)
    places = [(start, end) for start, end, code in tags if code == end - start] + list(page.visible)
    content = [0] * (len(edge) - 1)
    for start, end in places:
        for at in range(start, end):
            line = int(np.searchsorted(edge, at, side="right")) - 1
            content[line] += sum(byte > 127 for byte in page.source[at].encode())
    return content


def test_a_letter_is_two_bytes_and_wins_over_more_markup() -> None:
    """Farsi between tags of about its own length: content in bytes, code in characters."""
    entry = f'<p class="{"x" * 10}">{SENTENCE}</p>'
    page = Document(entry * 12)
    assert R2L(unit="bytes")(page).share_of(page.visible) > 0.7
    assert R2L(unit="characters")(page).share_of(page.visible) < 0.1
    assert R2L() == R2L(unit="bytes")
    with pytest.raises(ParameterError, match="r2l: unit must be bytes or characters, not 'letters'"):
        R2L(unit="letters")


def test_no_giant_line_flattens_the_figure_of_a_short_page() -> None:
    """Figure 4.3: the head of a page is many lines of code, not one as long as all of them."""
    head = "<head>" + '<meta property="og:title" content="A page">' * 60 + "</head>"
    lines = R2L().counted_lines(Document(f"{head}<body>{ARTICLE}</body>"))
    assert lines.code.max() < 2 * lines.content.max()


def test_paragraphs_come_out_whole_between_heavy_markup() -> None:
    """Code beside a paragraph is cut into lines as well, so that it does not swallow the paragraph's first and last."""
    heavy = '<div class="teaser teaser--large"></div>' * 30
    page = Document("<body>" + heavy.join([LATIN_ARTICLE] * 4) + "</body>")
    kept = DANAg(gap=100)(page)
    assert kept == page.visible


def test_attributes_count_by_their_characters_unless_a_filter_took_them() -> None:
    page = Document('<p title="سلام">abc شب é</p>')
    lines = character_lines(page, right_to_left(page.source), 30)
    assert lines.content.tolist() == [4, 2, 0]
    assert lines.code.tolist() == [12, 5, 4]  # the letter with an accent is neither
    bare = page.with_code(np.array([3, 4]))
    lines = character_lines(bare, right_to_left(page.source), 30)
    assert lines.content.tolist() == [0, 2, 0]
    assert lines.code.tolist() == [3, 5, 4]
