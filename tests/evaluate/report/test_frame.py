from xml.etree import ElementTree

from webwinnow.evaluate.report.frame import CandidateMark, named, swatch, symbol


def test_forty_candidates_have_forty_marks() -> None:
    marks = [CandidateMark(number, "x") for number in range(40)]
    assert len({(mark.colour, mark.shape) for mark in marks}) == 40
    outlines = {symbol(mark, 10, 10) for mark in marks}
    assert len(outlines) == 40


def test_labels_are_shortened_and_names_are_not() -> None:
    mark = CandidateMark(0, "lqf(threshold=0.25) >> bte >> something")
    assert mark.label(10) == "lqf(thres…"
    assert CandidateMark(0, "bte").label(10) == "bte"
    assert mark.name.replace(">", "&gt;") in named(mark)


def test_a_swatch_is_hidden_from_readers_of_the_text() -> None:
    drawn = ElementTree.fromstring(swatch(CandidateMark(9, "x")))
    assert drawn.get("aria-hidden") == "true"
