"""Pages in any form."""

import pytest
from lxml.html import fromstring

from webwinnow.compat import read_any
from webwinnow.errors import UsageError


class Answer:
    """What HTTP libraries give."""

    data = "<p>Größe".encode()


@pytest.mark.parametrize("content", ["<p>Größe", "<p>Größe".encode(), bytearray("<p>Größe".encode()), Answer()])
def test_forms(content):
    assert read_any(content).source == "<p>Größe"


def test_elements_of_lxml():
    assert read_any(fromstring("<p>Größe</p>")).source == "<p>Größe</p>"


def test_what_is_no_page():
    with pytest.raises(UsageError, match="int"):
        read_any(3)
