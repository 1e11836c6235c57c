"""Templates over a site: what repeats is found, whatever the order and however little memory there is."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from webwinnow import Document, extract, parse_extractor
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.models import write_model
from webwinnow.prefilters.site_template import SiteTemplate, block_keys, site_of, unpacked
from webwinnow.site import AT_LEAST, RepeatCounter, learn_site

NOTICE = "Subscribers of this paper read all stories of the valley before anybody else does, every single morning."


def page(number: int, site: str = "rain.example") -> Document:
    story = f"It rained for {number} days in valley {number}, and {number} mills stood still until the river fell."
    return Document(
        f"<body><h1>Rain {number}</h1><div><p>{story}</p></div><div><p>{NOTICE}</p></div></body>",
        url=f"http://www.{site}/{number}",
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("site") / "site.npz"
    place.write_bytes(write_model(learn_site(map(page, range(AT_LEAST)), one_site=False)))
    return str(place)


def test_what_repeats_is_removed_and_the_story_stays(model: str) -> None:
    text = extract(page(99), SiteTemplate(model) >> parse_extractor("plain")).text
    assert "It rained for 99 days" in text and NOTICE not in text


def test_another_site_keeps_its_text(model: str) -> None:
    other = page(99, "snow.example")
    assert SiteTemplate(model)(other).visible == other.visible


def test_consensus_takes_it_as_a_sign_and_says_so(model: str) -> None:
    marked = SiteTemplate(model, remove=False)(page(99))
    assert marked.visible == page(99).visible and NOTICE in marked.source[slice(*next(iter(marked.repeated)))]
    before, after = Consensus().verdict(page(99)), Consensus().verdict(marked)
    notice = len(marked.blocks) - 1
    assert after.likely[notice] < before.likely[notice] and after.likely[1] > before.likely[1]
    assert Consensus().reasons(marked).said["site"][notice] < 0


def test_few_pages_tell_nothing() -> None:
    assert len(learn_site(map(page, range(AT_LEAST - 1)), one_site=False).arrays["keys"]) == 0
    assert len(learn_site([], one_site=True).arrays["keys"]) == 0


def test_neither_the_order_nor_the_memory_makes_a_difference() -> None:
    pages = [page(number, f"site-{number % 3}.example") for number in range(60)]
    expected = learn_site(pages, one_site=False).digest
    random.Random(3).shuffle(pages)
    assert learn_site(pages, one_site=False).digest == expected
    small = RepeatCounter(in_memory=8)
    for each in pages:
        small.add(*small.keys(each))
    assert len(small._runs) > 3 and small.model().digest == expected


def test_shares_are_those_of_a_naive_count() -> None:
    pages = [page(number % 7) for number in range(20)]
    found = unpacked(learn_site(pages, one_site=True))
    naive: dict[int, int] = {}
    for each in pages:
        for key in set(block_keys(each, "").tolist()):
            naive[key] = naive.get(key, 0) + 1
    assert dict(zip(found.keys.tolist(), found.share.tolist(), strict=True)) == pytest.approx(
        {key: times / 20 for key, times in naive.items() if times / 20 >= 0.3}
    )
    assert np.all(np.diff(found.keys.astype(np.float64)) > 0)


def test_sites_go_by_the_host() -> None:
    assert site_of("https://www.rain.example:8080/x") == "rain.example" and site_of(None) == "" == site_of("http://[")


def test_a_batch_learns_in_a_first_pass(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="pip install 'webwinnow[batch]'")
    from batch.crawls import rows
    from fetch.warcs import record
    from webwinnow.batch import Job, LocalEngine, run

    content = b"".join(record(each.source.encode(), url=each.url) for each in map(page, range(8)))
    (tmp_path / "a.warc").write_bytes(content)
    for templates in (True, False):
        job = Job(
            (str(tmp_path / "a.warc"),), str(tmp_path / str(templates)), extractor=parse_extractor("plain"),
            facts=False, site_templates=templates,
        )  # fmt: skip
        run(job, LocalEngine())
        assert {NOTICE in row["text"] for row in rows(tmp_path / str(templates))} == {not templates}
