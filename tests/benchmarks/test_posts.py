"""The measurement of posts measures what it says."""

import importlib.util
import json
from pathlib import Path

import pytest

if importlib.util.find_spec("rapidfuzz") is None:
    pytest.skip("gold is aligned by rapidfuzz", allow_module_level=True)

from benchmarks import posts as benchmark
from post_software import ARTICLE, PAGES, PEOPLE, SAID
from webwinnow.document import Document
from webwinnow.evaluate.package import load


def write(folder: Path, name: str, source: str, gold: str, **meta: object) -> None:
    (folder / f"{name}.html").write_text(source, encoding="utf-8")
    (folder / f"{name}.txt").write_text(gold, encoding="utf-8")
    (folder / f"{name}.json").write_text(json.dumps(meta), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "package.toml").write_text('name = "small"\n')
    story, said = " ".join(ARTICLE), "\n".join(SAID)
    write(folder, "forum", PAGES["phpbb"].source, said, page_type="forum")
    write(folder, "comments", PAGES["wordpress"].source, story, gold_comments=said)
    write(folder, "wrong", PAGES["wordpress"].source, said)
    return folder


def test_recall_precision_and_what_is_wrongly_called_comment(package: Path) -> None:
    found = benchmark.measure(page.read() for page in load(package).pages)
    assert found["forum"].recall == [1] and found["forum"].precision == [1] and found["forum"].threads == [True]
    assert found["with comments"].recall == [1] and found["with comments"].wrong == [0]
    assert 0.5 < found["with comments"].precision[0] < 1  # names and dates belong to the comments, not to the gold
    assert found["other"].wrong == [1]  # the gold of this page is its comments


def test_the_command_prints_a_table(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main([str(package)]) == 0
    shown = capsys.readouterr().out
    assert "small, forum" in shown and "small, with comments" in shown


def test_gold_counts_where_it_stands() -> None:
    page = Document("<p>one two</p><p>three</p>")
    assert benchmark.gold_places(page, "two three").tolist() == [False, True, True]


def test_pairs_count_who_said_what(package: Path) -> None:
    said = benchmark.spoken([{"author": "Ada", "text": "one two three four five"}, {"author": "Bo", "text": "six"}])
    swapped = [(said[1][0], said[0][1]), (said[0][0], said[1][1])]
    assert benchmark.speaker_scores(said, said) == (1, 1)
    assert benchmark.speaker_scores(said, swapped) == (0, 1)
    assert benchmark.speaker_scores(said, said[:1]) == (2 / 3, 2 / 3)
    assert benchmark.speaker_scores(said, []) == (0, 0)
    assert benchmark.spoken([{"author": " ADA  l", "text": "One"}]) == benchmark.spoken(
        [{"author": "Ada L", "text": "one"}]
    )


def test_pairs_of_a_page(package: Path) -> None:
    posts = [{"author": name, "text": said} for name, said in zip(PEOPLE, SAID, strict=True)]
    write(package, "forum", PAGES["phpbb"].source, "\n".join(SAID), page_type="forum", posts=posts)
    found = benchmark.measure(page.read() for page in load(package).pages)
    assert found["forum"].pairs == found["forum"].texts == [1]
