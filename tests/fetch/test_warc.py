"""Web archives: whole ones in all their forms, and broken ones, of which everything readable is read."""

from __future__ import annotations

import gzip
from io import BytesIO

import pytest

from fetch.warcs import HTML_HEAD, record
from webwinnow.fetch.warc import Archive, ArchivedPage

zstandard = pytest.importorskip("zstandard", reason="pip install 'webwinnow[batch]'")
pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")

RAIN = record(b"<p>Rain.</p>", number=1, url="http://a.example/")
SNOW = record(b"<p>Snow and ice.</p>", number=2, url="http://b.example/")
HAIL = record(b"<p>Hail.</p>", number=3, url="http://c.example/")


def read(data: bytes, limit: int = 1_000_000) -> tuple[list[ArchivedPage], Archive]:
    archive = Archive(BytesIO(data), limit)
    return list(archive), archive


def bodies(data: bytes) -> list[bytes]:
    return [page.fetched.body for page in read(data)[0]]


ALL = [b"<p>Rain.</p>", b"<p>Snow and ice.</p>", b"<p>Hail.</p>"]


@pytest.mark.parametrize(
    "data",
    [
        RAIN + SNOW + HAIL,
        b"".join(map(gzip.compress, (RAIN, SNOW, HAIL))),
        gzip.compress(RAIN + SNOW + HAIL),
        b"".join(map(zstandard.compress, (RAIN, SNOW, HAIL))),
    ],
    ids=["plain", "a member each", "one member", "zstd"],
)
def test_all_forms_give_the_same_pages(data: bytes) -> None:
    pages, archive = read(data)
    assert [page.fetched.body for page in pages] == ALL
    assert [page.fetched.url for page in pages] == ["http://a.example/", "http://b.example/", "http://c.example/"]
    assert {(page.fetched.charset, page.fetched.content_type, page.status) for page in pages} == {
        ("utf-8", "text/html", 200)
    }
    assert archive.damage == []


def test_offsets_lead_to_the_records() -> None:
    data = b"".join(map(gzip.compress, (RAIN, SNOW, HAIL)))
    for page in read(data)[0]:
        assert read(data[page.offset :])[0][0].record_id == page.record_id


def test_revisits_and_truncated_records_are_told_apart_and_others_counted() -> None:
    data = (
        record(b"", kind="revisit", number=4)
        + record(b"<p>Cut", fields="WARC-Truncated: length\r\n", number=5)
        + record(b"GET / HTTP/1.1\r\n\r\n", None, kind="request")
        + record(b"<p>Alone.</p>", None, kind="resource")
    )
    pages, archive = read(data)
    assert [(page.kind, page.truncated) for page in pages] == [
        ("revisit", None),
        ("response", "length"),
        ("resource", None),
    ]
    assert pages[2].fetched.content_type == "text/html"
    assert archive.others == {"request": 1}


def test_a_part_of_a_page_is_marked_as_one() -> None:
    pages, _ = read(record(b"<p>Rain", HTML_HEAD.replace("200 OK", "206 Partial Content")) + record(number=2))
    assert [page.truncated for page in pages] == ["206", None]


def test_a_name_look_up_is_no_page() -> None:
    data = record(b"1.2.3.4", None, url="dns:rain.example").replace(b"text/html", b"text/dns")
    pages, archive = read(data + RAIN)
    assert len(pages) == 1 and archive.others == {"response": 1}


def test_an_archive_of_0_bytes_has_no_pages_and_no_damage() -> None:
    pages, archive = read(b"")
    assert pages == [] and archive.damage == []


def test_what_is_no_archive_is_damage_from_its_start() -> None:
    pages, archive = read(b"no archive at all\n" * 50)
    assert pages == [] and len(archive.damage) == 1 and archive.damage[0].startswith("from byte 0 to the end")


@pytest.mark.parametrize("cut", range(1, len(gzip.compress(SNOW)), 7))
def test_a_compressed_archive_that_breaks_off_anywhere_says_so(cut: int) -> None:
    pages, archive = read(gzip.compress(RAIN) + gzip.compress(SNOW)[:cut])
    assert pages[0].fetched.body == ALL[0] and pages[0].truncated is None
    assert len(archive.damage) == 1


@pytest.mark.parametrize("cut", range(1, len(SNOW) - 4, 11))
def test_a_plain_archive_that_breaks_off_anywhere_says_so(cut: int) -> None:
    pages, archive = read(RAIN + SNOW[:cut])
    assert pages[0].fetched.body == ALL[0]
    assert len(archive.damage) == 1


def test_a_corrupt_member_costs_itself_alone() -> None:
    members = [bytearray(gzip.compress(each)) for each in (RAIN, SNOW, HAIL)]
    for place in range(40, 60):
        members[1][place] ^= 0xFF
    pages, archive = read(b"".join(map(bytes, members)))
    assert [page.fetched.url for page in pages if page.truncated is None] == ["http://a.example/", "http://c.example/"]
    assert pages[-1].offset == len(members[0]) + len(members[1])
    assert len(archive.damage) == 1


def test_zeros_behind_the_last_record_are_damage_without_loss() -> None:
    pages, archive = read(gzip.compress(RAIN) + b"\0" * 5000)
    assert [page.fetched.body for page in pages] == ALL[:1] and len(archive.damage) == 1


@pytest.mark.parametrize("length", [500, 5000, 10**18])
def test_a_length_that_reaches_into_the_next_records_loses_none_of_them(length: int) -> None:
    lying = record(b"<p>Rain.</p>", length=length)
    for form in (bytes, gzip.compress):
        pages, archive = read(b"".join(map(form, (lying, SNOW, HAIL))))
        assert [page.fetched.body for page in pages] == ALL
        assert pages[0].truncated == "length" and archive.damage
        assert [page.offset for page in pages] == [0, len(form(lying)), len(form(lying) + form(SNOW))]


@pytest.mark.parametrize("length", [60, 0, -5])
def test_a_length_that_is_too_short_costs_the_record_alone(length: int) -> None:
    lying = record(b"<p>Rain.</p>" * 20, length=length)
    for form in (bytes, gzip.compress):
        pages, archive = read(b"".join(map(form, (lying, SNOW, HAIL))))
        assert [page.fetched.body for page in pages][-2:] == ALL[1:]
        assert archive.damage


def test_large_bodies_are_cut_and_marked() -> None:
    pages, archive = read(record(b"x" * 5_000_000) + SNOW, limit=1000)
    assert pages[0].too_large and len(pages[0].fetched.body) == 1000
    assert pages[1].fetched.body == ALL[1] and archive.damage == []


def test_a_bomb_is_left_and_the_next_record_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.fetch.warc.FLOOR", 1_000_000)
    bomb = gzip.compress(record(bytes(30_000_000)), compresslevel=9)
    pages, archive = read(gzip.compress(RAIN) + bomb + gzip.compress(HAIL), limit=1000)
    assert [page.fetched.body for page in pages] == [ALL[0], ALL[2]]
    assert "200 times" in archive.damage[0]


def test_an_archive_of_starts_alone_is_given_up() -> None:
    pages, archive = read(gzip.compress(RAIN) + b"\x1f\x8b\x08" * 100_000)
    assert len(pages) == 1 and len(archive.damage) == 1
