"""Whole searches: the numbers of the naive definition, resumed where they were stopped."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

import pytest

from webwinnow import extract
from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.evaluate.alignment import WORD_RULES
from webwinnow.evaluate.measures.words import bag_score
from webwinnow.evaluate.package import load
from webwinnow.evaluate.run import sample
from webwinnow.recipes import shipped
from webwinnow.render.hidden import shown_of
from webwinnow.render.text import render_text
from webwinnow.search.combinations import read_members
from webwinnow.search.findings import Findings
from webwinnow.search.run import MEMBERS, TABLES, SearchSettings, _packed, search
from webwinnow.search.writing import JSON, PICTURE, TABLE, write_findings
from webwinnow.spans import Spans

pytestmark = pytest.mark.usefixtures("in_this_process")

EXAMPLES = Path(__file__).parents[2] / "examples" / "package"
NAMES = ("dsc", "bte", "lqf")


def wanted(*names: str, package: Path = EXAMPLES, limit: int | None = 12, **settings: object) -> SearchSettings:
    return SearchSettings((package,), tuple(read_members(names or NAMES, shipped())), limit=limit, **settings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("search")


@pytest.fixture(scope="module")
def findings(folder) -> Findings:
    return search(wanted(), folder)


def test_scores_are_those_of_the_text_that_is_chosen(findings) -> None:
    """Combinations are compared by what they choose: without the headline that every text has on top."""
    pages = [page for page in (files.read() for files in sample(load(EXAMPLES), 12)) if page.gold is not None]
    assert len(pages) == len(findings.measured.fold)
    words = WORD_RULES["unicode"]
    for number in (0, findings.winner, len(findings.combinations) - 1):
        scores = [bag_score(words(page.gold), words(chosen_text(page, findings.expression(number)))) for page in pages]
        assert findings.measured.sums.means[number] == pytest.approx(mean(each.f1 for each in scores), abs=1e-12)
        assert findings.measured.recall[number] == pytest.approx(mean(each.recall for each in scores), abs=1e-12)


def chosen_text(page, expression: str) -> str:
    result = extract(page.html(), expression, url=page.meta.url)
    return render_text(result.page, shown_of(result.page, result.spans, "strip"))


def test_what_is_there_is_not_computed_again(findings, folder) -> None:
    told: list[tuple[str, int, int]] = []
    again = search(wanted(size=2), folder, lambda *step: told.append(step))
    assert told[0] == (MEMBERS, 12, 12)  # a smaller size needs no new tables
    assert [step for step in told if step[0] == "combinations"][-1][1] == len(findings.measured.fold)
    assert again.measured.member_seconds == findings.measured.member_seconds
    assert len(again.combinations) < len(findings.combinations)


def test_with_another_member_only_that_one_works(findings, folder) -> None:
    more = search(wanted(*NAMES, "plain"), folder)
    assert more.measured.member_seconds[:3] == findings.measured.member_seconds
    assert len(list((folder / TABLES).iterdir())) == 2
    assert len(list((folder / MEMBERS).iterdir())) == 1


def test_a_search_that_was_stopped_goes_on(findings, folder) -> None:
    for path in (folder / TABLES).iterdir():
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    for number, path in enumerate(sorted((folder / MEMBERS).rglob("*.json"))):
        if number % 2:
            path.write_text("{broken")
    again = search(wanted(), folder)
    assert again.measured.sums.means == pytest.approx(findings.measured.sums.means, abs=1e-12)


def test_what_is_damaged_of_a_member_is_computed_again(findings, folder) -> None:
    for path in (folder / TABLES).iterdir():
        path.unlink()
    damages = [{"spans": "~~~"}, {"seconds": 1.0}, 7, {"spans": 5, "seconds": 1.0}]
    damages += [{"spans": _packed(Spans([(5, 10**6)], size=10**6)), "seconds": 1.0}]
    for number, path in enumerate(sorted((folder / MEMBERS).rglob("*.json"))):
        if path.read_text() == "{broken":
            continue
        kept = json.loads(path.read_bytes())
        kept["members"]["bte"] = damages[number % len(damages)]
        path.write_text(json.dumps(kept))
    again = search(wanted(), folder)
    assert not again.failures
    assert again.measured.sums.means == pytest.approx(findings.measured.sums.means, abs=1e-12)


def test_files(findings, tmp_path) -> None:
    write_findings(findings, tmp_path)
    told = json.loads((tmp_path / JSON).read_text())
    assert told["winner"]["expression"] == findings.expression(findings.winner)
    assert told["combinations"] == len(findings.combinations)
    assert len(told["folds"]) == len(told["single_folds"]) == 5
    assert [entry["f1"] for entry in told["front"]] == sorted(entry["f1"] for entry in told["front"])
    rows = list(csv.DictReader((tmp_path / TABLE).read_text().splitlines()))
    assert len(rows) == len(findings.combinations)
    assert rows[0]["expression"] == told["winner"]["expression"]
    drawn = ElementTree.fromstring((tmp_path / PICTURE).read_text())
    circles = [each.get("class") for each in drawn.iter() if each.tag.endswith("circle")]
    assert circles.count("single") == 3
    assert circles.count("on-front") == len(findings.front)


def write_page(package: Path, name: str, gold: str | None, url: str | None = None) -> None:
    package.mkdir(exist_ok=True)
    (package / "package.toml").write_text('name = "small"\n')
    (package / f"{name}.html").write_text(f"<ul><li><a href=/>Home</a></ul><p>{gold or 'Nothing'}")
    if gold is not None:
        (package / f"{name}.txt").write_text(gold)
    if url is not None:
        (package / f"{name}.json").write_text(json.dumps({"url": url}))


def test_pages_of_one_site_cannot_be_validated(tmp_path) -> None:
    for name in ("a", "b"):
        write_page(tmp_path / "p", name, f"Winnow the grain {name}", "https://one.example/")
    write_page(tmp_path / "p", "c", None)
    found = search(wanted("plain", package=tmp_path / "p", limit=None), tmp_path / "out")
    assert (len(found.measured.fold), found.measured.sites) == (2, 1)
    assert (found.verdict, found.folds, found.front[0].held_out) == (None, (), None)
    write_findings(found, tmp_path / "out")


def test_a_page_that_cannot_be_read_is_left_out_and_told(tmp_path) -> None:
    for name in ("a", "b"):
        write_page(tmp_path / "p", name, f"Winnow the grain {name}")
    (tmp_path / "p" / "b.html").unlink()
    found = search(wanted("plain", package=tmp_path / "p", limit=None), tmp_path / "out")
    assert len(found.measured.fold) == 1
    assert list(found.failures) == ["b"]


def test_without_any_gold_there_is_nothing_to_search(tmp_path) -> None:
    write_page(tmp_path / "p", "a", None)
    with pytest.raises(WebwinnowError, match="no page could be used"):
        search(wanted("plain", package=tmp_path / "p", limit=None), tmp_path / "out")


def test_settings_that_make_no_sense_are_refused_before_any_work(tmp_path) -> None:
    with pytest.raises(UsageError, match="cross validation needs at least 2 folds, not 1"):
        search(wanted(folds=1), tmp_path / "out")
    assert not (tmp_path / "out").exists()
