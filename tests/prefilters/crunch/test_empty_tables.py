"""Tables without text, or with too little."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.prefilters.crunch.empty_tables import CrunchEmptyTables
from webwinnow.prefilters.filter1 import Filter1

SOURCE = "<p>text</p><table><tr><td>abc</td></tr></table>"


def left(source: str, **settings: int) -> list[str]:
    page = CrunchEmptyTables(**settings)(Document(source))
    return [page.source[start:end] for start, end in page.visible]


def test_tables_with_enough_text_stay() -> None:
    assert left(SOURCE) == left(SOURCE, least=3) == ["text", "abc"]
    assert left(SOURCE, least=4) == ["text"]


def test_empty_tables_are_no_code_even_if_a_filter_has_emptied_them() -> None:
    page = Document("<table><tr><td><a href=x>link</a></td></tr></table>")
    assert CrunchEmptyTables()(page).code.all()
    assert not CrunchEmptyTables()(Filter1()(page)).code.any()


@pytest.mark.parametrize("least", [-1, 0.5])
def test_other_numbers_are_refused(least: float) -> None:
    with pytest.raises(ParameterError, match="crunch-empty-tables: least must be a whole number"):
        CrunchEmptyTables(least=least)
