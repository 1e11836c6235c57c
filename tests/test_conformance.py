"""What every stage of the catalogue promises. Being listed is being tested; a broken stage is shown to be found out."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given, settings

from hostile.families import FAMILIES
from markup import markup
from webwinnow.catalogue import STAGES, stage_class
from webwinnow.document import Document
from webwinnow.expression import parse
from webwinnow.spans import Spans
from webwinnow.stages import Extractor, Prefilter, Refiner, Stage

PAGE = (
    "<!DOCTYPE html><title>Grain</title><nav><ul>" + "<li><a href=/x>menu item</a></li>" * 9 + "</ul></nav>"
    "<h1>How to winnow</h1>"
    + "<p>Toss the grain, let the <a href=/w>wind</a> take the chaff, repeat.</p>"
    * 7
    + "<p hidden>not seen</p>"
    "<select><option>one</select><script>var x = '<p>no</p>'</script><footer>2026 &copy; nobody</footer>"
)
PAGES = [
    "",
    " \n",
    "\0",
    "<",
    "plain text",
    "<p>",
    "</p>",
    "<p hidden>a",
    "&amp;",
    "<a>x</a>",
    "<script>x",
    PAGE,
    PAGE * 3,
]


def views(source: str) -> list[Document]:
    """The page, the page with its first half hidden, with all hidden, and with tags that count for nothing."""
    page = Document(source)
    half = Spans([(0, len(page.source) // 2)], size=len(page.source))
    return [page, page.without(half), page.without(page.visible), page.with_code(page.code * 0)]


def assert_conforms(stage: Stage, source: str) -> None:
    """Total, pure, inside of what is visible, the same after pickling; for each view of the page."""
    again: Stage = pickle.loads(pickle.dumps(stage))
    assert again == stage
    for page, fresh in zip(views(source), views(source), strict=True):
        before = page.visible
        found, also = shown_by(stage, page), shown_by(again, fresh)
        assert found == also, "another object gives another result"
        assert found == shown_by(stage, page), "the second call gives another result"
        assert found == page.select(found), "text comes back that was hidden"
        assert page.visible == before, "the page was changed"


def shown_by(stage: Stage, page: Document) -> Spans:
    """What a stage of any kind leaves of a page."""
    if isinstance(stage, Prefilter):
        view = stage(page)
        assert view.source is page.source, "a prefilter gives a view of the same page"
        assert len(view.code) == len(page.code)
        return view.visible
    found = stage(page, page.visible) if isinstance(stage, Refiner) else stage(page)
    assert isinstance(found, Spans)
    assert found.size == len(page.source)
    return found


@pytest.mark.parametrize("name", STAGES)
@given(source=markup())
@settings(max_examples=20)
def test_total_pure_and_inside_the_page(name: str, source: str) -> None:
    assert_conforms(stage_class(name)(), source)


@pytest.mark.parametrize("name", STAGES)
def test_hostile_pages(name: str) -> None:
    """One of 24 families for each stage, others for the next: over all stages, each family is met some times."""
    stage, first = stage_class(name)(), list(STAGES).index(name) % 24
    for family in list(FAMILIES.values())[first::24]:
        page = Document(family(1_200))
        assert shown_by(stage, page) == shown_by(stage, Document(page.source))


@pytest.mark.parametrize("name", STAGES)
def test_small_and_usual_pages(name: str) -> None:
    all_pages(stage_class(name)())


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_is_a_value_that_prints_as_it_is_made(name: str) -> None:
    stage = stage_class(name)()
    assert parse(str(stage)) == stage
    assert hash(parse(str(stage))) == hash(stage)


def assert_works_in_threads(stage: Stage) -> None:
    """Many threads at once on shared pages, whose columns they compute at the same time."""
    sources = [PAGE, PAGE * 2, PAGE.replace("grain", "corn"), "<p>short</p>"]
    expected = [shown_by(stage, Document(source)) for source in sources]
    shared = [Document(source) for source in sources]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            found = threads.map(lambda at: shown_by(stage, shared[at % 4]), range(32))
            assert list(found) == expected * 8, "threads get in each other's way"


@pytest.mark.parametrize("name", STAGES)
def test_stages_work_in_threads(name: str) -> None:
    assert_works_in_threads(stage_class(name)())


@dataclass(frozen=True, slots=True)
class KeepsHidden(Extractor):
    """Broken: gives the whole source, tags and hidden text included."""

    name: ClassVar[str] = "keeps-hidden"

    def __call__(self, page: Document) -> Spans:
        return Spans.whole(len(page.source))


@dataclass(frozen=True, slots=True)
class FailsOnEmpty(Extractor):
    """Broken: not total."""

    name: ClassVar[str] = "fails-on-empty"

    def __call__(self, page: Document) -> Spans:
        start = page.words.start[0]
        return page.select([(start, len(page.source))])


@dataclass(frozen=True, slots=True)
class Counts(Extractor):
    """Broken: not pure, it keeps less with each call."""

    name: ClassVar[str] = "counts"
    calls: ClassVar[list[int]] = []

    def __call__(self, page: Document) -> Spans:
        self.calls.append(1)
        return page.select([(len(self.calls), len(page.source))])


@dataclass(frozen=True, slots=True)
class Forgets(Extractor):
    """Broken: what it does depends on something that pickling does not keep."""

    name: ClassVar[str] = "forgets"
    made: ClassVar[set[int]] = set()

    def __post_init__(self) -> None:
        self.made.add(id(self))

    def __call__(self, page: Document) -> Spans:
        return page.visible if id(self) in self.made else page.select([])


@dataclass(frozen=True, slots=True)
class Changes(Extractor):
    """Broken: it hides text of the page that it was given."""

    name: ClassVar[str] = "changes"

    def __call__(self, page: Document) -> Spans:
        found = page.visible
        page.__dict__["visible"] = Spans(size=len(page.source))
        return found


@dataclass(frozen=True, slots=True)
class GivesPairs(Extractor):
    """Broken: not Spans."""

    name: ClassVar[str] = "gives-pairs"

    def __call__(self, page: Document) -> Spans:
        return list(page.visible)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class OtherSize(Extractor):
    """Broken: Spans of another page."""

    name: ClassVar[str] = "other-size"

    def __call__(self, page: Document) -> Spans:
        return Spans([], size=len(page.source) + 1)


@dataclass(frozen=True, slots=True)
class Shares(Extractor):
    """Broken: two threads write to the same place, and the last one wins."""

    name: ClassVar[str] = "shares"
    place: ClassVar[list[Document]] = []

    def __call__(self, page: Document) -> Spans:
        self.place[:] = [page]
        for _ in range(2000):  # time for another thread
            _ = page.words
        return self.place[0].visible


def all_pages(stage: Stage) -> None:
    for source in PAGES:
        assert_conforms(stage, source)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (KeepsHidden, all_pages),
        (FailsOnEmpty, all_pages),
        (Counts, all_pages),
        (Forgets, all_pages),
        (Changes, all_pages),
        (GivesPairs, all_pages),
        (OtherSize, all_pages),
    ],
)
def test_a_broken_extractor_is_found_out(broken: type[Extractor], check: Callable[[Stage], None]) -> None:
    with pytest.raises((AssertionError, IndexError)):
        check(broken())


def test_an_extractor_that_is_not_thread_safe_is_found_out() -> None:
    with pytest.raises(AssertionError, match=r"threads|Spans"):
        for _ in range(20):  # chance decides when one thread gives way to another
            assert_works_in_threads(Shares())
