"""Lists that are mostly links."""

from __future__ import annotations

import pytest

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.prefilters.crunch.link_lists import CrunchLinkLists


def left(source: str, **settings: float) -> list[str]:
    page = CrunchLinkLists(**settings)(Document(source))
    return [page.source[start:end] for start, end in page.visible]


@pytest.mark.parametrize("name", ["ul", "ol", "dl", "menu", "nav"])
def test_lists_of_links_go(name: str) -> None:
    item = "<a href=x>link</a>"
    assert left(f"<{name}>{item}{item}</{name}><p>text {item}</p>") == ["text", "link"]


def test_a_list_at_the_threshold_stays() -> None:
    half = "<ul><li>half <a href=x>half</a></ul>"
    assert left(half) == ["half", "half"]
    assert left(half, threshold=0.49) == []


def test_lists_inside_are_judged_by_themselves_too() -> None:
    source = "<ul><li>many words stand here<ul><li><a href=x>link</a></ul></ul>"
    assert left(source) == ["many words stand here"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_thresholds_out_of_range_are_refused(threshold: float) -> None:
    with pytest.raises(ParameterError, match="crunch-link-lists: threshold must be from 0 to 1"):
        CrunchLinkLists(threshold=threshold)
