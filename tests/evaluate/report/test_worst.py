from dataclasses import replace

from webwinnow.evaluate.fingerprint import program_version
from webwinnow.evaluate.report.worst import PageTexts


def test_pages_and_texts_are_those_of_the_run(finished) -> None:
    texts = PageTexts(finished)
    page = texts.page("small", "bread")
    assert page is not None
    assert page.gold == "Flour, water and salt make a loaf."
    for candidate in ("plain", "lqf"):
        assert texts.found("small", candidate, page) == finished.found_text("small", candidate, "bread")


def test_what_is_gone_is_none(finished, tmp_path) -> None:
    assert PageTexts(finished).page("small", "no such page") is None
    moved = tuple(replace(each, folder=tmp_path / "gone") for each in finished.packages)
    assert PageTexts(replace(finished, packages=moved)).page("small", "bread") is None


def test_a_changed_program_is_noticed(finished) -> None:
    assert not PageTexts(replace(finished, program=program_version())).changed
    assert PageTexts(replace(finished, program="0.0.1")).changed
