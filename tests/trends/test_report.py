"""The report: what it shows, that nothing in it is believed, and that a real browser opens it without errors."""

import re
from dataclasses import replace

import pytest

from browser import WRONG, look_at, needs_browser
from webwinnow.trends.analysis import TrendSettings, find_trends
from webwinnow.trends.collection import Collection
from webwinnow.trends.record import FileProblem, Record
from webwinnow.trends.report import COLUMNS, emerging, series_csv, write_report
from webwinnow.trends.scores import Query

PROBE = """<script>
const lines = [...document.querySelectorAll("#trends path.line")];
const seen = {wrong, wide: document.documentElement.scrollWidth - innerWidth,
  colours: lines.map((line) => getComputedStyle(line).stroke), fills: lines.map((line) => getComputedStyle(line).fill),
  panels: document.querySelectorAll("#sources figure").length, paper: getComputedStyle(document.body).backgroundColor};
document.body.setAttribute("data-seen", JSON.stringify(seen));
</script>"""


@pytest.fixture(scope="module")
def page(trends, collection) -> str:
    found = replace(collection, problems=(FileProblem("a.ris", 7, "the record has no year: left out"),))
    return write_report(trends, found, emerging(trends))


def test_every_section_is_there(page, made_up) -> None:
    for name in ("trends", "sources", "table", "without", "typical", "emerging", "queries", "problems"):
        assert f'<section id="{name}"' in page or f'id="{name}">' in page
    assert all(journal in page for journal in made_up.JOURNALS)
    assert "microbiome" in page
    assert "a.ris:7: the record has no year: left out" in page
    assert "1 problem and 0 duplicates" in page
    assert 'href="https://example.org/paper/' in page


def test_the_table_has_means_times_1000(page, trends) -> None:
    row = re.search(r"<tr><td>1987</td><td>100</td><td>(\d+) ", page)
    assert row and int(row[1]) == round(trends.series[0].mean[0] * 1000)


def test_it_refers_to_nothing_outside(page) -> None:
    assert not re.findall(r"(?:src|srcset|poster|data)=", page)
    assert "url(" not in page and "@import" not in page and "<script" not in page
    assert "default-src &#x27;none&#x27;; style-src &#x27;unsafe-inline&#x27;" in page


def test_nothing_from_a_file_is_believed() -> None:
    evil = "<script>alert(1)</script>\"'&"
    records = [Record(f"{evil}{at}", evil, f"200{at}", f"gene {evil}", "javascript:alert(1)") for at in range(4)]
    trends = find_trends(Collection(tuple(records)), [Query(evil, ("gene",))], TrendSettings(language="en"))
    page = write_report(trends, Collection((), (FileProblem(evil, 1, evil),)), ())
    assert "<script" not in page
    assert 'href="javascript:' not in page


def test_the_table_for_spreadsheets(trends) -> None:
    rows = [line.split(",") for line in series_csv(trends.series).splitlines()]
    assert rows[0] == COLUMNS
    assert len(rows) == 1 + 4 * 4 * 24
    assert rows[1][:4] == ["all", "biodiversity", "1987", "100"]
    assert float(rows[1][4]) == pytest.approx(trends.series[0].mean[0], abs=1e-6)
    assert [row[2] for row in rows if row[:2] == ["all", "conservation"] and row[-1] == "1"] == ["1999"]


@needs_browser
@pytest.mark.parametrize(("size", "dark"), [("1280,900", False), ("390,800", True)])
def test_in_a_real_browser(page, tmp_path, size, dark) -> None:
    styles = "style-src &#x27;unsafe-inline&#x27;"
    allowed = page.replace(styles, f"{styles}; {styles.replace('style', 'script')}")
    path = tmp_path / "probed.html"
    path.write_text(allowed.replace("<head>", f"<head>{WRONG}", 1).replace("</body>", f"{PROBE}</body>", 1), "utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    seen = look_at(path.as_uri(), tmp_path, f"--window-size={size}", scheme)
    assert seen["wrong"] == []
    assert seen["wide"] <= 0  # tables and charts scroll, the page does not
    assert len(set(seen["colours"])) == 4 and set(seen["fills"]) == {"none"}
    assert seen["panels"] == 3
    assert seen["paper"] == ("rgb(20, 24, 29)" if dark else "rgb(255, 255, 255)")
