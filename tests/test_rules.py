"""Rules by host."""

from __future__ import annotations

from pathlib import Path

import pytest

from webwinnow import extract, parse_extractor
from webwinnow.document import read
from webwinnow.errors import UsageError
from webwinnow.explain.why import why
from webwinnow.rules import Choices, Rules, by_hand, read_rules

SOURCE = (
    "<nav>Menu</nav><main><p>The tide mill grinds again after eighty-eight years.</p><p class=ad>Buy flour.</p></main>"
)
FILE = """
["example.org"]
extractor = "plain"
keep = ["nav", "h1"]
drop = ".ad"
[news.example.org]
comments = "drop"
["*"]
drop = "nav"
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    (tmp_path / "rules.toml").write_text(FILE, encoding="utf-8")
    return read_rules(tmp_path / "rules.toml")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://example.org/a", "example.org"),
        ("https://WWW.Example.org:8080/", "example.org"),
        ("http://news.example.org", "news.example.org"),
        ("http://a.news.example.org./x", "news.example.org"),
        ("http://notexample.org/", "*"),
        ("http://[bad/", "*"),
        (None, "*"),
    ],
)
def test_the_nearest_host_counts(rules: Rules, url: str | None, host: str) -> None:
    rule = rules.of(url)
    assert rule is not None and rule.host == host


def test_a_rule_becomes_stages(rules: Rules) -> None:
    result = extract(SOURCE, url="http://example.org/", rules=rules)
    assert str(result.extractor) == "plain >> by-hand(keep='nav, h1', drop='.ad')"
    assert "Menu" in result.text and "flour" not in result.text
    assert str(extract(SOURCE, url="http://news.example.org/", rules=rules).extractor) == (
        "consensus >> comments(policy='drop')"
    )


def test_an_extractor_that_was_asked_for_stays_and_selectors_add_up(rules: Rules) -> None:
    result = extract(SOURCE, "lqf", url="http://example.org/", rules=rules, drop="nav")
    assert str(result.extractor) == "lqf >> by-hand(keep='nav, h1', drop='.ad') >> by-hand(drop='nav')"
    assert "Menu" not in result.text


def test_without_a_rule_nothing_changes() -> None:
    stage = parse_extractor("lqf >> bte")
    assert Choices().applied(stage, "http://example.org/") == by_hand(stage) == stage
    assert Rules().of("http://example.org/") is None


def test_why_names_the_rule(rules: Rules) -> None:
    page = read(SOURCE, url="http://example.org/")
    stage = Choices(rules=rules).applied(parse_extractor("consensus"), page.url)
    place = why(page, stage, "Buy flour").places[0]
    assert place.verdict == "dropped" and place.decided_by == "by-hand(keep='nav, h1', drop='.ad')"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("drop = '.ad'", "'drop' stands outside"),
        ('["http://example.org"]', "no host"),
        ("['a.org']\nkep = 'p'", r"\['a.org'\] has the key 'kep'"),
        ("['a.org']\nkeep = 3", r"\['a.org'\] keep: 3"),
        ("['a.org']\ndrop = ['p', 3]", r"\['a.org'\] drop: \['p', 3\]"),
        ("['a.org']\ndrop = 'p:hover'", r"\['a.org'\] drop: .*:hover"),
        ("['a.org']\ncomments = 'no'", r"\['a.org'\] comments: 'no'"),
        ("['a.org']\nextractor = 1", r"\['a.org'\] extractor: 1"),
        ("['a.org']\nextractor = 'lqff'", r"\['a.org'\] extractor: unknown extractor 'lqff'"),
        ("['a.org']\nextractor = 'filter1'", r"\['a.org'\] extractor: filter1 is a prefilter"),
        ("[", "broken TOML"),
    ],
)
def test_errors_name_file_and_key_in_one_line(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=named) as caught:
        read_rules(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name a file of rules"):
        read_rules(tmp_path / "missing.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(UsageError, match="UTF-8"):
        read_rules(tmp_path / "latin.toml")


def test_selectors_are_texts() -> None:
    with pytest.raises(TypeError, match="keep"):
        extract(SOURCE, keep=[3])  # type: ignore[list-item]
