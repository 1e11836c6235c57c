"""Dates by compiled code and by a pattern, and the sieves before patterns of names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.kernels import LIBRARY
from webwinnow.posts import compiled, naming
from webwinnow.posts.evidence import UNITS, Marked, dated_gaps

PIECES = (
    "1 3 12 2024 ٣ ۱۴ ² 𝟛 : / - . , h st nd rd th May Mai mars of 年 月 日 昨天 min Min MIN ſec yil yıl día año ay "
    "hours час ЧАС мин 小时 d m w y _ a ago esterday oday, &nbsp; &#8211; &amp; & ; 😀 𠀋 é <b> </b> <p> </p>"
).split()


def compiled_dates(page: Document) -> Marked:
    assert LIBRARY is not None
    return compiled.find_repeated(LIBRARY, page, likely=True).evidence.dated


@pytest.mark.skipif(LIBRARY is None, reason="compiled code is what is tried")
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.just(" ")), max_size=14))
def test_compiled_dates_are_those_of_the_pattern(pieces: list[str]) -> None:
    page = Document("".join(pieces))
    assert compiled_dates(page).tolist() == dated_gaps(page).tolist()


@pytest.mark.skipif(LIBRARY is None, reason="compiled code is what is tried")
@pytest.mark.parametrize("unit", UNITS.split("|"))
def test_every_unit_makes_a_date(unit: str) -> None:
    page = Document("".join(f"<p>vor 3{blank}{written}</p>" for blank in ("", " ") for written in (unit, unit.upper())))
    assert compiled_dates(page).tolist() == dated_gaps(page).tolist()
    assert dated_gaps(page).sum() == 4


def test_letters_that_patterns_take_for_the_same() -> None:
    small, everything = compiled.small_letters().tolist(), "".join(map(chr, range(0x10000)))
    for letter in set(UNITS) - {"|"}:
        same = [each for each in everything if small[ord(each)] == small[ord(letter)]]
        assert re.findall(f"(?i:{letter})", everything) == same, letter


def test_dates_may_go_on_in_the_next_element() -> None:
    page = Document("<i>3</i><b>May</b><u>2024</u><p>4</p><p>what</p>")
    assert dated_gaps(page).sum() == 1
    assert LIBRARY is None or compiled_dates(page).tolist() == dated_gaps(page).tolist()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (naming._COMMENT, "usercomment kommentar komment coment yorum reply replies response disqus dsq-x pinglun "
         "guestbook opinia feedback-item"),
        (naming._POST, "blogpost answer question message topic thread bbp-x discussion entry hentry plhin lou"),
        (naming._FORUM, "answer thread topic forum messagelist message--post postbit ipscomment qapage "
         "discussionforumposting crawler-post viewtopic bbp-x comtr"),
        (naming._AGAINST, "related recent popular teaser widget sidebar nav menu footer promo recommend trending "
         "similar latest breadcrumb paginat carousel slider calendar product archive cookie consent gdpr structitem "
         "signature struct-item userinfo user-info userdetails headlines newsletter hot-network"),
    ],
)  # fmt: skip
def test_the_parts_of_names_let_all_through(words: naming.SoughtNames, names: str) -> None:
    assert [name for name in names.split() if not words.stand_in(name)] == []


@pytest.mark.parametrize(("names", "against"), [("ad", True), ("x-ads y", True), ("header", False), ("adsense", False)])
def test_advertisements(names: str, against: bool) -> None:
    assert naming.Naming("", names).against == against
