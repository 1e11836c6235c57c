"""The page to read: its parts, and how a browser shows it. Needs chromium for the latter."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import look_at, needs_browser
from webwinnow import extract

SOURCE = (
    "<html lang=en><title>A &amp; B</title><body><h2>Head</h2><p>English with <a href=/x>a link</a>."
    "<p lang=fa>سلام دنیا<ul><li>one<li>two</ul><table><tr><th>A<th>B<tr><td>" + "wide" * 200 + "<td>2</table>"
    "<pre>" + "code " * 200 + "</pre><p>Note<sup><a href=#n1>1</a></sup><aside id=n1>The note</aside>"
)
PROBE = """<script>
const style = (element) => getComputedStyle(element);
const seen = {
  paper: style(document.documentElement).backgroundColor,
  wide: document.documentElement.scrollWidth - innerWidth,
  lang: document.documentElement.lang,
  landmarks: ["header", "main", "footer", "article"].map((name) => document.querySelectorAll(name).length),
  headings: [...document.querySelectorAll("h1,h2")].map((each) => each.localName + " " + each.textContent),
  persian: (([each]) => [each.lang, each.dir, style(each).direction])([...document.querySelectorAll("p[lang=fa]")]),
  skip: [document.querySelector(".skip").getBoundingClientRect().right < 0],
  table: style(document.querySelector("table")).display,
  note: document.querySelector(document.querySelector("[role=doc-noteref]").getAttribute("href")).textContent.trim(),
};
document.querySelector(".skip").focus();
seen.skip.push(document.activeElement.className === "skip");
seen.target = document.querySelector(document.querySelector(".skip").getAttribute("href")).localName;
document.body.setAttribute("data-seen", JSON.stringify(seen));
</script>"""


def rendered(source: str = SOURCE) -> str:
    return extract(source, "plain", url="https://example.org/").render("reader")


def test_parts() -> None:
    page = rendered()
    assert page.startswith('<!DOCTYPE html>\n<html lang="en" dir="ltr">')
    assert "<title>A &amp; B</title>" in page
    assert "<h1>A &amp; B</h1>" in page
    assert "<script" not in page
    assert '<p lang="fa" dir="rtl">سلام دنیا</p>' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_a_headline_of_its_own_is_not_said_twice() -> None:
    assert rendered("<title>Site</title><h1>Headline</h1><p>text").count("<h1>") == 1


def test_nothing_kept() -> None:
    assert "<main" in rendered("")


def test_words_around_it_are_in_a_language_that_is_told() -> None:
    assert 'class="skip" href="#content">رفتن به متن</a>' in rendered("<html lang=fa><p>متن")
    assert 'class="skip" href="#content" lang="en">Skip' in rendered("<html lang=tlh><p>nuqneH")


@needs_browser
@pytest.mark.parametrize(("scheme", "paper"), [(1, "rgb(253, 253, 251)"), (0, "rgb(22, 24, 27)")])
def test_in_a_browser(scheme: int, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "reader.html"
    path.write_text(rendered().replace("</body>", f"{PROBE}</body>"), encoding="utf-8")
    flags = [f"--blink-settings=preferredColorScheme={scheme}", "--window-size=500,800"]
    seen = look_at(path.as_uri(), tmp_path, *flags)
    assert seen["paper"] == paper
    assert seen["wide"] <= 0  # wide tables and code scroll, the page does not
    assert seen["lang"] == "en"
    assert seen["landmarks"] == [1, 1, 1, 1]
    assert seen["headings"] == ["h1 A & B", "h2 Head"]
    assert seen["persian"] == ["fa", "rtl", "rtl"]
    assert seen["skip"] == [True, True]
    assert seen["target"] == "main"
    assert seen["table"] == "table"
    assert seen["note"] == "The note"
