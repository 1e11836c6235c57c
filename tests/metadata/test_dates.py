"""Dates in text, in many languages and calendars."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow import extract
from webwinnow.metadata.calendars import folded, hijri, jalali, month
from webwinnow.metadata.dates import LONGEST, find_dates, parse_date

THIRD_OF_MAY = """2024-05-03
2024/5/3
20240503
2024-05-03T10:11:12.345+02:00
Fri, 03 May 2024 10:11:12 GMT
Fri May 03 10:11:12 +0000 2024
Published: May 3rd, 2024 at 5:30 p.m. ET
Thursday, 3rd of May, 2024
3 MAY 2024
03-May-2024
May 3, '24
3. Mai 2024, 14.30 Uhr
3 mai 2024 à 08h15
3 de mayo de 2024
3 de maio de 2024
3 maggio 2024
3 mei 2024
3 maj 2024
3. toukokuuta 2024
3 maja 2024
3. května 2024
3 мая 2024 г., 15:40
3 травня 2024
3 Μαΐου 2024
3 Mayıs 2024
2024. május 3., péntek
2024 m. gegužės 3 d.
3 de maig de 2024
3 Mei 2024
ngày 3 tháng 5 năm 2024
2024年5月3日 12:34
令和6年5月3日
2024년 5월 3일 (금) 14:20
2024. 5. 3.
3 พฤษภาคม 2567
3 พ.ค. 2567
۱۴۰۳/۰۲/۱۴ - ۱۲:۳۰
جمعه ۱۴ اردیبهشت ۱۴۰۳
۱۴ ثور ۱۴۰۳
٣ مايو ٢٠٢٤
3 أيار/مايو 2024
24 شوال 1445
3 במאי 2024
३ मई २०२४
3 de mayo del 2024"""


@pytest.mark.parametrize("text", THIRD_OF_MAY.splitlines())
def test_one_day_in_many_ways(text: str) -> None:
    assert [found.day for found in find_dates(text)] == [date(2024, 5, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "", "May 3", "3 hours ago", "yesterday", "May 2024", "31/02/2024", "2024-13-45", "192.168.10.20", "1.2.3.4",
        "0800 1234567", "12:30", "vor 3 Tagen", "2024", "May May May", "chapter 3 may be 20",
    ],
)  # fmt: skip
def test_no_dates(text: str) -> None:
    assert find_dates(text) == ()


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024-05-03T10:11:12.345+02:00", "2024-05-03T10:11:12+02:00"),
        ("Fri, 03 May 2024 10:11:12 +0200", "2024-05-03T10:11:12+02:00"),
        ("May 3, 2024, 2:05 pm", "2024-05-03T14:05"),
        ("May 3, 2024 12:05 a.m.", "2024-05-03T00:05"),
        ("3 May 2024 25:61", "2024-05-03"),
        ("1714731072", "2024-05-03T10:11:12Z"),
        ("1714731072000", "2024-05-03T10:11:12Z"),
    ],
)
def test_time_of_day(text: str, iso: str) -> None:
    found = parse_date(text)
    assert found is not None
    assert found.iso == iso


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("1/2/2024", "", date(2024, 2, 1)),
        ("1/2/2024", "en-GB", date(2024, 2, 1)),
        ("1/2/2024", "en-US", date(2024, 1, 2)),
        ("1/2/2024", "en", date(2024, 1, 2)),
        ("1.2.2024", "en_US", date(2024, 2, 1)),
        ("1/13/2024", "de", date(2024, 1, 13)),
        ("13/1/2024", "en-US", date(2024, 1, 13)),
        ("5 listopada 2024", "hr", date(2024, 10, 5)),
        ("5 listopada 2024", "pl", date(2024, 11, 5)),
    ],
)
def test_the_language_decides_where_a_date_may_be_read_in_two_ways(text: str, language: str, expected: date) -> None:
    assert [found.day for found in find_dates(text, language)] == [expected]


def test_confidence_falls_where_the_reading_is_doubtful() -> None:
    sure, doubtful, short, lunar = (
        find_dates(text)[0].confidence for text in ("2024-05-03", "3/5/2024", "3.5.24", "24 شوال 1445")
    )
    assert sure == 1 > doubtful > short == lunar


def test_calendars_are_named() -> None:
    texts = ("2024-05-03", "۱۴۰۳/۰۲/۱۴", "24 شوال 1445", "03/05/2567")
    assert [find_dates(text)[0].calendar for text in texts] == ["gregorian", "jalali", "hijri", "buddhist"]


def test_offsets_and_order() -> None:
    text = "From May 3, 2024 to 2024-06-04, or on ۱۴۰۳/۰۲/۱۴."
    assert [text[found.start : found.end] for found in find_dates(text)] == ["May 3, 2024", "2024-06-04", "۱۴۰۳/۰۲/۱۴"]


@given(some.dates(min_value=date(1930, 1, 1), max_value=date(2090, 1, 1)))
def test_the_jalali_calendar_goes_day_by_day(day: date) -> None:
    """A naive reference: count the days from a Nowruz, month by month, with the leap years of the official calendar."""
    leap = {1399, 1403, 1408}
    current, year, month_number, number = date(2020, 3, 20), 1399, 1, 1
    day = date(2020, 3, 20) + timedelta(days=day.toordinal() % 3600)
    while current < day:
        length = 31 if month_number <= 6 else 30 if month_number < 12 else 30 if year in leap else 29
        current, number = current + timedelta(days=1), number + 1
        if number > length:
            number, month_number = 1, month_number + 1
        if month_number > 12:
            month_number, year = 1, year + 1
    assert jalali(year, month_number, number) == day


@pytest.mark.parametrize(
    ("persian", "expected"),
    [
        ((1357, 11, 22), date(1979, 2, 11)),
        ((1399, 12, 30), date(2021, 3, 20)),
        ((1403, 12, 30), date(2025, 3, 20)),
        ((1404, 12, 30), None),
        ((1403, 13, 1), None),
        ((1, 1, 1), None),
    ],
)
def test_known_days_of_the_jalali_calendar(persian: tuple[int, int, int], expected: date | None) -> None:
    assert jalali(*persian) == expected


def test_the_lunar_calendar_is_right_to_a_day() -> None:
    new_year = hijri(1446, 1, 1)
    assert new_year is not None
    assert abs(new_year - date(2024, 7, 7)) <= timedelta(days=1)
    assert hijri(1446, 13, 1) is None


def test_month_names_fold_case_accents_and_arabic_letters() -> None:
    assert {month(name).number for name in ("MÄRZ", "marz", "Mars", "مارس") if month(name)} == {3}
    assert month("إبريل") == month("ابريل")
    assert month("friday") is None


@given(some.text(alphabet="0123456789/.-: ,MayJunT年月日۱۴", max_size=60))
def test_anything_is_survived(text: str) -> None:
    for found in find_dates(text):
        assert 0 <= found.start < found.end <= len(text)
    parse_date(text)


@pytest.mark.parametrize("piece", ["1 ", "May ", "1/1/", "1 May ", "1.", " ", "2024-", "٣"])
def test_long_texts_are_read_up_to_a_bound(piece: str) -> None:
    assert all(found.end <= LONGEST for found in find_dates(piece * LONGEST))


@pytest.mark.parametrize(
    ("offset", "expected"),
    [("+0530", "+05:30"), ("-11:00", "-11:00"), ("+14:00", "+14:00"), ("+99:99", ""), ("+14:30", ""), ("+05:75", "")],
)
def test_an_offset_that_no_place_has_says_nothing(offset: str, expected: str) -> None:
    found = extract(f"<meta property=article:published_time content='2020-01-01T00:00:00{offset}'><p>x").metadata
    assert found.published is not None and found.published.value == f"2020-01-01T00:00:00{expected}"


@given(
    some.sampled_from(["July", "mai", "Sept", "May", "Tir", "Rajab", "at", "dez", "October"]),
    some.integers(0, 40),
    some.sampled_from(["2019", "1403", "1445", "2567", "0999", "1000", "24", "20190"]),
    some.sampled_from(["{0} {1}, {2}", "{0} {1} {2}", "{1} {0} {2}", " {1} {0}, {2}", "{0}. {1} {2}"]),
    some.sampled_from(["", " at 10:11 am", ", 23:59:01 +0200", " 2024 May 4", "-03", " March 7", "\u0661\u0660"]),
    some.sampled_from(["", "en-US", "de", "pt_BR", "ckb"]),
)
def test_dates_that_are_spelled_out_are_read_as_all_are(
    name: str, day: int, year: str, form: str, behind: str, language: str
) -> None:
    text = form.format(name, day, year) + behind
    assert parse_date(text, language) == next(iter(find_dates(text, language)), None)


@given(some.text(some.characters(max_codepoint=127)))
def test_ascii_is_folded_as_other_text(word: str) -> None:
    assert folded(f"{word}ä") == folded(f"{word}a")
