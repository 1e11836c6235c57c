"""Gold made by hand in the workbench: labels by keys and pointer, saved, agreed on, and read by the evaluation."""

import json
import re
import shutil
from pathlib import Path

import pytest

from browser import needs_browser
from serve.bench import ARTICLE, DESKTOP, Bench, saved_picture
from webwinnow.evaluate import evaluate
from webwinnow.evaluate.package import load
from webwinnow.evaluate.validation import validate

pytest.importorskip("playwright")


def labelled(bench: Bench, label: str) -> str:
    found = bench.page.locator("#labelled dt", has_text=label)
    return found.locator("xpath=following-sibling::dd[1]").first.text_content()


@needs_browser
def test_a_page_is_annotated_by_keys_and_pointer_and_saved(bench, packages):
    bench.choose("drawn", "mill")
    bench.view("annotate")
    bench.page.locator("#annotate[data-shown]").wait_for()
    assert "Toss the grain" in labelled(bench, "content")
    assert labelled(bench, "headline").startswith("How grain") and labelled(bench, "author") == "Ada Miller"
    footer = bench.original.locator("footer ww-mark")
    footer.click()
    assert "guild of millers" in labelled(bench, "content")
    bench.page.click("#undo")
    assert "guild of millers" not in labelled(bench, "content")
    bench.page.click("#redo")
    footer.press("u")
    assert "guild of millers" not in labelled(bench, "content")
    footer.press("ArrowUp")
    assert "Block" in bench.text("#saved")
    bench.page.keyboard.press("x")
    assert "Store the grain" not in labelled(bench, "content")
    bench.page.keyboard.press("c")
    assert "Store the grain" in labelled(bench, "content")
    # a part of a text, behind a reference and a character of two code units
    select = """() => { const page = document.getElementById('original').contentDocument;
      const range = page.createRange();
      const mark = [...page.querySelectorAll('ww-mark')].find(m => m.textContent.startsWith('Toss'));
      const at = mark.textContent.indexOf('then');
      range.setStart(mark.firstChild, at); range.setEnd(mark.firstChild, at + 4);
      page.getSelection().removeAllRanges(); page.getSelection().addRange(range); }"""
    bench.page.locator("#labels [data-label=comments]").click()
    bench.page.evaluate(select)
    bench.page.evaluate("document.getElementById('original').contentDocument.dispatchEvent(new MouseEvent('mouseup'))")
    assert labelled(bench, "comments") == "then"
    bench.page.click("#undo")
    bench.page.locator("#labels [data-label=content]").click()
    bench.page.check("#fragmented")
    bench.page.fill("#annotator", "Anna")
    bench.page.locator("#media-part summary").click()
    assert bench.page.locator("#media input").is_checked()
    saved_picture(bench.page, "annotate")
    bench.page.click("#saving button.main")
    bench.page.locator("#saved", has_text="Saved as Anna to drawn/mill").wait_for()
    page = load(packages / "drawn").page("mill")
    assert page.meta.title == "How grain & chaff part \U0001f33e" and page.meta.author == ("Ada Miller",)
    assert page.meta.date == "2024-03-12" and page.meta.fragmented is True and page.meta.multiple_articles is False
    assert page.meta.extra["media"] == ["https://mill.example/mill.jpg"] and page.gold.startswith("How grain & chaff")
    for start, end in page.meta.extra["annotations"]["Anna"]["labels"]["author"]:
        assert ARTICLE[start:end] == "Ada Miller"
    run = evaluate(packages / "drawn", ["consensus"], packages.parent / "run-drawn")
    assert {cell.page: cell.outcome for cell in run.cells["drawn", "consensus"]}["mill"] == "scored"
    assert not [each for each in validate(load(packages / "drawn")) if each.severity == "error"]


@needs_browser
def test_two_annotators_of_one_page_lose_nothing_and_see_how_far_they_agree(bench, workbench, tabs, packages):
    other = Bench(tabs.new_context(viewport=DESKTOP).new_page(), workbench).open()
    for who, at in (("Anna", bench), ("Bea", other)):
        at.view("annotate")
        at.page.fill("#annotator", who)
        at.choose("drawn", "other")
        at.page.locator("#annotate[data-shown]").wait_for()
    bench.page.click("#saving button.main")
    bench.page.locator("#saved", has_text="Saved as Anna").wait_for()
    other.original.locator("footer ww-mark").click()
    other.page.click("#saving button.main")
    other.page.locator("#saved.wrong", has_text="by Anna").wait_for()
    assert "guild of millers" in labelled(other, "content")  # theirs are still there
    other.page.click("#saving button.main")
    other.page.locator("#saved", has_text="Saved as Bea").wait_for()
    assert "stays that of another" in other.text("#saved")
    found = load(packages / "drawn").page("other")
    assert sorted(found.meta.extra["annotations"]) == ["Anna", "Bea"] and "guild" not in found.gold
    row = other.page.locator("#agreement tbody tr").first.inner_text()
    assert "Anna and Bea" in row and 0.5 < float(re.findall(r"0\.\d+", row)[0]) < 1
    with other.page.expect_download() as download:
        other.page.click("#export")
    report = json.loads(Path(download.value.path()).read_text())
    assert report["html"] == ARTICLE and report["annotator"] == "Bea" and report["labels"]["headline"]
    file = packages.parent / "report.json"
    shutil.copy(download.value.path(), file)
    before = bench.looked
    bench.page.set_input_files("#file", file)
    bench.until_looked(before)
    bench.page.locator("#labelled dd", has_text="guild of millers").wait_for()
    other.page.context.close()


@needs_browser
def test_a_pasted_page_begins_a_package(bench, packages):
    bench.look_at(ARTICLE)
    bench.view("annotate")
    bench.page.locator("#annotate[data-shown]").wait_for()
    bench.page.fill("#annotator", "Cleo")
    bench.page.fill("#into", "mine")
    bench.page.click("#saving button.main")
    bench.page.locator("#saved", has_text="Saved as Cleo to mine/page").wait_for()
    page = load(packages / "mine").page("page")
    assert "Toss the grain" in page.gold and page.meta.extra["gold_by"] == "Cleo"
