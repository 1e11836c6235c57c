"""Every command in README, docs and help: its words and options exist, and it runs, where it needs no other world."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import click
import pyarrow
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from batch.crawls import warc
from sites import Sent, SmallSite, small_site
from webwinnow.cli.program import main
from webwinnow.errors import WebwinnowError

pytestmark = [
    pytest.mark.usefixtures("in_this_process"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:fastwarc"),  # some of its own, when it is imported
]

ROOT = Path(__file__).parents[1]
PROSE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"^(?: {2,}|\s*)(webwinnow [a-z-][^\n]*)$", re.MULTILINE)
PLACEHOLDERS = re.compile(r"(^|[\s'\"])(PAGE|PACKAGE|NAME|FILE|FOLDER|DATA|URL|SIDECAR|\.\.\.)|…|\(see:|FLAGS|EXPR")
LEFT_OUT = re.compile(
    r"webwinnow (?:mcp|proxy|serve) *(?:-|#|&|$|[^#]*--)|webwinnow (?:render|train)|--render|--geometry|--proxy"
    r"|--peer|s3://|downloads/|lynx|long-lines"
)
"""What does not end by itself, or needs a browser, another library or minutes; each has its own tests."""
ADDRESS = "https://example.org"
"""Where pages of examples come from: a site on this machine answers in its place."""
AFTER_OTHERS = re.compile(r"webwinnow compare|--gate floors\.json$|webwinnow package (?:new|add|split) mine .")
"""What the pages of help show, too, and needs what other commands leave: the guides have both, in order."""
PACKAGE = ROOT / "examples" / "package"
FEED = b"""<rss><channel><item><title>One</title><link>https://example.org/1</link></item></channel></rss>"""
ARTICLE = (
    "<title>Rain at last</title><link rel=alternate type=application/rss+xml href=/feed.xml><h1>Rain at last</h1><p>"
    + "It rained all night, and the wells of the village are full again, says the miller. " * 6
)
OWN = '[news]\nexpression = "lqf >> bte"\n'
"""Recipes that readers are told to write."""


def commands(page: Path) -> list[str]:
    """Return the calls of webwinnow that stand on a line of code, in their order, each once."""
    every = COMMAND.findall(page.read_text(encoding="utf-8"))
    found = dict.fromkeys(re.sub(r" {2,}\((?!see:).*\)$", "", line.strip()) for line in every)
    return [line for line in found if not PLACEHOLDERS.search(line) and not line.endswith("\\")]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name."""
    source = (ROOT / "src" / "webwinnow" / "example.html").read_text(encoding="utf-8")
    for folder in ("pages", "crawl", "examples", "corpus/failed"):
        (tmp_path / folder).mkdir(parents=True)
    for package in ("examples/package", "my-package"):
        copy_package(tmp_path / package)
    shutil.copytree(ROOT / "examples" / "trends", tmp_path / "examples" / "trends")
    said = "some sentence. Winnow the grain. Subscribe to our newsletter."
    article = f"<article><h1>Rain at last</h1><div class=body>{said}</div></article>"
    for name in ("page.html", "thread.html", "other.html", *(f"pages/{number}.html" for number in range(5))):
        (tmp_path / name).write_text(source + article, encoding="utf-8")
    (tmp_path / "page.txt").write_text("Rain at last", encoding="utf-8")
    (tmp_path / "my_program.py").write_text("import sys\nprint(open(sys.argv[1]).read())", encoding="utf-8")
    for name in ("mymodule.py", "my_extractor.py"):
        (tmp_path / name).write_text(
            "def main_text(html):\n    return html\n\nparagraphs = main_text", encoding="utf-8"
        )
    for name in ("ours.toml", "mine.toml", "home/webwinnow/recipes.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(OWN if "home" in name else OWN + OWN.replace("news", "mine"), encoding="utf-8")
    write_crawls(tmp_path)
    write_collections(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def copy_package(folder: Path) -> None:
    """Copy some pages of the example: enough for every command, few enough for all of them."""
    folder.mkdir(parents=True)
    names = sorted({path.name.split(".")[0] for path in PACKAGE.glob("*.html*")})[::4]
    for path in PACKAGE.iterdir():
        if path.name == "package.toml" or path.name.split(".")[0] in names:
            shutil.copy(path, folder)


def write_crawls(folder: Path) -> None:
    """Write lists of pages, archives and tables as a crawl leaves them."""
    for name in ("urls.txt", "today.txt", "new.txt"):
        (folder / name).write_text("page.html\nother.html\n", encoding="utf-8")
    (folder / "rules.toml").write_text('["*"]\ndrop = ".ad"\n', encoding="utf-8")
    for name in ("crawl.warc.gz", "sample.warc.gz", "crawl/one.warc.gz", "corpus/failed/one.warc.gz"):
        (folder / name).write_bytes(warc(3))
    (folder / "warc.paths").write_text("crawl/one.warc.gz\n", encoding="utf-8")
    table = pyarrow.table({"content": [ARTICLE, ARTICLE], "url": [f"{ADDRESS}/{n}" for n in range(2)]})
    parquet.write_table(table, folder / "pages.parquet")
    shutil.copy(ROOT / "src/webwinnow/extractors/consensus/consensus.npz", folder / "mine.npz")


def write_collections(folder: Path) -> None:
    """Write dated texts in every form that the guide to trends names."""
    said = "Drought, climate change, gene flow in plants, and the microbiome of the soil."
    years = range(2000, 2012)
    ris = "".join(f"TY  - JOUR\nJO  - J\nTI  - T{year}\nPY  - {year}\nAB  - {said * 3}\nER  - \n" for year in years)
    for name in ("papers.ris", "collection.ris"):
        (folder / name).write_text(ris, encoding="utf-8")
    fields = ", ".join(f"{name} = {{{value}}}" for name, value in (("title", "T"), ("year", 2001), ("abstract", said)))
    (folder / "more.bib").write_text(f"@article{{one, {fields}}}", encoding="utf-8")
    (folder / "table.csv").write_text(f'title,year,abstract\nT,2002,"{said}"\n', encoding="utf-8")
    for name in ("pages.jsonl", "posts.jsonl"):
        lines = ({"title": f"T{year}", "date": f"{year}-05-01", "text": said * 3, "site": "S"} for year in years)
        (folder / name).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (folder / "queries.toml").write_text('[queries]\nclimate = ["drought", "climate change"]\n', encoding="utf-8")
    (folder / "saved-feed.xml").write_bytes(FEED)
    cards = (f"<article><h2><a href=/{n}>The {n} wells of the village</a></h2><p>{said}</p></article>" for n in "abcd")
    (folder / "saved.html").write_text("".join(cards), encoding="utf-8")
    for name in ("weblog", "weblogs"):
        (folder / name).mkdir()
        shutil.copy(folder / "thread.html", folder / name)


@pytest.fixture(scope="module")
def site() -> Iterator[SmallSite]:
    """The site that examples fetch from: a story at every address, and a feed that leads to two."""
    with small_site(answer) as running:
        yield running


def answer(path: str) -> Sent:
    if path in ("/robots.txt", "/sitemap.xml"):
        return Sent(status=404)
    if path == "/feed.xml":
        return Sent(FEED, "application/rss+xml")
    return Sent(ARTICLE.encode())


def matching(word: str) -> list[str]:
    return sorted(map(str, Path().glob(word))) if "*" in word and not word.startswith("/") else []


def words(line: str) -> list[str]:
    """Read the words of a line as a shell does, up to a pipe or a redirection."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|><;&")
    lexer.whitespace_split, lexer.commenters = True, "#"
    own = list(takewhile(lambda word: not set(word) <= set("|><;&"), lexer))[1:]
    return [name for word in own for name in (matching(word) or [word])]


def at_home(given: list[str], site: SmallSite) -> list[str]:
    """Let a command ask the site on this machine, without a pause, and not its own address."""
    fetched = [at for at, word in enumerate(given) if word.startswith(ADDRESS) and given[at - 1] != "--url"]
    led = [word.replace(ADDRESS, site.url()) if at in fetched else word for at, word in enumerate(given)]
    private = ["--allow-private"] if fetched else []
    if given[0] == "batch":  # examples of help stand beside each other, each for a new folder
        led[led.index("-o") + 1] += f"-{len(list(Path().iterdir()))}"
    return [*led, *private, *(["--delay", "0"] if given[0] == "discover" else [])]


def context_of(line: str) -> click.Context:
    """Read a line as click does, without doing it."""
    context = main.make_context("webwinnow", words(line), resilient_parsing=False)
    while isinstance(context.command, click.Group):
        name, command, rest = context.command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, rest, parent=context)
    return context


@pytest.mark.usefixtures("scratch")
def test_every_documented_command_is_one() -> None:
    known, wrong = sorted({line for page in PROSE for line in commands(page)}), []
    for line in known:
        try:
            context_of(line)
        except click.exceptions.Exit:
            continue  # --help and --version
        except (click.NoSuchOption, click.BadArgumentUsage, click.BadOptionUsage, click.MissingParameter) as error:
            wrong.append(f"{line}: {error.format_message()}")
        except click.UsageError as error:
            wrong += [f"{line}: {error.format_message()}"] if "No such command" in error.format_message() else []
        except (click.ClickException, WebwinnowError):
            continue  # a file that only the reader has
    assert len(known) > 100 and not wrong, "\n".join(wrong)


RUN = {page: [line for line in commands(page) if not LEFT_OUT.search(line)] for page in PROSE}
"""What is run of each page."""
HELP = ROOT / "docs" / "command-line.md"
RUN[HELP] = [line for line in RUN[HELP] if not AFTER_OTHERS.search(line)]


@pytest.mark.parametrize("page", [page for page in RUN if RUN[page]], ids=lambda page: page.stem)
@pytest.mark.usefixtures("scratch")
def test_the_commands_of_a_page_run_one_after_the_other(page: Path, site: SmallSite) -> None:
    wrong = []
    for line in RUN[page]:
        result = CliRunner().invoke(main, at_home(words(line), site), standalone_mode=True)
        if result.exit_code != 0:
            wrong.append(f"{line}\n    {result.output.strip().splitlines()[-1:]}")
    assert not wrong, "\n".join(wrong)


def test_the_reasons_of_the_guide_are_those_of_today() -> None:
    """The guide shows some of the lines that the command prints; numbers of another model would be found here."""
    guide = (ROOT / "docs" / "explaining.md").read_text(encoding="utf-8")
    shown = guide.partition('webwinnow why --example "Ferry fares"\n\n')[2].partition("\n\n")[0].splitlines()
    printed = CliRunner().invoke(main, ["why", "--example", "Ferry fares"]).output.splitlines()
    assert len(shown) > 8
    assert [line for line in shown if line[4:] not in printed and line.strip() != "..."] == []
