"""Golden pages: each has an extractor that finds exactly its main content, or comes as near as its floor says.

`about.toml` of a page names the `extractor`; with a `floor`, the words found need only agree that far (F1).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from webwinnow import extract
from webwinnow.language.words import words
from webwinnow.render.text import render_text

PAGES = sorted((Path(__file__).parent / "pages").iterdir())


def word_bag_f1(found: str, gold: str) -> float:
    one, other = Counter(words(found)), Counter(words(gold))
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_main_content(page: Path) -> None:
    about = tomllib.loads((page / "about.toml").read_text(encoding="utf-8"))
    gold = (page / "expected.txt").read_bytes().decode()
    result = extract((page / "source.html").read_bytes(), about["extractor"], headline=False)
    assert result.title is not None
    assert about["title"] in gold or result.title.startswith(about["title"][:10])
    if "floor" in about:
        assert word_bag_f1(result.text, gold) >= about["floor"]
    else:
        assert render_text(result.page, result.spans) == gold


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_used_when_nothing_is_asked_for_comes_near(page: Path) -> None:
    gold = (page / "expected.txt").read_bytes().decode()
    assert word_bag_f1(extract((page / "source.html").read_bytes()).text, gold) >= 0.9


def test_the_measure_can_fail() -> None:
    assert word_bag_f1("one two", "one two") == 1
    assert word_bag_f1("one two", "two three") == 0.5
    assert word_bag_f1("", "one") == 0
