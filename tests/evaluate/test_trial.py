import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from webwinnow.evaluate import trial as trial_module
from webwinnow.evaluate.adapters import PythonAdapter
from webwinnow.evaluate.adapters.adapter import Answer, Asked, NoAnswerError
from webwinnow.evaluate.adapters.ours import ExpressionAdapter
from webwinnow.evaluate.cell import SLICINGS, Failure
from webwinnow.evaluate.measures import HeadlineMatch, MarkdownLikeness, Snippets, WholeBlocks, WordBag
from webwinnow.evaluate.measures.structures import WholeLists, WholeTables
from webwinnow.evaluate.package import load
from webwinnow.evaluate.trial import Trial, Trials, TrialSettings, attempt, outcome, read_page, trial_pool

MEASURES = (WordBag(), Snippets(), HeadlineMatch())


@dataclass
class Told:
    """Answers what it was told to, or raises it."""

    kind: ClassVar[str] = "told"

    answer: str | Exception
    headlines: bool = False
    seconds: float = 0.1
    headline: str | None = None
    markdown: str | None = None

    @property
    def writes_markdown(self) -> bool:
        return self.markdown is not None

    def __call__(self, page: Asked) -> Answer:
        self.asked = page
        if isinstance(self.answer, Exception):
            raise self.answer
        return Answer(self.answer, self.seconds, self.headline, self.markdown)


@pytest.fixture
def files(small):
    return load(small).pages[0]


def test_an_answer_is_scored(files):
    adapter = Told("Flour and water")
    tried = attempt(adapter, files, MEASURES, 60)
    assert tried.text == "Flour and water"
    assert tried.cell.scores == {WordBag(): {"precision": 1.0, "recall": 3 / 7, "f1": 0.6}}
    assert (tried.cell.outcome, tried.cell.seconds, tried.cell.size) == ("scored", 0.1, len(adapter.asked.html))
    assert (tried.cell.language, tried.cell.page_type, tried.cell.site) == ("en", "article", "bread.example")
    assert (adapter.asked.id, adapter.asked.url) == ("bread", "https://bread.example/x")


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (ValueError("bad\n  page"), Failure("ValueError", "ValueError: bad page")),
        (NoAnswerError("crash", "exit code 3"), Failure("crash", "exit code 3")),
        (MemoryError(), Failure("MemoryError", "MemoryError:")),
        (" \n", Failure("empty", "the answer has no text")),
    ],
)
def test_whatever_goes_wrong_is_a_failure_and_no_score(files, answer, failure):
    cell = attempt(Told(answer), files, MEASURES, 60).cell
    assert (cell.failure, cell.scores, cell.seconds) == (failure, {}, None)
    assert cell.expected == (WordBag(),)


def test_a_measure_that_breaks_costs_one_cell(files):
    @dataclass(frozen=True)
    class Broken(WordBag):
        def __call__(self, gold, found):
            if found.text:
                raise OverflowError("too much")
            return super().__call__(gold, found)

    cell = attempt(Told("Flour"), files, (Broken(),), 60).cell
    assert cell.failure == Failure("OverflowError", "OverflowError: too much")


def test_an_answer_that_comes_too_late_is_none(files):
    cell = attempt(Told("Flour", seconds=3.5), files, MEASURES, 3).cell
    assert cell.failure == Failure("timeout", "no answer within 3 s")


def test_nothing_is_right_where_there_is_nothing(small, files):
    (small / "bread.txt").write_text("")
    (small / "bread.json").write_text('{"gold_kind": "empty"}')
    assert attempt(Told(""), files, MEASURES, 60).cell.scores[WordBag()]["f1"] == 1.0
    assert attempt(Told("something"), files, MEASURES, 60).cell.scores[WordBag()]["f1"] == 0.0


def test_an_empty_gold_that_is_not_meant_so_is_no_gold(small, files):
    (small / "bread.txt").write_text("")
    cell = attempt(Told("something"), files, MEASURES, 60).cell
    assert (cell.outcome, cell.expected) == ("no gold", ())


def test_without_gold_what_can_be_compared_is(small, files):
    (small / "bread.txt").unlink()
    (small / "bread.json").write_text('{"with": ["Flour"], "without": ["Link", "Menu"]}')
    cell = attempt(Told("flour and links"), load(small).pages[0], MEASURES, 60).cell
    assert cell.scores == {Snippets(): {"with": 1.0, "without": 0.5}}


def test_headlines_count_only_for_those_who_give_them(small, files):
    (small / "bread.json").write_text('{"title": "Bread"}')
    silent = attempt(Told("Flour"), files, MEASURES, 60).cell
    right = attempt(Told("Flour", headlines=True, headline="bread"), files, MEASURES, 60).cell
    without = attempt(Told("Flour", headlines=True), files, MEASURES, 60).cell
    assert HeadlineMatch() not in silent.scores
    assert right.scores[HeadlineMatch()] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert without.scores[HeadlineMatch()] == {"precision": None, "recall": 0.0, "f1": 0.0}


def test_markdown_counts_only_for_those_who_write_it(small):
    (small / "bread.md").write_text("# Bread\n\nFlour")
    files = load(small).pages[0]
    measures = (WordBag(), MarkdownLikeness())
    silent, right = Told("Flour"), Told("Flour", markdown="# Bread\n\nFlour")
    assert MarkdownLikeness() not in attempt(silent, files, measures, 60).cell.scores
    assert attempt(right, files, measures, 60).cell.scores[MarkdownLikeness()]["overall"] == 1.0
    assert right.asked.markdown
    attempt(right, files, MEASURES, 60)
    assert not right.asked.markdown


def test_structures_are_those_of_the_page(small):
    (small / "bread.html").write_text("<p>Flour and water</p><ul><li>Salt it</li><li>Bake it</li></ul>")
    (small / "bread.txt").write_text("Flour and water\nSalt it\nBake it")
    files, measures = load(small).pages[0], (WholeLists(), WholeTables())
    cell = attempt(Told("Flour and water\nBake it"), files, measures, 60).cell
    assert cell.scores == {WholeLists(): {"whole": 0.0, "cut": 1.0, "missing": 0.0, "extra": None}}
    failed = attempt(Told(ValueError("no")), files, measures, 60).cell
    assert failed.expected == (WholeLists(),)


@pytest.mark.parametrize(
    ("file", "content"),
    [("bread.html", None), ("bread.json", b"{"), ("bread.txt", "Brot für".encode("latin-1")), ("bread.json", b"[]")],
)
def test_a_broken_page_is_a_failure_that_names_the_file(small, files, file, content):
    if content is None:
        (small / file).unlink()
    else:
        (small / file).write_bytes(content)
    cell = attempt(Told("Flour"), files, MEASURES, 60).cell
    assert cell.failure is not None
    assert cell.failure.kind == "unreadable"
    assert file in cell.failure.reason
    assert cell.expected == ()


FUNCTIONS = """
import os, time

def dies(page):
    if "Flour" in page:
        os.abort()
    return page

def hangs(page):
    if "Flour" in page:
        time.sleep(600)
    return page
"""


def cells(small, adapter, timeout=20.0):
    setting = TrialSettings((adapter,), (WordBag(),), timeout)
    with trial_pool(setting, 2) as pool:
        trials = [Trial(0, 0, files) for files in load(small).pages]
        results = list(pool.stream(trials))
    return {trial.files.id: outcome(trial, finished, setting).cell for trial, finished in results}


def test_a_candidate_that_crashes_costs_one_cell(small, module):
    found = cells(small, PythonAdapter(f"{module(FUNCTIONS)}:dies"))
    assert found["bread"].failure == Failure("crash", "the process died (signal 6)")
    assert found["bread"].expected == (WordBag(),)
    assert found["rain"].outcome == found["wind"].outcome == "scored"


def test_a_candidate_that_hangs_is_ended(small, module, monkeypatch):
    monkeypatch.setattr(trial_module, "GRACE", 1.0)
    found = cells(small, PythonAdapter(f"{module(FUNCTIONS)}:hangs"), timeout=1.0)
    assert found["bread"].failure == Failure("timeout", "no answer within 1 s: the process was ended")
    assert found["rain"].outcome == found["wind"].outcome == "scored"


PAGE_OF_SLIDES = """<body><ul><li>Home<li>News</ul><div><p>Nineteen signs that somebody no longer
cares for the work.</p></div><div><p>Next</p><img src=slide.png width=800 height=600></div></body>"""


@pytest.mark.parametrize(
    ("extractor", "precision", "recall"), [("wlr-dense", 1.0, 0.5), ("wlr-media-dense", 1.0, 1.0), ("plain", 0.25, 0.5)]
)
def test_media_are_blocks_where_the_gold_lists_them(tmp_path, extractor, precision, recall):
    """The fourth row of tables 1 and 2 of bhardwaj2014: of two relevant blocks one is a text, the other a slide."""
    (tmp_path / "package.toml").write_text("name = 'slides'")
    (tmp_path / "slides.html").write_text(PAGE_OF_SLIDES)
    (tmp_path / "slides.txt").write_text("Nineteen signs that somebody no longer cares for the work.")
    (tmp_path / "slides.json").write_text('{"url": "https://slides.example/a/", "media": ["slide.png"]}')
    tried = attempt(ExpressionAdapter.of(extractor), load(tmp_path).pages[0], (WholeBlocks(),), 60)
    numbers = tried.cell.scores[WholeBlocks()]
    assert (numbers["precision"], numbers["recall"]) == (precision, recall)


@pytest.mark.parametrize(
    ("meta", "sliced"), [({"fragmented": True}, "yes"), ({"fragmented": False}, "no"), ({}, "unknown")]
)
def test_pages_are_sliced_by_what_the_package_says_of_them(tmp_path, meta, sliced):
    (tmp_path / "package.toml").write_text("name = 'one'")
    (tmp_path / "page.html").write_text("<p>text")
    (tmp_path / "page.txt").write_text("text")
    (tmp_path / "page.json").write_text(json.dumps(meta | {"multiple_articles": True}))
    cell = attempt(Told("text"), load(tmp_path).pages[0], MEASURES, 60).cell
    assert (cell.fragmented, cell.multiple_articles) == (sliced, "yes")
    assert {"fragmented", "multiple_articles"} < set(SLICINGS)


@dataclass(frozen=True, slots=True)
class CountedBag(WordBag):
    """Counts how often it is asked."""

    def __call__(self, gold, found):
        ASKED.append(found.text)
        return WordBag()(gold, found)


ASKED: list[str] = []


def test_a_page_is_read_once_and_equal_texts_are_scored_once(files, monkeypatch):
    read: list[str] = []
    monkeypatch.setattr(trial_module, "read_page", lambda files: read.append(files.id) or read_page(files))
    adapters = (Told("Flour"), Told("flour, and more"), Told("Flour"))
    trials = Trials(TrialSettings(adapters, (CountedBag(),), 60))
    cells = [trials(Trial(0, at, files)).cell for at in range(3)]
    assert (read, ASKED) == ([files.id], ["Flour", "flour, and more"])
    assert cells[0].scores == cells[2].scores != cells[1].scores


def test_without_times_the_answer_is_the_same(files):
    page = files.read()
    asked = Asked(page.id, page.html(), page.meta.url)
    timed, quick = ExpressionAdapter.of("lqf >> bte"), ExpressionAdapter.of("lqf >> bte", timed=False)
    first, second = timed(asked), quick(asked)
    assert first.text == second.text and first.headline == second.headline
    assert first.seconds and second.seconds is None
    assert timed.version() != quick.version()
    cell = attempt(quick, files, MEASURES, 60).cell
    assert cell.seconds is None and cell.outcome == "scored"
