"""The workbench as people meet it: looking, comparing, combining, in a real browser, by pointer and by keyboard."""

import json
import re
from pathlib import Path

import pytest

from browser import needs_browser
from serve.bench import ARTICLE, DESKTOP, PHONE, Bench, saved_picture
from serve.conftest import NEWS
from webwinnow import extract
from webwinnow.evaluate import evaluate

pytest.importorskip("playwright")
PAGES = NEWS.parents[1]
HOSTILE = """<!doctype html><title>Hostile</title><meta http-equiv=refresh content="0; url=http://127.0.0.1:9/">
<script>parent.document.title = "taken"; window.ran = 1</script>
<body onload="parent.document.title = 'taken'"><img src=x onerror="parent.document.title = 'taken'">
<nav><a href="javascript:parent.document.title='taken'">Menu</a></nav><h1>How to winnow</h1>
<p>Toss the grain, let the wind take the chaff, and do it all again until nothing is left to be blown away.</p>
<p>Then store the grain where it is dry, for whoever winnows in the rain has to winnow the same grain twice.</p>
<ww-mark data-at="0-99999999" data-kind="kept">not ours</ww-mark>
<textarea>not <b>marked</b></textarea><p hidden>nobody sees this</p></body>"""


@needs_browser
def test_an_address_is_shown_with_marks_beside_its_content(bench, site):
    bench.look_at(f"{site}/news")
    expected = extract(NEWS.read_bytes(), url=f"{site}/news")
    assert bench.text("#plain") == expected.markdown
    kept = bench.marks("marks.filter(m => m.dataset.kind === 'kept').map(m => m.textContent).join(' ')")
    assert kept.split() == " ".join(expected.page.text(start, end) for start, end in expected.with_headline).split()
    assert set(bench.marks("[...new Set(marks.map(m => m.dataset.kind))]")) == {
        "kept",
        *(each.kind for each in expected.dropped),
    }
    assert bench.text("#status").startswith(expected.title)


@needs_browser
def test_pointing_at_a_text_says_why(bench, site):
    bench.look_at(f"{site}/news")
    bench.original.locator("ww-mark[data-kind=kept]").first.hover()
    bench.page.locator("#why dt", has_text="decided by").wait_for()
    assert bench.text("#why").startswith("kept") and "probability" in bench.text("#why")
    saved_picture(bench.page, "look")
    bench.original.locator("ww-mark:not([data-kind=kept])").first.focus()
    bench.page.locator("#why dt", has_text="dropped").wait_for()


@needs_browser
def test_an_expression_is_completed_and_the_view_follows(bench, site):
    bench.look_at(f"{site}/news")
    bench.page.focus("#extractor")
    bench.page.keyboard.type("lqf >> bt")
    bench.page.locator("#names:not([hidden])").wait_for()
    bench.page.keyboard.press("ArrowDown")
    assert bench.page.get_attribute("#extractor", "aria-activedescendant") == "name-0"
    bench.page.keyboard.press("Enter")
    assert bench.page.input_value("#extractor") == "lqf >> bte"
    expected = extract(NEWS.read_bytes(), "lqf >> bte", url=f"{site}/news")
    kept = " ".join(expected.page.text(start, end) for start, end in expected.with_headline).split()
    bench.page.locator("#plain", has_text=expected.markdown.strip().splitlines()[-1]).wait_for()
    shown = bench.marks("marks.filter(m => m.dataset.kind === 'kept').map(m => m.textContent).join(' ')")
    assert shown.split() == kept  # marks were repainted, the page was not loaded again
    bench.page.keyboard.type(" >> nothing-like-it")
    bench.page.locator("#status.wrong", has_text="nothing-like-it").wait_for()


@needs_browser
def test_a_decision_inside_of_a_text_cuts_its_mark(bench):
    text = " ".join(f"word{at} of the \U0001f33e &amp; chaff" for at in range(400))
    bench.look_at(f"<p>{text}</p><p>{text}</p>", "plain")
    before = bench.marks("marks.map(m => m.textContent).join('')")
    bench.page.fill("#extractor", "dsc")
    bench.until_looked(bench.looked)
    assert bench.marks("marks.map(m => m.textContent).join('')") == before


@needs_browser
def test_a_notice_over_the_page_covers_no_text(bench):
    notice = "<style>.cookies { position: fixed; bottom: 0 }</style><div class=cookies>We use cookies.</div>"
    bench.look_at(f"{ARTICLE}{notice}")
    assert bench.original.locator(".cookies").evaluate("box => getComputedStyle(box).position") == "static"


@needs_browser
def test_formats_by_keyboard(bench, site):
    bench.look_at(f"{site}/news")
    bench.page.focus("#tab-markdown")
    bench.page.keyboard.press("ArrowRight")
    bench.page.locator("#tab-text[aria-selected=true]").wait_for()
    bench.until_looked("1")
    assert bench.text("#plain") == extract(NEWS.read_text("utf-8")).text
    bench.page.keyboard.press("ArrowRight")
    bench.page.frame_locator("#reader").locator("h1").wait_for()
    bench.page.keyboard.press("ArrowRight")
    bench.page.locator("#plain", has_text='"extractor": "consensus"').wait_for()
    assert json.loads(bench.text("#plain"))["url"] == f"{site}/news"


@needs_browser
def test_nothing_of_a_page_runs_or_leads_elsewhere(bench):
    bench.look_at(HOSTILE)
    frame = "document.getElementById('original').contentDocument"
    bench.original.locator("nav a").click()
    bench.page.wait_for_timeout(300)
    assert bench.page.title() == "webwinnow workbench"
    assert bench.page.evaluate(f"{frame}.defaultView.ran === undefined && {frame}.URL") == "about:srcdoc"
    assert bench.page.evaluate(f"{frame}.querySelector('textarea').value") == "not <b>marked</b>"
    assert bench.page.get_attribute("#original", "sandbox") == "allow-same-origin"
    assert "hidden 16" in bench.text("#legend")


@needs_browser
def test_a_file_in_an_old_encoding_from_right_to_left(bench, tmp_path):
    text = extract((PAGES / "arabic-news" / "source.html").read_bytes()).page.source
    file = tmp_path / "news.html"
    file.write_bytes(text.replace("utf-8", "windows-1256").encode("windows-1256", "xmlcharrefreplace"))
    before = bench.looked
    bench.page.set_input_files("#file", file)
    bench.until_looked(before)
    assert bench.text("#plain").split() == extract(text).markdown.split()
    direction = "getComputedStyle(document.getElementById('plain')).direction"
    assert bench.page.evaluate(direction) == "rtl"
    assert bench.page.evaluate("document.getElementById('original').contentDocument.documentElement.dir") == "rtl"
    saved_picture(bench.page, "right-to-left")


@needs_browser
def test_curves_and_page_point_at_each_other(bench):
    bench.choose("small", "news")
    before = bench.looked
    bench.page.fill("#extractor", "vote(2, addanag, dsc, ccb)")
    bench.until_looked(before)
    bench.view("curves")
    figures = bench.page.locator("#figures[data-drawn] figure")
    bench.page.locator("#figures h2", has_text="Votes").wait_for()
    assert figures.count() == 4
    over = bench.page.locator("#figures .over").nth(1)
    over.hover(position={"x": 200, "y": 40})
    bench.page.locator("figure[data-panel='1'] .readout", has_text="token").wait_for()
    bench.original.locator("ww-mark.lit").first.wait_for()
    top = "document.getElementById('original').contentWindow.scrollY"
    bench.page.evaluate("document.getElementById('original').contentWindow.scrollTo(0, 0)")
    over.click(position={"x": 400, "y": 40})
    bench.until(top)
    assert bench.page.evaluate(top) > 0  # the page scrolled there
    bench.page.evaluate("for (const path of document.querySelectorAll('.cursor')) path.removeAttribute('d')")
    bench.original.locator("ww-mark[data-kind=kept]").first.hover()
    bench.page.locator("#figures .cursor[d]").nth(3).wait_for(state="attached")  # all four curves show the place
    saved_picture(bench.page, "curves")
    over.focus()
    bench.page.keyboard.press("ArrowRight")
    assert over.get_attribute("aria-valuetext")


@needs_browser
def test_candidates_stand_side_by_side_with_scores(bench, packages):
    evaluate(packages / "small", ["bte"], packages / "run-of-bte")
    bench.choose("small", "news")
    bench.view("compare")
    columns = bench.page.locator("#side-by-side[data-compared] article")
    columns.nth(2).wait_for()
    assert "the gold of this page" in bench.text("#against")
    assert "F1 1.000" in columns.nth(0).inner_text() and "0 missing, 0 superfluous" in columns.nth(0).inner_text()
    bench.page.fill("#compared", "consensus\nplain")
    bench.page.click("#candidates button")
    bench.page.locator("#side-by-side article ins").first.wait_for()
    assert "bte" in bench.page.locator("#boards tbody tr").first.inner_text()
    bench.page.fill("#compared", "plain\nno-such-stage")
    bench.page.click("#candidates button")
    bench.page.locator("#status.wrong", has_text="no-such-stage").wait_for()
    bench.page.fill("#compared", "consensus\nlqf >> bte\naddanag")
    bench.page.click("#candidates button")
    bench.page.locator("#side-by-side[data-compared='4'] article").nth(2).wait_for()
    saved_picture(bench.page, "compare")


@needs_browser
def test_a_pipeline_is_built_run_and_saved(bench, packages):
    bench.choose("small", "again")
    bench.view("combine")
    made = bench.page.locator("#expression-made")
    bench.page.locator("#pipeline .chip").wait_for()
    assert made.text_content() == "consensus"
    bench.page.focus("#pipeline .chip")
    bench.page.keyboard.press("Delete")
    bench.page.fill("#stage-search", "filter3")
    bench.page.locator("#stage-list [role=button]", has_text="filter3").first.press("Enter")
    bench.page.fill("#stage-search", "")
    stages = bench.page.locator("#stage-list")
    below = {"x": 60, "y": 30}
    chips = bench.page.locator("#pipeline .chip")
    stages.get_by_role("button", name="danag", exact=True).drag_to(chips.first, target_position=below)
    assert made.text_content() == "filter3 >> danag"
    bench.page.locator("#pipeline .chip", has_text="danag").press("g")
    stages.get_by_role("button", name="dsc", exact=True).press("Enter")  # into the new group
    assert made.text_content() == "filter3 >> (danag | dsc)"
    stages.get_by_role("button", name="bte", exact=True).drag_to(chips.last, target_position=below)
    bench.page.locator("#pipeline .group .group select").first.select_option("vote")
    assert made.text_content() == "filter3 >> vote(2, danag, dsc, bte)"
    bench.page.locator("#pipeline .chip", has_text="bte").press("Alt+ArrowUp")
    assert made.text_content() == "filter3 >> vote(2, danag, bte, dsc)"
    bench.page.click("#pipeline-undo")
    assert made.text_content() == "filter3 >> vote(2, danag, dsc, bte)" == bench.page.input_value("#extractor")
    expected = extract(NEWS.read_bytes(), "filter3 >> vote(2, danag, dsc, bte)").spans.characters
    bench.page.locator("#legend", has_text=f"kept {expected:,}").wait_for()  # the page shows what it does
    bench.page.select_option("#run-package", "small")
    bench.page.fill("#run-limit", "2")
    bench.page.click("#package-run button:not([type])")
    bench.page.locator("#run-outcome", has_text="on 2 pages").wait_for()
    saved_picture(bench.page, "combine")
    bench.page.fill("#recipe-name", "my-news")
    bench.page.fill("#recipe-summary", 'For "news"')
    with bench.page.expect_download() as download:
        bench.page.click("#recipe-file")
    assert 'expression = "filter3 >> vote(2, danag, dsc, bte)"' in Path(download.value.path()).read_text()
    bench.page.click("#recipe-save")
    bench.page.locator("#run-outcome", has_text="'my-news' is a name").wait_for()
    assert "[my-news]" in (packages / "recipes.toml").read_text()
    bench.look_at(ARTICLE, "my-news >> whole-blocks")
    assert not bench.page.locator("#status.wrong").count()


@needs_browser
@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_every_view_is_accessible_and_fits(workbench, tabs, size, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = tabs.new_context(viewport=size, color_scheme=scheme)
    bench = Bench(context.new_page(), workbench).open()
    bench.choose("small", "third")
    for view in ("look", "curves", "compare", "combine", "annotate"):
        bench.view(view)
        waited = {"curves": "#figures[data-drawn]", "compare": "#side-by-side[data-compared] article"}
        bench.page.locator(waited.get(view, f"#{view}")).first.wait_for()
        found = axe.run(bench.page, options={"resultTypes": ["violations"]})
        told = [(each["id"], [node["html"][:160] for node in each["nodes"]]) for each in found.response["violations"]]
        assert told == [], f"{view}: {told}"
        assert bench.page.evaluate("document.documentElement.scrollWidth") <= size["width"], view
        if size is PHONE and view == "look" and scheme == "dark":
            saved_picture(bench.page, "phone")
    assert bench.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is (scheme == "dark")
    context.close()


def test_the_page_and_its_parts_are_served_with_a_strict_policy(workbench):
    index = workbench.get("/").body.decode()
    parts = re.findall(r'(?:href|src)="(/workbench/[^"]+)"', index)
    assert len(parts) > 5
    for path in ("/", *parts):
        answer = workbench.get(path)
        assert answer.status == 200, path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self';" in policy and "frame-ancestors 'none'" in policy
        assert b"http://" not in answer.body.replace(b"http://www.w3.org", b"") and b"//cdn" not in answer.body
    assert workbench.get("/workbench/main.js").headers["content-type"].startswith("text/javascript")
    assert workbench.get("/workbench/../settings.py").status == 404
    assert workbench.get("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200
