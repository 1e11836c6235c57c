"""What readers of the docs have: the files that examples name, a site at the address of examples, a shell.

What is replaced in their commands, and nothing else, stands in three tables: `STANDS_FOR`, `AT_HOME` and `BEFORE`.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow
from click.testing import CliRunner
from pyarrow import parquet

from batch.crawls import warc
from documented import ROOT
from shell import Answered, Asked, Shell, shell
from small_sites import Sent, SmallSite, small_site
from webwinnow.cli.program import main

ADDRESS = "https://example.org"
"""Where pages of examples come from: a site on this machine answers in its place."""
STANDS_FOR = {
    "URL-OR-FILE": "page.html",
    "PAGE": "page.html",
    "PACKAGE...": "my-package",
    "PACKAGE": "my-package",
    "MODEL": "mine.npz",
    "NAME": "shallow",
    "URL": ADDRESS,
    "DIR": "my-packages",
    "/srv/press": ".",
}
"""What a word in capitals is, and a folder that only its owner has."""
AT_HOME = {"discover": ["--delay", "0"], "": ["--allow-private"]}
"""Options that are added where a page of the site is fetched: it is on this machine, and nobody needs to wait."""
BEFORE = {
    "webwinnow compare": [
        f"webwinnow evaluate examples/package -e {extractor} --measures word-bag,word-sequence -o results-{when}"
        for extractor, when in (("bte", "before"), ("lqf", "after"))
    ],
    "webwinnow evaluate": ["webwinnow evaluate examples/package -e 'lqf >> bte' --gate floors.json --update-floors"],
    "webwinnow extract": ["webwinnow site learn pages/*.html -o site.npz"],
    "webwinnow package add": ["webwinnow package new mine"],
    "webwinnow package split": ["webwinnow package build mine pages/ --selector 'article .body'"],
}
"""What the help of a command takes for granted: in the guides it is made by the lines above."""

PACKAGE = ROOT / "examples" / "package"
FEED = b"""<rss><channel><item><title>One</title><link>https://example.org/1</link></item></channel></rss>"""
ARTICLE = (
    "<title>Rain at last</title><link rel=alternate type=application/rss+xml href=/feed.xml><h1>Rain at last</h1><p>"
    + "It rained all night, and the wells of the village are full again, says the miller. " * 6
    + "<p>This is some sentence more."
)
DATED = '<meta property="article:published_time" content="2024-05-03">'
OWN = '[news]\nexpression = "lqf >> bte"\n\n[news-strict]\nexpression = "news & lqf(threshold=0.25)"\n'
"""Recipes that readers are told to write."""


def as_typed(line: str) -> str:
    """Put files in the place of what stands for them."""
    words = "|".join(re.escape(word) for word in STANDS_FOR)
    return re.sub(rf"(?<![\w$./-])(?:{words})(?![\w/])", lambda found: STANDS_FOR[found[0]], line)


def fill(folder: Path) -> None:
    """Write the files that examples name."""
    source = (ROOT / "src" / "webwinnow" / "example.html").read_text(encoding="utf-8")
    for name in ("pages", "crawl", "examples", "corpus/failed", "sites", "my-packages", ".config/fish/completions"):
        (folder / name).mkdir(parents=True)
    for package in ("examples/package", "my-package", "packages/first", "packages/second", "sites/sites-test"):
        copy_package(folder / package)
    shutil.copytree(folder / "my-package", folder / "sites-test")
    shutil.copytree(ROOT / "examples" / "trends", folder / "examples" / "trends")
    said = (
        "some sentence. Winnow the grain. Subscribe to our newsletter. Buy flour now. A sentence of it, the sentence."
    )
    article = f"<article><h1>Rain at last</h1><div class=body>{said} some words a sentence of it</div></article>"
    for name in ("page.html", "thread.html", "other.html", *(f"pages/{number}.html" for number in range(5))):
        (folder / name).write_text(source.replace("<head>", f"<head>{DATED}", 1) + article, encoding="utf-8")
    (folder / "page.txt").write_text("Rain at last", encoding="utf-8")
    (folder / "my_program.py").write_text("import sys\nprint(open(sys.argv[1]).read())", encoding="utf-8")
    for name in ("mymodule.py", "my_extractor.py"):
        (folder / name).write_text("def main_text(html):\n    return html\n\nparagraphs = main_text", encoding="utf-8")
    for name in ("ours.toml", "mine.toml", "home/webwinnow/recipes.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(OWN if "home" in name else OWN + '\n[mine]\nexpression = "bte"\n', encoding="utf-8")
    _write_crawls(folder)
    _write_collections(folder)


def copy_package(folder: Path) -> None:
    """Copy some pages of the example: enough for every command, few enough for all of them."""
    folder.mkdir(parents=True)
    names = sorted({path.name.split(".")[0] for path in PACKAGE.glob("*.html*")})[::8]
    for path in PACKAGE.iterdir():
        if path.name == "package.toml" or path.name.split(".")[0] in names:
            shutil.copy(path, folder)


def _write_crawls(folder: Path) -> None:
    """Write lists of pages, archives and tables as a crawl leaves them."""
    for name in ("urls.txt", "today.txt", "new.txt"):
        (folder / name).write_text("page.html\nother.html\n", encoding="utf-8")
    (folder / "seen.txt").write_text("", encoding="utf-8")
    (folder / "rules.toml").write_text('["*"]\ndrop = ".ad"\n', encoding="utf-8")
    for name in ("crawl.warc.gz", "sample.warc.gz", "crawl/one.warc.gz", "corpus/failed/one.warc.gz"):
        (folder / name).write_bytes(warc(3))
    (folder / "warc.paths").write_text("crawl/one.warc.gz\n", encoding="utf-8")
    columns = {"content": [ARTICLE, ARTICLE], "html": [ARTICLE, ARTICLE], "url": [f"{ADDRESS}/{n}" for n in range(2)]}
    for name in ("pages.parquet", "crawl.parquet"):
        parquet.write_table(pyarrow.table(columns), folder / name)
    shutil.copy(ROOT / "src/webwinnow/extractors/consensus/consensus.npz", folder / "mine.npz")
    cleaned = folder / "downloads" / "cleaneval"
    for name, text in {"input/1.html": ARTICLE, "GoldStandard/1-cleaned.txt": "<h>Rain at last\n<p>It rained"}.items():
        (cleaned / name).parent.mkdir(parents=True)
        (cleaned / name).write_text(text, encoding="utf-8")


def _write_collections(folder: Path) -> None:
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
        entries = (
            f"<h2><a href=/{year}>In {year}</a></h2><time>{year}-05-03</time><p>{said * 4}</p>" for year in years
        )
        blog = "".join(f"<article class=post>{entry}</article>" for entry in entries)
        (folder / name / "one.html").write_text(f"<title>Mill</title><main>{blog}</main>", encoding="utf-8")


def _answer(path: str, own: str) -> Sent:
    if path in ("/robots.txt", "/sitemap.xml"):
        return Sent(status=404)
    if path == "/feed.xml":
        return Sent(FEED.replace(ADDRESS.encode(), own.encode()), "application/rss+xml")
    return Sent(ARTICLE.encode())


class Reader:
    """Types commands of the docs in a folder of its own; the site answers for the address of examples."""

    def __init__(self, site: SmallSite, typed_in: Shell) -> None:
        """Take the site and the shell."""
        self.site, self.shell = site, typed_in

    def type(self, line: str, **environment: str) -> Answered:
        """Run a line."""
        return self.shell.run(as_typed(line), self._answered, environment)

    def calls(self, line: str, **environment: str) -> list[Asked]:
        """Return what a line calls, as the shell hands it over, without doing it."""
        found: list[Asked] = []

        def note(asked: Asked) -> Answered:
            if "--addon-file" in asked.arguments:
                return self._answered(asked)
            found.append(asked._replace(arguments=self.at_home(asked.arguments)))
            return Answered(0)

        done = self.shell.run(f"{as_typed(line)}\nwait", note, environment)
        assert done.code == 0, done.printed
        return found

    def at_home(self, given: list[str]) -> list[str]:
        """Let a command ask the site on this machine, without a pause, and not its own address."""
        fetched = [at for at, word in enumerate(given) if word.startswith(ADDRESS) and given[at - 1] != "--url"]
        led = [word.replace(ADDRESS, self.site.url()) if at in fetched else word for at, word in enumerate(given)]
        return [*led, *(AT_HOME[""] if fetched or "--from" in given else []), *AT_HOME.get(given[0], [])]

    def _answered(self, asked: Asked) -> Answered:
        done = CliRunner().invoke(main, self.at_home(asked.arguments), input=asked.standard_input, standalone_mode=True)
        if not isinstance(done.exception, SystemExit | None):
            raise done.exception
        return Answered(done.exit_code, done.stdout_bytes, done.stderr_bytes)


@contextmanager
def reader(*answered: str) -> Iterator[Reader]:
    """Let somebody read the docs; the shell leaves it to the tests to do what `answered` programs are asked for."""
    started: list[SmallSite] = []
    with small_site(lambda path: _answer(path, started[0].url())) as site:
        started.append(site)
        with shell(ADDRESS, site.url(), "webwinnow", *answered) as typed_in:
            yield Reader(site, typed_in)
