"""What the docs say about evaluation is true: their commands run, their example is right."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from webwinnow.cli import main
from webwinnow.evaluate.importers import FORMATS
from webwinnow.evaluate.measures import MEASURES, Characters, FoundText, Gold, Snippets, WordBag, parse_measure

pytestmark = pytest.mark.usefixtures("in_this_process")

DOCS = Path(__file__).parents[2] / "docs"
ELSEWHERE = ("--proxy", "--peer", "import cleaneval")
"""What is not there where tests run: a proxy, other libraries, a data set."""

GOLD = Gold(
    "Rain at last\nIt rained all night",
    headline="Rain at last",
    with_snippets=("at last", "all night"),
    without_snippets=("Home", "Imprint"),
)
FOUND = FoundText("Home\nIt rained\nRain at last\nRain")


def commands(name: str) -> list[str]:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    webwinnow (.+)$", text, re.MULTILINE)
    return [command for command in shown if not any(word in command for word in ELSEWHERE)]


@pytest.fixture
def surroundings(tmp_path, examples, monkeypatch) -> Path:
    """What the docs speak of: a package with a few of the example's pages, pages, an extractor and a program."""
    package = tmp_path / "examples" / "package"
    package.mkdir(parents=True)
    for pattern in ("package.toml", "en-f*", "en-h*", "de-*"):
        for path in examples.glob(pattern):
            shutil.copyfile(path, package / path.name)
    page = "<article><h1>Rain at last</h1><div class=body><p>It rained all night</p></div></article>"
    (tmp_path / "page.html").write_text(page)
    (tmp_path / "page.txt").write_text("Rain at last\nIt rained all night\n")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "rain.html").write_text(page)
    source = re.search(r"my_extractor\.py`:\n\n((?:    .*\n|\n)+)", (DOCS / "evaluating.md").read_text())
    assert source is not None
    (tmp_path / "my_extractor.py").write_text(re.sub(r"^    ", "", source[1], flags=re.MULTILINE))
    (tmp_path / "my_program.py").write_text("import sys; print(open(sys.argv[1], errors='replace').read())")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["measures", "packages", "evaluating"])
def test_the_commands_run(surroundings, name):
    shown = commands(name)
    assert shown
    for command in shown:
        result = CliRunner().invoke(main, shlex.split(command))
        assert result.exit_code == 0, f"{command}: {result.stderr}"


@pytest.mark.parametrize("measure", ["word-sequence", "word-bag", "word-set", "blocks"])
def test_the_worked_example(measure):
    score = parse_measure(measure)(GOLD, FOUND)
    numbers = " | ".join(f"{number:.3f}" for number in score.numbers().values())
    row = re.search(rf"^\| `{measure}` \| \d.*$", (DOCS / "measures.md").read_text(), re.MULTILINE)
    assert row is not None
    assert row[0].endswith(f"| {numbers} |")


def test_the_other_numbers_of_the_example():
    text = (DOCS / "measures.md").read_text()
    characters = Characters()(Gold("It rained"), FoundText("It ran"))
    assert f"F1 {characters.f1:.3f}" in text
    rates = Snippets()(GOLD, FOUND)
    assert f"the rate `with` is {rates.with_rate:.3f}" in text
    assert f"`without` is {rates.without_rate:.3f}" in text
    kept = FoundText("Rain at last\nIt rained")
    assert f"F1 {WordBag()(GOLD, kept).f1:.3f}. `word-bag(headline=optional)`" in text
    assert f"F1 {WordBag(headline='optional')(GOLD, kept).f1:.3f}, and that" in text


def test_all_measures_and_formats_are_documented():
    measures, packages = ((DOCS / f"{name}.md").read_text() for name in ("measures", "packages"))
    assert [name for name in MEASURES if f"| `{name}` |" not in measures] == []
    assert [name for name in FORMATS if f"| `{name}` |" not in packages] == []
