"""The workbench as people meet it: in a real browser."""

import json
import os
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from browser import needs_browser
from serve.conftest import NEWS
from serve.devtools import BrowserPage, browser_page
from serve.running import running_server
from webwinnow import extract
from webwinnow.evaluate.package import toml_text
from webwinnow.serve.look import marked_page
from webwinnow.serve.packages import package_names

PAGES = NEWS.parents[1]
HOSTILE = """<!doctype html><title>Hostile</title><meta http-equiv=refresh content="0; url=http://127.0.0.1:9/">
<script>parent.document.title = "taken"; window.ran = 1</script>
<body onload="parent.document.title = 'taken'"><img src=x onerror="parent.document.title = 'taken'">
<nav><a href="javascript:parent.document.title='taken'">Menu</a></nav><h1>How to winnow</h1>
<p>Toss the grain, let the wind take the chaff, and do it all again until nothing is left to be blown away.</p>
<p>Then store the grain where it is dry, for whoever winnows in the rain has to winnow the same grain twice.</p>
<textarea>not <b>marked</b></textarea><p hidden>nobody sees this</p></body>"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    (folder / "small").mkdir()
    (folder / "small" / "package.toml").write_text(toml_text({"name": "small"}))
    (folder / "small" / "news.html").write_bytes(NEWS.read_bytes())
    (folder / "secret.html").write_text("<p>not in a package")
    return folder


@pytest.fixture(scope="module")
def workbench(packages):
    with running_server("--allow-private", "-j", "1", "--packages", str(packages)) as server:
        yield server


@pytest.fixture(scope="module")
def page(workbench, tmp_path_factory):
    with browser_page(tmp_path_factory.mktemp("browser")) as opened:
        opened.call("Page.enable")
        opened.call("Emulation.setDeviceMetricsOverride", width=1280, height=860, deviceScaleFactor=1, mobile=False)
        opened.call("Page.navigate", url=f"{workbench.url}/")
        opened.wait("document.readyState === 'complete' && document.getElementById('package').options.length > 1")
        opened.js("window.status_ = document.getElementById('status'); 1")
        yield opened


def look_at(page: BrowserPage, text: str, extractor: str = "") -> None:
    """Paste a page, as people do, and wait until it is shown."""
    before = page.js("document.body.dataset.looked ?? 0")
    page.js(
        f"document.getElementById('extractor').value = {json.dumps(extractor)};"
        f"document.getElementById('page').value = {json.dumps(text)};"
        "document.getElementById('ask').requestSubmit(); 1"
    )
    page.wait(f"(document.body.dataset.looked ?? 0) != {before}")
    page.wait("document.getElementById('original').contentDocument?.querySelector('ww-mark')?.tabIndex === 0")


def shown(page: BrowserPage) -> str:
    return page.js("document.getElementById('plain').textContent")


MARKS = "[...document.getElementById('original').contentDocument.querySelectorAll('ww-mark')]"


@needs_browser
def test_an_address_is_shown_with_marks_beside_its_content(page, site):
    look_at(page, f"{site}/news")
    expected = extract(NEWS.read_bytes(), url=f"{site}/news")
    assert shown(page) == expected.markdown
    kept = page.js(f"{MARKS}.filter(m => m.dataset.kind === 'kept').map(m => m.textContent).join(' ')")
    assert kept.split() == " ".join(expected.page.text(start, end) for start, end in expected.spans).split()
    kinds = page.js(f"[...new Set({MARKS}.map(m => m.dataset.kind))]")
    assert set(kinds) == {"kept", *(each.kind for each in expected.dropped)}
    assert page.js("status_.textContent").startswith(expected.title)


@needs_browser
def test_pointing_at_a_text_says_why(page, site):
    look_at(page, f"{site}/news")
    box = page.js(
        "(() => { const frame = document.getElementById('original').getBoundingClientRect();"
        f"const mark = {MARKS}.find(m => m.dataset.kind === 'kept').getBoundingClientRect();"
        "return [frame.x + mark.x + 9, frame.y + mark.y + 9] })()"
    )
    page.point_at(*box)
    page.wait("document.getElementById('why').textContent.includes('decided by')")
    said = page.js("document.getElementById('why').textContent")
    assert said.startswith("kept") and "probability" in said
    page.js(f"{MARKS}.find(m => m.dataset.kind !== 'kept').focus(); 1")
    page.wait("document.getElementById('why').textContent.startsWith('dropped')")


@needs_browser
def test_an_expression_is_completed_and_the_view_follows(page, site):
    look_at(page, f"{site}/news")
    page.js("document.getElementById('extractor').focus(); 1")
    page.call("Input.insertText", text="lqf >> bt")
    page.wait("!document.getElementById('names').hidden")
    page.key("ArrowDown", 40)
    assert page.js("document.getElementById('extractor').getAttribute('aria-activedescendant')") == "name-0"
    page.key("Enter", 13)
    assert page.js("document.getElementById('extractor').value") == "lqf >> bte"
    expected = extract(NEWS.read_bytes(), "lqf >> bte", url=f"{site}/news").markdown
    page.wait(f"document.getElementById('plain').textContent === {json.dumps(expected)}")
    page.call("Input.insertText", text=" >> nothing-like-it")
    page.wait("status_.classList.contains('wrong')")
    assert "nothing-like-it" in page.js("status_.textContent")


@needs_browser
def test_formats_by_keyboard(page, site):
    look_at(page, f"{site}/news")
    page.js("document.getElementById('tab-markdown').focus(); 1")
    page.key("ArrowRight", 39)
    page.wait(f"document.getElementById('plain').textContent === {json.dumps(extract(NEWS.read_text('utf-8')).text)}")
    page.key("ArrowRight", 39)
    page.wait("!document.getElementById('reader').hidden && document.getElementById('reader').srcdoc.includes('<h1')")
    page.key("ArrowRight", 39)
    page.wait("document.getElementById('plain').textContent.startsWith('{')")
    assert json.loads(shown(page))["url"] == f"{site}/news"
    page.key("ArrowRight", 39)
    page.wait("document.getElementById('plain').textContent.startsWith('#')")


@needs_browser
def test_nothing_of_a_page_runs_or_leads_elsewhere(page):
    look_at(page, HOSTILE)
    frame = "document.getElementById('original').contentDocument"
    page.js(f"{frame}.querySelector('nav a').click(); 1")
    page.js("new Promise(done => setTimeout(done, 300))")
    assert page.js("document.title") == "webwinnow workbench"
    assert page.js(f"{frame}.defaultView.ran === undefined && {frame}.URL") == "about:srcdoc"
    assert page.js(f"{frame}.querySelector('textarea').value") == "not <b>marked</b>"
    assert page.js("document.getElementById('original').getAttribute('sandbox')") == "allow-same-origin"
    assert "hidden 16" in page.js("document.getElementById('legend').textContent")


@needs_browser
def test_a_file_in_an_old_encoding_from_right_to_left(page, tmp_path):
    source = (PAGES / "arabic-news" / "source.html").read_bytes()
    text = extract(source).page.source
    file = tmp_path / "news.html"
    file.write_bytes(text.replace("utf-8", "windows-1256").encode("windows-1256", "xmlcharrefreplace"))
    before = page.js("document.body.dataset.looked ?? 0")
    page.js("document.getElementById('extractor').value = ''; 1")
    field = page.call("Runtime.evaluate", expression="document.getElementById('file')")["result"]["objectId"]
    page.call("DOM.setFileInputFiles", files=[str(file)], objectId=field)
    page.wait(f"(document.body.dataset.looked ?? 0) != {before}")
    assert shown(page).split() == extract(text).markdown.split()
    assert page.js("getComputedStyle(document.getElementById('plain')).direction") == "rtl"
    page.wait("!!document.getElementById('original').contentDocument?.querySelector('ww-mark')")
    assert page.js("document.getElementById('original').contentDocument.documentElement.dir") == "rtl"


@needs_browser
def test_a_page_of_a_package(page):
    before = page.js("document.body.dataset.looked ?? 0")
    for field, value in (("package", "small"), ("member", "news")):
        page.wait(f"[...document.getElementById('{field}').options].some(o => o.value === '{value}')")
        chosen = f"document.getElementById('{field}')"
        page.js(f"{chosen}.value = '{value}'; {chosen}.dispatchEvent(new Event('change'))")
    page.wait(f"(document.body.dataset.looked ?? 0) != {before}")
    assert shown(page) == extract(NEWS.read_bytes()).markdown


@needs_browser
def test_on_a_phone_and_in_the_dark(page, site):
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    page.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    assert page.js("document.documentElement.scrollWidth") <= 360
    assert page.js("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"
    page.call("Emulation.setEmulatedMedia", features=[])
    page.call("Emulation.setDeviceMetricsOverride", width=1280, height=860, deviceScaleFactor=1, mobile=False)
    if folder := os.environ.get("WEBWINNOW_PICTURES"):
        look_at(page, f"{site}/news")
        page.js(f"{MARKS}.find(m => m.dataset.kind === 'kept').focus(); 1")
        page.wait("document.getElementById('why').textContent.includes('decided by')")
        page.picture(Path(folder) / "workbench.png")


def test_fields_have_labels_and_parts_have_names(workbench):
    tree = LexborHTMLParser(workbench.get("/").body.decode())
    assert tree.css_first("html").attributes["lang"] == "en"
    for field in tree.css("input, textarea, select"):
        assert field.parent.tag == "label" or field.parent.parent.tag == "label", field.html
    for frame in tree.css("iframe"):
        assert frame.attributes["title"] and "sandbox" in frame.attributes
    for named in tree.css("[aria-controls], [aria-labelledby]"):
        for name in ("aria-controls", "aria-labelledby"):
            if target := named.attributes.get(name):
                assert tree.css_first(f"#{target}"), target


def test_the_page_and_its_parts_are_served_with_a_strict_policy(workbench):
    for path, kind in {
        "/": "text/html",
        "/workbench/page.js": "text/javascript",
        "/workbench/page.css": "text/css",
    }.items():
        answer = workbench.get(path)
        assert answer.status == 200 and answer.headers["content-type"].startswith(kind)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self';" in policy and "frame-ancestors 'none'" in policy
        assert b"http://" not in answer.body.replace(b"http://www.w3.org", b"") and b"//cdn" not in answer.body
    assert workbench.get("/workbench/../settings.py").status == 404
    assert workbench.get("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200


def test_packages_are_those_of_the_folder_and_nothing_else(workbench, packages):
    assert workbench.get("/workbench/packages").json == ["small"] == package_names(packages)
    assert package_names(None) == []
    assert workbench.get("/workbench/packages/small").json == ["news"]
    assert "Night train" in workbench.get("/workbench/packages/small/news").json["html"]
    for wrong in ("..", "%2e%2e", "small/secret", "small/..%2f..%2fsecret", "none/news", "%2e%2e%2f"):
        assert workbench.get(f"/workbench/packages/{wrong}").status in (404, 422), wrong


def test_marks_leave_the_source_as_it_is():
    result = extract(HOSTILE)
    marked = marked_page(result)
    without = re.sub(r"</?ww-mark[^>]*>", "", marked)
    assert without.endswith(HOSTILE)
    assert 'data-kind="kept"' in marked and "<textarea>not" in marked
