"""`webwinnow pagetype`, and what `extract` skips: `--skip-overview`, `--min-confidence`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kind_pages import article_page, overview_page


@pytest.fixture
def article(tmp_path) -> Path:
    path = tmp_path / "article.html"
    path.write_text(article_page())
    return path


@pytest.fixture
def overview(tmp_path) -> Path:
    path = tmp_path / "overview.html"
    path.write_text(overview_page())
    return path


def test_table(run, article, overview) -> None:
    found = run("pagetype", article, overview)
    assert found.exit_code == 0
    head, first, second = found.stdout.splitlines()
    assert head.split()[:3] == ["page", "type", "sure"]
    assert "article " in first and "overview " in second
    assert head.index("type") == second.index("overview ", second.index("overview.html") + 9)


def test_json(run, overview) -> None:
    found = json.loads(run("pagetype", "--json", overview).stdout)
    assert found["type"] == "overview"
    assert found["page"] == str(overview)
    assert 0.5 <= found["confidence"] <= 1
    assert {"net_text_length", "teaser_share", "link_share"} <= set(found["figures"])


def test_textsweepers_own_test(run, article, overview) -> None:
    """Section 3 of lang2012: overview pages are those whose content has too little net text."""
    short = article.with_name("short.html")
    short.write_text("<h1>A note</h1><p>" + "The wind takes the chaff and leaves the grain. " * 12 + "</p>")
    found = run("pagetype", "--json", "--method", "textsweeper", article, overview, short)
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [each["type"] for each in told] == ["article", "overview", "overview"]
    assert [each["figures"]["net_text_length"] < 1200 for each in told] == [False, True, True]
    assert {each["confidence"] for each in told} == {1}


def test_standard_input_and_nothing_in_it(run) -> None:
    assert json.loads(run("pagetype", "--json", stdin=b"<p></p>").stdout)["type"] == "empty"
    assert "is empty" in run("pagetype", stdin=b"").stderr


def test_a_page_that_cannot_be_read_is_named_and_the_others_go_on(run, article, tmp_path) -> None:
    found = run("pagetype", tmp_path / "missing.html", article)
    assert found.exit_code == 1
    assert "missing.html" in found.stderr
    assert len(found.stdout.splitlines()) == 2


def test_help_shows_examples(run) -> None:
    assert "webwinnow pagetype *.html --json" in run("pagetype", "--help").stdout


def test_an_overview_page_is_skipped(run, overview) -> None:
    found = run("extract", "--skip-overview", overview)
    assert (found.exit_code, found.stdout) == (3, "")
    assert "overview.html" in found.stderr
    assert run("extract", overview).exit_code == 0


def test_articles_are_extracted_all_the_same(run, article) -> None:
    assert run("extract", "--skip-overview", article).stdout == run("extract", article).stdout != ""


def test_of_several_pages_the_others_go_on(run, article, overview, tmp_path) -> None:
    found = run("extract", "--skip-overview", "-o", tmp_path / "texts", overview, article)
    assert found.exit_code == 3
    assert [path.name for path in (tmp_path / "texts").iterdir()] == ["article.txt"]


def test_a_page_that_cannot_be_read_outweighs_one_that_was_skipped(run, overview, tmp_path) -> None:
    found = run("extract", "--skip-overview", "-f", "json", tmp_path / "missing.html", overview)
    assert (found.exit_code, found.stdout) == (1, "")


def test_a_result_that_is_not_sure_enough_is_skipped(run, article, overview, tmp_path) -> None:
    found = run("extract", "--min-confidence", "1", article)
    assert (found.exit_code, found.stdout) == (3, "")
    assert "article.html: confidence 0." in found.stderr and "is below 1, skipped" in found.stderr
    assert run("extract", "--min-confidence", "0.1", article).stdout == run("extract", article).stdout
    several = run("extract", "--min-confidence", "1", "-o", tmp_path / "texts", overview, article)
    assert several.exit_code == 3 and "2 skipped" in several.stderr


@pytest.mark.parametrize("asked", [("--min-confidence", "2"), ("--min-confidence", "0.5", "-e", "bte")])
def test_a_confidence_that_nobody_can_have_is_wrong_usage(run, article, asked) -> None:
    found = run("extract", article, *asked)
    assert (found.exit_code, found.stdout) == (2, "") and "confiden" in found.stderr


def test_json_of_extract_tells_the_type(run, article) -> None:
    found = json.loads(run("extract", "-f", "json", article).stdout)["page_type"]
    assert found["type"] == "article"
    assert set(found) == {"type", "confidence", "kind"}
    assert set(found["kind"]) == {"name", "confidence", "probabilities"}


def test_exit_codes_are_documented(run) -> None:
    assert "3 an overview page or an unsure result was skipped" in " ".join(run("--help").stdout.split())
    assert "exit code is 3" in " ".join(run("extract", "--help").stdout.split())
