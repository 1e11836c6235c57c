"""Training of the models of page types."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from kind_pages import article_page, overview_page
from webwinnow.document import Document
from webwinnow.evaluate.package import load
from webwinnow.kind import page_figures
from webwinnow.training import page_types as training
from webwinnow.training.page_types import Sample, Samples

ARTICLE, OVERVIEW = (page_figures(Document(source)) for source in (article_page(), overview_page()))


@pytest.fixture
def samples() -> Samples:
    noise = np.random.default_rng(0)
    pages = [
        Sample(
            "wcxb-dev" if at % 3 else "fundus",
            f"site{at // 4}",
            "home" if at % 2 else "article",
            "en",
            at,
            {name: value * noise.uniform(0.5, 1.5) for name, value in (OVERVIEW if at % 2 else ARTICLE).items()},
        )
        for at in range(240)
    ]
    return Samples(tuple(pages))


def test_no_page_is_scored_by_a_model_that_saw_its_site(samples, monkeypatch) -> None:
    trained = []
    monkeypatch.setattr(training, "train_overview", lambda _, chosen: trained.append(chosen) or {})
    monkeypatch.setattr(training, "scores", lambda *_: np.full(240, len(trained)))
    chosen = samples.mark(lambda page: page.package == "wcxb-dev")
    fold = training.cross_validated(samples, chosen)
    assert np.isnan(fold[~chosen]).all()
    for each, seen in enumerate(trained, 1):
        sites = [
            {page.site for page, mark in zip(samples.pages, marks, strict=True) if mark}
            for marks in (seen, fold == each)
        ]
        assert sites[0].isdisjoint(sites[1])
        assert not (seen & ~chosen).any()


def test_classes_count_the_same_and_no_page_outside_counts(samples) -> None:
    chosen = samples.mark(lambda page: page.package == "wcxb-dev")
    weights, overview = training.page_weights(samples, chosen), training.is_overview(samples)
    assert weights[overview].sum() == pytest.approx(weights[~overview].sum())
    assert not weights[~chosen].any()


def test_cross_validation_tells_them_apart(samples) -> None:
    every = training.usable(samples)
    found = training.cross_validated(samples, every) > 0
    assert training.balanced_accuracy(training.is_overview(samples), found) == 1


def test_balanced_accuracy_does_not_follow_the_larger_class() -> None:
    target = np.array([True, False, False, False])
    assert training.balanced_accuracy(target, np.zeros(4, dtype=bool)) == 0.5


def test_pages_of_a_package(tmp_path: Path) -> None:
    (tmp_path / "package.toml").write_text('name = "small"\n')
    for name, meta in {"a": {"page_type": "home", "url": "https://news.example.org/"}, "b": {}}.items():
        (tmp_path / f"{name}.html.gz").write_bytes(gzip.compress(overview_page().encode()))
        (tmp_path / f"{name}.json").write_text(json.dumps(meta))
    first, second = training.package_samples(load(tmp_path))
    assert second is None
    assert (first.package, first.site, first.page_type, first.language) == ("small", "example.org", "home", "unknown")
    assert first.figures == OVERVIEW
