"""XML of strangers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from webwinnow.discovery.xml import UnsafeXmlError, read_xml

BOMB = b"""<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>"""
OUTSIDE = b"""<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>"""
PARAMETER = b"""<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1/x.dtd"> %a;]><x/>"""


@pytest.mark.parametrize("data", [BOMB, OUTSIDE, PARAMETER])
def test_declarations_of_entities_are_refused(data: bytes) -> None:
    with pytest.raises(UnsafeXmlError, match="declares entities"):
        read_xml(data, 100)


def test_an_outside_document_type_is_not_fetched() -> None:
    assert read_xml(b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x>salt</x>', 100).text == ["salt"]


def test_nesting_is_bounded() -> None:
    with pytest.raises(UnsafeXmlError, match="nested"):
        read_xml(b"<x>" * 100_000, 1_000_000)


def test_the_number_of_elements_is_bounded() -> None:
    assert len(read_xml(b"<x>" + b"<y/>" * 1000 + b"</x>", 11).inside) == 10


def test_names_without_namespaces_and_what_is_said() -> None:
    root = read_xml(b'<a xmlns:n="urn:x"><n:B n:C="1"> two\n words </n:B></a>', 10)
    assert (root.said("b"), root.inside[0].attributes) == ("two words", {"c": "1"})
    assert root.said("nothing") is None


def test_a_broken_document_is_read_up_to_where_it_breaks() -> None:
    assert read_xml(b"<a><b>salt</b><c>&nbsp;</c></a>", 10).said("b") == "salt"


@pytest.mark.parametrize("data", [b"", b"no xml", b"<"])
def test_what_is_no_xml(data: bytes) -> None:
    with pytest.raises(ValueError, match="no XML"):
        read_xml(data, 10)


@given(some.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    try:
        read_xml(data, 100)
    except ValueError:
        return
