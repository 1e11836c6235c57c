from dataclasses import replace

import pytest

from webwinnow.evaluate.report.worst import PageTexts

pytestmark = pytest.mark.usefixtures("in_this_process")


def test_pages_and_texts_are_those_of_the_run(finished) -> None:
    texts = PageTexts(finished)
    page = texts.page("small", "bread")
    assert page is not None
    assert page.gold == "Flour, water and salt make a loaf."
    for candidate in ("plain", "lqf"):
        found = finished.found_texts("small", candidate)["bread"]
        assert texts.found(candidate, [("small", "bread"), ("small", "none")]) == {("small", "bread"): found}


def test_what_is_gone_is_none(finished, tmp_path) -> None:
    assert PageTexts(finished).page("small", "no such page") is None
    moved = tuple(replace(each, folder=tmp_path / "gone") for each in finished.packages)
    assert PageTexts(replace(finished, packages=moved)).page("small", "bread") is None
