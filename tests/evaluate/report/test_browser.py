"""The report in a real browser: colours, sorting, folding and width. Needs chromium (Debian: apt install chromium)."""

from pathlib import Path

import pytest

from browser import WRONG, look_at, needs_browser
from webwinnow.evaluate.report.page import WrittenAt, report

pytestmark = needs_browser

PROBE = """<script>
const seen = {wrong, wide: document.documentElement.scrollWidth - innerWidth};
const paper = () => getComputedStyle(document.body).backgroundColor;
const toggle = document.getElementById("theme");
seen.papers = [paper()];
for (let times = 0; times < 3; times++) { toggle.click(); seen.papers.push(paper()); }
const table = document.querySelector("#results table");
const names = () => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent);
const head = (name) => [...table.querySelectorAll("th button")].find((each) => each.textContent === name);
seen.orders = [names()];
for (const name of ["Candidate", "Recall", "Recall", "Std"]) { head(name).click(); seen.orders.push(names()); }
seen.sorted = [...table.querySelectorAll("[aria-sort]")].map((each) => [each.textContent, each.ariaSort]);
const folded = document.getElementById("worst-0");
seen.open = [folded.open];
addEventListener("hashchange", () => {
  seen.open.push(folded.open);
  document.body.setAttribute("data-seen", JSON.stringify(seen));
});
location.hash = "#worst-0";
</script>"""


def opened(page: str, folder: Path, *flags: str) -> dict:
    """Open a page and give what the probe saw."""
    probed = page.replace("<head>", f"<head>{WRONG}", 1).replace("</body>", f"{PROBE}</body>", 1)
    path = folder / "probed.html"
    path.write_text(probed, encoding="utf-8")
    return look_at(path.as_uri(), folder, "--force-prefers-reduced-motion", *flags)


@pytest.fixture
def page(make_run) -> str:
    scores = {
        "lqf(threshold=0.25) >> bte": [0.9, 0.8, 0.95, 0.7],
        "plain": [0.6, 0.5, 0.4, 0.45],
        "a": [0.7, 0.75, 0.72, None],
    }
    return report(make_run({"one": scores, "two": scores}), WrittenAt("now", "here"))


def test_on_a_screen(page, tmp_path) -> None:
    seen = opened(page, tmp_path, "--window-size=1280,900", "--blink-settings=preferredColorScheme=1")
    assert seen["wrong"] == []
    assert seen["wide"] <= 0
    white, dark = "rgb(255, 255, 255)", "rgb(21, 24, 28)"
    assert seen["papers"] == [white, white, dark, white]  # as system, light, dark, as system
    best = "lqf(threshold=0.25) >> bte"
    by_name, by_recall, by_recall_up, by_spread = seen["orders"][1:]
    assert seen["orders"][0] == [best, "a", "plain"]
    assert by_name == ["a", best, "plain"]
    assert by_recall == [best, "a", "plain"]
    assert by_recall_up == by_recall[::-1]
    assert by_spread[0] == "a"
    assert seen["sorted"] == [["Std", "ascending"]]
    assert seen["open"] == [False, True]


def test_on_a_phone_in_the_dark(page, tmp_path) -> None:
    seen = opened(page, tmp_path, "--window-size=390,800", "--blink-settings=preferredColorScheme=0")
    assert seen["wrong"] == []
    assert seen["wide"] <= 0  # tables scroll, the page does not
    assert seen["papers"][0] == "rgb(21, 24, 28)"
