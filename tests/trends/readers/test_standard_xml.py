"""The standard XML: written, checked against the schema, and read again."""

import pytest

from webwinnow.errors import WebwinnowError
from webwinnow.trends.collection import read_collection
from webwinnow.trends.readers.standard_xml import check_standard, standard_xml
from webwinnow.trends.record import Record

LISTING = """<?xml version="1.0" encoding="utf-8"?>
<research>
<journal>
    Wiley
</journal>
<title>
    "A Mission-Driven Discipline": the Growth of Conservation Biology
</title>
<date>
    2006
</date>
<abstract>
    Abstract: Conservation biology emerged in the mid-1980s.
</abstract>
</research>
"""


def test_the_listing_of_the_paper_fits_the_schema() -> None:
    check_standard(LISTING.encode())
    (record,) = read_collection([("listing.xml", LISTING.encode())]).records
    assert (record.journal, record.date) == ("Wiley", "2006")


def test_what_is_written_fits_and_is_read_again(collection) -> None:
    odd = Record("J & <K>", 'a "title"\x01', "2006-05", "text ]]> &amp; \ufffe", "https://example.org/?a&b")
    xml = standard_xml([odd, *collection.records[:50]]).encode()
    check_standard(xml)
    found = read_collection([("a.xml", xml)])
    assert (len(found.records), found.problems) == (51, ())
    assert found.records[0].journal == odd.journal
    assert found.records[0].title == 'a "title"\ufffd'
    assert [(each.title, each.date, each.abstract, each.url) for each in found.records[1:]] == [
        (each.title, each.date, each.abstract, each.url) for each in collection.records[:50]
    ]


def test_an_empty_collection_fits() -> None:
    check_standard(standard_xml([]).encode())


@pytest.mark.parametrize(
    "wrong",
    [
        LISTING.replace("2006", "May"),
        LISTING.replace("<journal>", "<j>").replace("</journal>", "</j>"),
        LISTING.replace("</abstract>", ""),
        LISTING.replace("Abstract: Conservation biology emerged in the mid-1980s.", ""),
        "<other/>",
    ],
)
def test_what_does_not_fit_is_told(wrong) -> None:
    with pytest.raises(WebwinnowError, match="does not fit the schema"):
        check_standard(wrong.encode())
