"""Many pages in Python: threads, processes, an event loop, and streams that hold few pages at a time."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from weakref import ref

import pytest

from webwinnow import Document, extract
from webwinnow.processes import Pool
from webwinnow.render.formats import FORMATS

PAGES = [path.read_bytes() for path in sorted((Path(__file__).parent / "pages").glob("*/source.html"))]
EXTRACT = partial(extract, extractor="lqf >> bte")


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return [EXTRACT(page).text for page in PAGES]


def test_threads_share_nothing(texts):
    with ThreadPoolExecutor(4) as pool:
        assert [result.text for result in pool.map(EXTRACT, PAGES * 2)] == texts * 2
    page = Document.from_bytes(PAGES[0])
    with ThreadPoolExecutor(4) as pool:  # one page, asked by many at once
        assert len({result.json() for result in pool.map(EXTRACT, [page] * 8)}) == 1


def test_processes_send_results_back(texts):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert [result.text for result in pool.map(EXTRACT, PAGES[:4])] == texts[:4]


def test_an_event_loop_goes_on(texts):
    async def gathered() -> list[str]:
        return [result.text for result in await asyncio.gather(*(asyncio.to_thread(EXTRACT, page) for page in PAGES))]

    assert asyncio.run(gathered()) == texts


def test_a_stream_takes_few_pages_ahead(texts):
    taken = []

    def pages() -> Iterator[bytes]:
        for number in range(40):
            taken.append(number)
            yield PAGES[number % len(PAGES)]

    with Pool(EXTRACT, 1) as pool:
        for number, (_, finished) in enumerate(pool.stream(pages())):
            assert finished.get().text == texts[number % len(PAGES)]
            assert len(taken) <= number + 3
    assert len(taken) == 40


def test_any_number_of_workers_finds_the_same(texts):
    with Pool(EXTRACT, 3) as pool:
        found = {page: finished.get().text for page, finished in pool.stream(PAGES * 2, ordered=False)}
    assert found == dict(zip(PAGES, texts, strict=True))


@pytest.mark.parametrize("page", PAGES)
def test_pages_and_results_are_small_to_send(page):
    document = Document.from_bytes(page, url="https://example.org/")
    result = extract(document, "lqf")
    facts = result.to_dict()
    for sent in (document, result):
        assert len(pickle.dumps(sent)) < 1.2 * len(page) + 2_100, "columns and facts stay behind"
    assert pickle.loads(pickle.dumps(result)).to_dict() == facts
    view = pickle.loads(pickle.dumps(document.without(result.spans)))
    assert view.visible == document.without(result.spans).visible
    assert (view.source, view.url, view.data) == (document.source, document.url, document.data)


def test_pages_in_other_encodings_and_texts_are_sent_as_they_are():
    for document in (
        Document("<p>grän"),
        Document.from_bytes("<p>grän".encode("latin-1"), encoding="iso-8859-1"),
        Document.from_bytes("\ufeff<p>grän".encode()),
        Document.from_bytes(b"<p>\xff\xfe broken"),
    ):
        sent = pickle.loads(pickle.dumps(document))
        assert (sent.source, sent.encoding, sent.data) == (document.source, document.encoding, document.data)


@pytest.mark.parametrize("pure", ["0", "1"], ids=["as installed", "numpy alone"])
def test_eight_threads_read_one_shared_page_and_many_alike(pure: str) -> None:
    asked = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from webwinnow import Document, extract
pages = [path.read_bytes() for path in sorted(Path(sys.argv[1]).glob("*/source.html"))][:4]
def record(page): return json.dumps(extract(page).to_dict(blocks=True), sort_keys=True)
alone = [record(Document.from_bytes(page)) for page in pages]
with ThreadPoolExecutor(8) as threads:
    assert list(threads.map(lambda page: record(Document.from_bytes(page)), pages * 2)) == alone * 2
    for page, expected in list(zip(pages, alone))[:2]:
        shared = Document.from_bytes(page)
        assert set(threads.map(record, [shared] * 8)) == {expected}
print(hash("seed") % 7, __import__("hashlib").sha256("".join(alone).encode()).hexdigest())
"""
    pages = Path(__file__).parent / "pages"
    told = set()
    for seed in ("1", "2"):
        environment = os.environ | {"WEBWINNOW_PURE": pure, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", asked, str(pages)], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        told.add(done.stdout.split()[1])
    assert len(told) == 1  # whatever the order in which sets are walked through


@pytest.mark.parametrize("pure", ["0", "1"], ids=["as installed", "numpy alone"])
def test_the_first_pages_of_a_program_may_come_to_eight_threads_at_once(pure: str) -> None:
    """All tables are made then: none of them may be one that another thread has thrown away."""
    asked = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from webwinnow import extract
sys.setswitchinterval(1e-5)
pages = [path.read_bytes() for path in sorted(Path(sys.argv[1]).glob("*/source.html"))][:8]
together = Barrier(len(pages))
def text(page):
    together.wait()
    return extract(page).text
with ThreadPoolExecutor(len(pages)) as threads:
    found = list(threads.map(text, pages))
assert found == [extract(page).text for page in pages]
"""
    environment = os.environ | {"WEBWINNOW_PURE": pure}
    command = [sys.executable, "-c", asked, str(Path(__file__).parent / "pages")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture
def no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("form", [*FORMATS, "posts", "chunks", "items", "media", "candidates"])
def test_a_page_goes_with_its_last_user(form: str) -> None:
    """What a page keeps must not keep the page: it would wait for a collection of garbage, and hundreds with it."""
    for source in PAGES:
        result = extract(source)
        page = ref(result.page)
        if form in FORMATS:
            result.render(form)
        elif form == "chunks":
            result.chunks(size=500)
        else:
            getattr(result.metadata if form == "candidates" else result, form)
        del result
        assert page() is None, source[:200]


def test_what_is_read_late_needs_no_result() -> None:
    found = extract(PAGES[0]).metadata
    gc.collect()
    assert found.candidates["title"][0] == found.title
    headline = extract(PAGES[0]).headline
    gc.collect()
    assert headline is not None
    assert 0 < headline.score <= 1
