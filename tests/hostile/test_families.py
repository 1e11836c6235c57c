"""Every family of hostile pages in every form: an answer, in proportion to the page, that its readers can read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hostile.families import FAMILIES
from hostile.forms import FORMS, choose, most
from hostile.growth import chosen, measured
from hostile.judgement import exponent, faults, grouped
from hostile.measuring import Kept, Measurement, Measuring
from hostile.tables import page, summary, table
from webwinnow.result import Result

SIZE = 3_000
"""Bytes of a page: one half of it, repeated for all blocks of the other, is a hundred times the page already."""
SLOW = ("explain", "html comment", "html blank", "html mark")
"""Forms that are measured on one family in eight: they write all of a page once, whatever it holds."""


def _no_number(name: str) -> None:
    raise AssertionError(name)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_form_has_an_answer_in_proportion(name: str) -> None:
    source = FAMILIES[name](SIZE)
    result, size = choose(source), len(source.encode("utf-8", "replace"))
    slow = list(FAMILIES).index(name) % 8 == 0
    for form, render in FORMS.items():
        if slow or form not in SLOW:
            written = "".join(render(result)).encode()
            assert len(written) <= most(form, size), (form, len(written) / size)
            if form in ("tei", "xml"):
                ElementTree.fromstring(written)
            if form.startswith("json"):
                json.loads(written, parse_constant=_no_number)  # NaN, which no other program reads


@pytest.mark.parametrize("kind", ["one base href", "one base href of images", "one link around", "one lang", "one id"])
def test_output_grows_with_the_page_and_not_with_its_square(kind: str) -> None:
    small, large = (choose(FAMILIES[kind](size)) for size in (4_000, 16_000))
    for form in ("markdown", "clean-html", "xml", "json with blocks"):
        assert len("".join(FORMS[form](large))) <= 6 * len("".join(FORMS[form](small))), form


def test_the_table_tells_what_is_too_large_and_too_slow(tmp_path: Path) -> None:
    is_prepared = False

    def endless(_: Result) -> str:
        while is_prepared:  # what is read before anything is measured has no limit
            pass
        return ""

    families, kept = {"prose": FAMILIES["prose"]}, Kept(tmp_path / "rows.jsonl")
    forms = {"copied": lambda result: result.page.source * 40, "text": FORMS["text"], "endless": endless}
    measuring = Measuring.prepared(forms, {"a peer": lambda sample: sample.text * 40}, 0.5)
    is_prepared = True
    rows = measured(measuring, families, {3_000: 0}, kept)
    assert "prose" in table(rows) and "| a peer | 1 | 1 | 0 |" in summary(rows)
    assert "1 at 0.003 MB" in page(rows) and "3 of 5 rows of ours are over a limit" in page(rows)
    assert [row.form for row in rows if row.output > 8] == ["copied", "a peer"]
    assert [row.form for row in rows if row.outcome] == ["endless"]
    assert faults([row for row in rows if row.form == "endless"]) == ["stopped after 0.5 s"]
    assert all(row.seconds >= 0 and row.memory >= 0 for row in rows)
    assert measured(measuring, families, {3_000: 0}, kept) == kept.read() == rows  # nothing is measured once more
    larger = measured(measuring, families, {3_000: 0, 6_000: 0}, kept)[len(rows) :]
    assert {row.form for row in larger} == {"choosing", "copied", "text", "a peer"}  # what was stopped is given up


def test_larger_pages_are_of_families_at_even_distances_and_of_the_worst() -> None:
    names = [f"family {number}" for number in range(100)]
    rows = [Measurement(name, "text", 250_000, 250_000, 0.01 * at, 1.0, 1.0) for at, name in enumerate(names)]
    some = chosen(names, rows, 20)
    assert [*some[:10]] == names[::10] and [*some[10:13]] == [names[99], names[98], names[97]] and len({*some}) == 20
    assert chosen(names, rows, 0) == names == chosen(names, rows, 200)


def test_limits_of_growth_hold_for_the_best_of_two_measurements() -> None:
    def row(size: int, seconds: float, memory: float = 1.0) -> Measurement:
        return Measurement("a family", "a form", size, size, seconds, 0.0, memory, kernels="compiled")

    linear, square = [row(1_000_000, 0.25), row(8_000_000, 2.0)], [row(1_000_000, 0.25), row(8_000_000, 7.9)]
    assert exponent(linear) == 1.0 and faults(linear) == [] and faults(square) == ["steep"]
    (best,) = grouped([*square, *linear]).values()
    assert faults(best) == []
    assert faults([row(250_000, 0.3)]) == ["slow"] and faults([row(250_000, 0.1, 26.0)]) == ["memory"]


@pytest.mark.parametrize("piece", ["<a href=a>x</a> ", "<code>x</code> ", "<b>x</b> "])
def test_a_paragraph_of_many_pieces_takes_time_in_proportion(piece: str) -> None:
    def seconds(count: int) -> float:
        result = choose(piece * count)
        started = time.process_time()
        FORMS["markdown"](result)
        return time.process_time() - started

    seconds(10)
    assert seconds(2_000) < 10 * max(seconds(500), 0.02)  # with the square of the pieces: 16 times
