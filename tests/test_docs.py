"""The docs say what the code says."""

import importlib.util
import pkgutil
import re
import shutil
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

from browser import needs_browser
from serve.bench import bench_browser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PROSE = sorted([ROOT / "README.md", *(page for page in DOCS.glob("*.md"))])


def loaded(name: str) -> ModuleType:
    """A script of the docs; one is called as a module of Python's own is."""
    specification = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def generated_pages() -> dict[str, str]:
    pages: dict[str, str] = loaded("generate").pages()
    return pages


def test_the_list_for_language_models_names_each_page_and_shows_no_picture() -> None:
    written = loaded("site").llms_text(DOCS)
    assert written.startswith("# webwinnow\n\n> Finds the main content of any web page")
    named = set(re.findall(r"\]\(([^):#]+\.md)[)#]", written))
    assert {page.name for page in DOCS.glob("*.md")} - {"index.md"} <= named
    assert "algorithms/consensus.md" in named and "![" not in written


def test_the_site_asks_no_other_host_for_scripts() -> None:
    page = '<script src="https://unpkg.com/iframe-worker/shim" type="text/javascript"></script><script src="own.js">'
    assert loaded("site").closed(page, "../") == '<script src="../search-from-files.js"></script><script src="own.js">'


@needs_browser
def test_a_worker_runs_in_pages_that_are_opened_from_files(tmp_path: Path) -> None:
    shutil.copy(DOCS / "search-from-files.js", tmp_path)
    (tmp_path / "worker.js").write_text("self.addEventListener('message', ({ data }) => self.postMessage(data + 1))")
    asks = "const w = new Worker('worker.js'); w.onmessage = e => { document.title = e.data }; w.postMessage(41)"
    page = f"<title>?</title><body><script src=search-from-files.js></script><script>{asks}</script>"
    (tmp_path / "page.html").write_text(page)
    with bench_browser() as browser:
        tab = browser.new_page()
        tab.goto((tmp_path / "page.html").as_uri())
        tab.wait_for_function("document.title === '42'")


@pytest.mark.parametrize("name", ["extractors.md", "unspecified.md", "command-line.md", "api.md", "json.md"])
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == generated_pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_expressions_in_the_docs_can_be_read() -> None:
    from webwinnow import parse

    text = "\n".join(page.read_text(encoding="utf-8") for page in PROSE)
    expressions = re.findall(r'(?:-e |extractor=|parse\()"([^"]+)"', text)
    assert expressions
    for expression in expressions:
        parse(re.sub(r"model='[^']+'", "model=''", expression))  # models of the reader's own


def test_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+)")
OTHERS = {"--proxy-server", "--user-data-dir"}
"""Options of programs of others."""


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.name)
def test_options_names_and_files_in_the_docs_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    known = OTHERS | set(OPTION.findall((DOCS / "command-line.md").read_text(encoding="utf-8")))
    assert [option for option in OPTION.findall(text) if option not in known and f'"{option}"' not in scripts()] == []
    for name in re.findall(r"`(webwinnow(?:\.\w+)+)", text):
        assert exists(name), name
    for path in re.findall(r"`((?:src|tests|docs|benchmarks|native|examples|extension)/[\w./-]*\w)", text):
        assert (ROOT / path).exists(), path


@cache
def scripts() -> str:
    """What our programs beside the command line say, which have options of their own."""
    folders = ("benchmarks", "docs", "tests/hostile")
    return "\n".join(file.read_text(encoding="utf-8") for name in folders for file in (ROOT / name).rglob("*.py"))


def exists(name: str) -> bool:
    """Tell whether a module, or something in one, has this name."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_the_readme_is_one_screen_that_starts_with_the_package() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("pip install webwinnow") < readme.index("make run") < readme.index("make test")
    board = readme.partition("<!-- leaderboard")[2].partition("<!-- end")[0]
    assert readme.count("\n") - board.count("\n") <= 60


def test_every_extra_is_among_those_to_install() -> None:
    text = (DOCS / "installing.md").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    table = text[text.index("| extra |") : text.index("| `all` |") + 60]
    assert {name for name in extras if f"`{name}`" not in table} == {"bench"}
    everything = set(extras["all"][0].removeprefix("webwinnow[").removesuffix("]").split(","))
    assert everything == set(extras) - {"all", "bench", "ray"}


def test_every_public_module_is_in_the_reference() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    for name in ("extract", "Result", "find_metadata", "find_items", "discover", "evaluate"):
        assert f"### `{name}" in text


def counts() -> dict[str, str]:
    """What pages of the docs count, in their words, as the files of the package have it."""
    package, sites = ROOT / "src" / "webwinnow", ROOT / "benchmarks" / "sites" / "texts"
    consensus = np.load(package / "extractors" / "consensus" / "consensus.npz")
    overview = np.load(package / "kind" / "overview.npz")
    months = re.findall(r"^(\w+):", (package / "metadata" / "months.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return {
        "consensus.md": f"each block {consensus['mean'].size} signals are computed",
        "consensus.md, trees": f"Two forests of {len(consensus['blocks columns']) // 2} symmetric trees",
        "page-types.md": f"a sum of {overview['roots'].size} trees with four leaves each",
        "metadata.md": f"Month names are known in {len(set(months) - {'hijri', 'jalali'})} languages",
        "sites.md": f"{({20: 'Twenty'})[len(list(sites.glob('??.md')))]} languages",
    }


@pytest.mark.parametrize("page", counts())
def test_counts_are_those_of_the_code(page: str) -> None:
    assert counts()[page] in (DOCS / page.partition(",")[0]).read_text(encoding="utf-8")


def script(name: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> ModuleType:
    """A script of the docs that writes into a folder of its own, instead of its page."""
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.chdir(folder)
    found = importlib.import_module(name)
    monkeypatch.setattr(found, "PAGE", folder / "page.md")
    return found


ROWS = ("plain", "danag", "addanag", "filter1 >> danag", "filter2 >> danag", "danag(smoothing=1)")
PAPER = {
    "caption": "Table 4.13",
    "column": "f1",
    "packages": ["example"],
    "columns": ["BBC"],
    "rows": {"danag": [0.9], "filter3 >> danag": [0.95]},
}
SPEEDS = {"caption": "Table 4.10", "column": "speed", "unit": "danag", "columns": ["MB/s"], "rows": {"danag": [11.41]}}


def test_results_are_made_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = script("results", monkeypatch, tmp_path)
    monkeypatch.setattr(results, "EXPRESSIONS", ROWS)
    monkeypatch.setattr(results, "METHODS", ("tf",))
    monkeypatch.setattr(results, "_papers", lambda: {"one": PAPER, "two": SPEEDS})
    made = CliRunner().invoke(results.main, [str(ROOT / "examples"), "--limit", "2", "--jobs", "1"])
    assert made.exit_code == 0, made.output
    assert "2 pages of 1 packages, 6 rows: about" in made.stderr
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "Mean over at most 2 pages of each package" in page and "a random sample" in page
    assert page.count("\n| `addanag` | ") == 8  # four tables of scores, strings, speed, two slices
    assert re.search(r"### Table 4\.13\n\n\| \| BBC \| example \(2\) \|\n.*\n\| `danag` \| 0\.900 \| \S+ \|", page)
    assert "| `danag` | 11.41 | 1.00 | 1.00 |" in page
    again = CliRunner().invoke(results.main, [str(ROOT / "examples"), "--jobs", "1", "--only", "danag"])
    assert again.exit_code == 0, again.output
    anew = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert anew.partition("## Speed")[0] == page.partition("## Speed")[0]


def test_results_on_all_pages_speak_of_no_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results, leaderboard = (script(name, monkeypatch, tmp_path) for name in ("results", "leaderboard"))
    monkeypatch.setattr(results, "EXPRESSIONS", ROWS)
    monkeypatch.setattr(results, "METHODS", ("tf",))
    monkeypatch.setattr(results, "_papers", dict)
    made = CliRunner().invoke(results.main, [str(ROOT / "examples"), "--jobs", "1"])
    assert made.exit_code == 0, made.output
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "Mean over all pages of each package (" in page and "sample" not in page
    run = leaderboard.load_run(tmp_path / "build" / "results" / "texts").summary
    monkeypatch.setattr(leaderboard, "SHORT", ROWS)
    monkeypatch.setattr(leaderboard, "REFERENCE", "plain")
    speeds = dict.fromkeys(ROWS, 1.0)
    texts = leaderboard.page(run, None, None, speeds) + leaderboard.short(run, None, speeds)
    assert texts.count("all pages of each package") == 2 and "sample" not in texts


def test_the_leaderboard_is_made_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaderboard = script("leaderboard", monkeypatch, tmp_path)
    shutil.copy(ROOT / "README.md", tmp_path)
    monkeypatch.setattr(leaderboard, "README", tmp_path / "README.md")
    monkeypatch.setattr(leaderboard, "OURS", ("lqf >> bte", "plain"))
    monkeypatch.setattr(leaderboard, "PEERS", {})
    made = CliRunner().invoke(leaderboard.main, [str(ROOT / "examples"), "--limit", "2", "--jobs", "1"])
    assert made.exit_code == 0, made.output
    assert "2 pages of 1 packages, 2 candidates: about" in made.stderr
    assert (tmp_path / "page.md").read_text(encoding="utf-8").count("\n| `plain` | ") == 5
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| `lqf >> bte` | " in readme and "at most 2 pages of each package" in readme
    again = CliRunner().invoke(leaderboard.main, [str(ROOT / "examples"), "--jobs", "1", "--only", "plain"])
    assert again.exit_code == 0, again.output
    assert "2 pages of 1 packages, 1 candidates" in again.stderr
    assert (tmp_path / "page.md").read_text(encoding="utf-8").count("\n| `lqf >> bte` | ") == 5
