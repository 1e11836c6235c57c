"""The report as a whole: complete, safe, self-contained, and true to the summary."""

import json
import re
from html.parser import HTMLParser

import pytest
from selectolax.lexbor import LexborHTMLParser

from webwinnow.evaluate.adapters import ExpressionAdapter, PythonAdapter
from webwinnow.evaluate.measures import Snippets, WordBag, WordSequence
from webwinnow.evaluate.report import write_report
from webwinnow.evaluate.report.page import WrittenAt, report
from webwinnow.evaluate.results import load_run
from webwinnow.evaluate.run import EvaluationSettings, evaluate

pytestmark = pytest.mark.usefixtures("in_this_process")

HOSTILE = "</title></summary><script>alert('x')</script><img src=https://evil.example/x onerror=alert(1)>"
PAGES = {
    "harbour": (
        "<nav><a href=/>Home</a> <a href=/x>News</a></nav><p>Boats came in at dawn.</p>",
        "Boats came in at dawn.",
    ),
    "rtl": ("<div>תפריט</div><p>שלום עולם, זה הטקסט.</p>", "שלום עולם, זה הטקסט."),
    "nasty": (f"<p>One &lt;script&gt; two.</p><p>{HOSTILE}", f"One <script> two. {HOSTILE}"),
    "empty": ("<p>Nothing here is gold.</p>", "Quite something else."),
}
SOURCE = """
def first_line(html):
    if "Boats" in html:
        raise ValueError("<script>alert('no boats')</script> & more")
    return html.partition("<p>")[2][:40]
"""
VOID = {"meta", "br", "hr", "img", "input", "link", "wbr"}


class Balance(HTMLParser):
    """Checks that every element that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.wrong.append(f"{tag} has an attribute twice")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        if tag not in {"path", "line", "circle", "rect"}:
            self.wrong.append(f"{tag} closes itself")

    def handle_endtag(self, tag) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{tag} closed out of order at {self.getpos()}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run with hostile texts, right-to-left texts, failures, and two packages."""
    base = tmp_path_factory.mktemp("report")
    (base / "hostile_function.py").write_text(SOURCE)
    packages = []
    for name in ("first", "second & last"):
        package = base / name
        package.mkdir()
        (package / "package.toml").write_text(f"name = {json.dumps(name)}\n")
        for page, (html, gold) in PAGES.items():
            (package / f"{page}.html").write_text(html, encoding="utf-8")
            (package / f"{page}.txt").write_text(gold, encoding="utf-8")
            meta: dict[str, object] = {
                "title": f"{page} {HOSTILE}",
                "url": f"https://{page}.example/?a=1&b={HOSTILE}",
                "language": "he" if page == "rtl" else "en",
            }
            meta["with"], meta["page_type"] = [gold.split()[0]], "<b>article</b>"
            (package / f"{page}.json").write_text(json.dumps(meta))
        packages.append(package)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(base))
        adapters = [ExpressionAdapter.of("plain"), ExpressionAdapter.of("lqf >> bte")]
        adapters.append(PythonAdapter("hostile_function:first_line"))
        settings = EvaluationSettings(measures=(WordBag(), WordSequence(), Snippets()), limit=50)
        evaluate(packages, adapters, base / "run", settings)
    return base / "run"


@pytest.fixture(scope="module")
def html(folder) -> str:
    return load_run(folder).report.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tree(html) -> LexborHTMLParser:
    return LexborHTMLParser(html)


def test_it_is_written_beside_the_summary_and_alone(folder, html) -> None:
    assert (folder / "report.html").exists()
    assert not [path for path in folder.iterdir() if path.name.startswith(".report")]
    assert html.startswith("<!DOCTYPE html>")


def test_every_element_is_closed_in_order(html) -> None:
    balance = Balance()
    balance.feed(html)
    balance.close()
    assert (balance.wrong, balance.open) == ([], [])


def test_a_parser_changes_nothing_of_its_structure(html, tree) -> None:
    """What a browser reads has as many elements as we wrote."""
    markup = re.sub(r"(?s)<(style|script)>.*?</\1>", r"<\1></\1>", html)
    for name in ("table", "tr", "td", "th", "details", "summary", "section", "svg", "p", "li", "u", "s"):
        assert len(tree.css(name)) == len(re.findall(rf"<{name}[\s>]", markup)), name


def test_nothing_is_loaded_from_anywhere(html, tree) -> None:
    assert not tree.css("link, img, iframe, object, embed, source, video, audio, base, form, image, use, foreignObject")
    assert not tree.css("[src], [srcset], [action], [background], [style], [ping]")
    assert all((each.attributes["href"] or "").startswith("#") for each in tree.css("[href]"))
    own = "".join(each.text() for each in tree.css("style, script"))
    assert not re.search(r"url\(|@import|https?:|//[a-z]|fetch|XMLHttp|import\(", own)
    policy = tree.css_first("meta[http-equiv=Content-Security-Policy]").attributes["content"] or ""
    assert policy.startswith("default-src 'none'")


def test_hostile_texts_are_shown_and_never_run(html, tree) -> None:
    assert len(tree.css("script")) == 1
    assert "alert(" not in tree.css_first("script").text()
    assert not [name for each in tree.css("*") for name in each.attributes if name.startswith("on")]
    assert f"harbour {HOSTILE}" in tree.css_first("#worst").text()
    assert "<script>alert('no boats')</script> & more" in tree.css_first("#failures").text()


def test_all_links_inside_lead_somewhere_and_ids_are_unique(tree) -> None:
    ids = [each.attributes["id"] for each in tree.css("[id]")]
    assert len(ids) == len(set(ids))
    assert {(each.attributes["href"] or "").removeprefix("#") for each in tree.css("[href]")} <= set(ids)


def test_all_sections_are_there_in_order(tree) -> None:
    wanted = "results precision-recall spread pairs packages slices speed failures worst run"
    assert [each.attributes["id"] for each in tree.css("main > section")] == wanted.split()
    assert len(tree.css("h1")) == 1
    assert [each.text() for each in tree.css("nav a")] == [each.text() for each in tree.css("main h2")]


def test_tables_and_pictures_speak_to_who_cannot_see_them(tree) -> None:
    assert all(each.css_first("caption") for each in tree.css("table"))
    assert all(each.attributes.get("scope") in ("col", "row") for each in tree.css("th"))
    pictures = [each for each in tree.css("svg") if each.attributes.get("aria-hidden") != "true"]
    assert pictures
    assert all(each.attributes.get("role") == "img" and each.attributes.get("aria-label") for each in pictures)
    assert tree.css_first("html").attributes["lang"] == "en"
    assert tree.css_first("meta[name=viewport]")


def test_the_leaderboard_shows_the_numbers_of_summary_json(folder, tree) -> None:
    summary = json.loads((folder / "summary.json").read_text())
    overall = {each["candidate"]: each for each in summary["overall"]["candidates"]}
    rows = tree.css_first("#results table").css("tbody tr")
    assert {row.css_first("th").text() for row in rows} == set(overall)
    for row in rows:
        known = overall[row.css_first("th").text()]
        measured = known["measures"]["word-bag"]
        shown = [each.text() for each in row.css("td")]
        means = [f"{measured['columns'][name]['mean']:.3f}" for name in ("f1", "precision", "recall")]
        assert [shown[1], shown[3], shown[4]] == means
        assert shown[2] == "{low:.3f}–{high:.3f}".format(**measured["columns"]["f1"])
        assert shown[5] == f"{measured['deviation']:.3f}"
        assert shown[7] == str(measured["pages"])
        assert shown[8].split()[0] == str(known["failed"])


def test_each_package_has_its_own_leaderboard(folder, tree) -> None:
    summary = json.loads((folder / "summary.json").read_text())
    for known, shown in zip(summary["packages"], tree.css("#packages > details"), strict=True):
        assert shown.css_first(".folded-name").text() == known["name"]
        best = max(known["candidates"], key=lambda each: each["measures"]["word-bag"]["with_failures"])
        first = shown.css_first("tbody tr")
        assert first.css_first("th").text() == best["candidate"]
        assert first.css("td")[1].text() == f"{best['measures']['word-bag']['columns']['f1']['mean']:.3f}"


def test_failures_are_counted_by_reason(folder, tree) -> None:
    summary = json.loads((folder / "summary.json").read_text())
    (failing,) = (each for each in summary["overall"]["candidates"] if each["failed"])
    heads = [each.text() for each in tree.css_first("#failures table").css("thead th")]
    first = [each.text() for each in tree.css_first("#failures tbody tr").css("th, td")]
    shown = dict(zip(heads, first, strict=True))
    assert shown["Candidate"] == failing["candidate"]
    assert shown["Failed"] == str(failing["failed"])
    assert {kind: int(shown[kind]) for kind in failing["failures"]} == failing["failures"]


def test_no_more_is_called_better_than_the_summary_does(folder, tree) -> None:
    summary = json.loads((folder / "summary.json").read_text())
    better = [pair["better"] for pair in summary["overall"]["pairs"] if pair["measure"] == "word-bag"]
    square = tree.css_first("#pairs table.wins")
    assert len(square.css("td.better")) == len(square.css("td.worse")) == len([name for name in better if name])
    assert len(square.css("td.level")) == 2 * better.count(None)


def test_worst_pages_show_gold_against_found(tree) -> None:
    views = tree.css("#worst details.page")
    assert len(views) == 3 * 8 - 2  # three candidates, eight pages, two of which one candidate failed on
    assert all(each.css_first("p.note") for each in views)
    hebrew = [each for each in tree.css("#worst div.view p") if "שלום" in each.text()]
    assert hebrew and all(each.attributes["dir"] == "auto" for each in hebrew)
    assert any(each.css_first("u") for each in views)
    assert any(each.css_first("s") for each in views)


def test_what_was_run_is_told(folder, tree) -> None:
    told = tree.css_first("#run").text()
    run = json.loads((folder / "run.json").read_text())
    for wanted in (run["program"], "at most 50 pages", "lqf >> bte", "hostile_function:first_line", "word-sequence"):
        assert wanted in told
    for package in run["packages"]:
        assert package["digest"][:16] in told
        assert tree.css(f'#run [title="{package["digest"]}"]')


def test_nothing_tells_where_the_packages_lie(folder, html) -> None:
    assert str(folder.parent) not in html


def test_a_report_can_be_written_again_and_says_the_same(folder, html) -> None:
    def timeless(text: str) -> str:
        return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "", text)

    assert timeless(write_report(load_run(folder)).read_text(encoding="utf-8")) == timeless(html)


NOW = WrittenAt("now", "here")
EDGES = {
    "one candidate": {"p": {"a": [0.5, 0.6]}},
    "one page": {"p": {"a": [0.5], "b": [0.4]}},
    "only failures": {"p": {"a": [None, None], "b": [None, None]}},
    "one fails always": {"p": {"a": [0.5, 0.4], "b": [None, None]}},
    "all equal": {"p": {"a": [1.0] * 5, "b": [1.0] * 5}},
    "all zero": {"p": {"a": [0.0] * 5, "b": [0.0] * 5}},
}


@pytest.mark.parametrize("name", EDGES)
def test_odd_runs_have_a_report_too(name, make_run) -> None:
    html = report(make_run(EDGES[name]), NOW)
    balance = Balance()
    balance.feed(html)
    assert (balance.wrong, balance.open) == ([], [])
    assert "nan" not in LexborHTMLParser(html).css_first("main").text().lower().split()
    assert "significantly better than" not in LexborHTMLParser(html).css_first("#results").text().replace(
        "significantly better. ", ""
    )


def test_a_package_that_is_gone_has_no_views_but_a_report(make_run) -> None:
    html = report(make_run({"p": {"a": [0.5, 0.6]}}), NOW)
    assert "The package is no longer where it was" in html
