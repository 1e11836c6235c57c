"""The extension's own `wlr-media` against the Python one: the same page, the same texts, the same media."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from webwinnow.document import Document
from webwinnow.document.html_names import NAMES
from webwinnow.expression import parse_extractor
from webwinnow.extractors import wlr
from webwinnow.geometry import Browser
from webwinnow.media import LARGE, media_rule

ROOT = Path(__file__).parents[2]
SCRIPTS = "\n".join((ROOT / "extension" / name).read_text(encoding="utf-8") for name in ("wlr.js", "source.js"))
EVERY = sorted([*(ROOT / "examples" / "media").glob("*.html"), *(ROOT / "tests" / "pages").glob("*/source.html")])
PAGES = EVERY if os.environ.get("WEBWINNOW_TEST_GEOMETRY") else EVERY[::6]
"""All pages take long: `make geometry` tries them."""
NOTHING = {"forum-noscript"}
"""Pages whose text stands in noisy elements (step 2)."""
FOUND = """(factor) => {
  const found = webwinnow.wlrMedia({ factor }), { html, places } = webwinnow.source();
  return { html, spans: webwinnow.spansOf(places, found.texts), media: found.media.map((each) => each.localName) };
}"""


def found_in_page(browser: Browser, page: Document) -> dict[str, dict[str, Any]]:
    async def act(shown: Any) -> dict[str, dict[str, Any]]:
        await shown.evaluate(f"() => {{ {SCRIPTS} }}")
        return {factor: await shown.evaluate(FOUND, factor) for factor in ("bound", "ratio")}

    return browser._visit(page, page.source, act, javascript=False)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem if file.stem != "source" else file.parent.name)
def test_the_same_texts_and_media(browser: Browser, file: Path) -> None:
    there = found_in_page(browser, Document.from_bytes(file.read_bytes()))
    page = Document(there["bound"]["html"])
    page = page.with_geometry(browser.measure(page))
    for factor, found in there.items():
        extractor = parse_extractor(f"wlr-media(factor={factor!r})")
        assert bool(found["spans"]) == (file.parent.name not in NOTHING)
        assert list(page.select(found["spans"])) == list(extractor(page))
        assert found["media"] == [each.kind for each in media_rule(extractor).media(page)]


def test_what_both_know_is_the_same() -> None:
    text = (ROOT / "extension" / "wlr.js").read_text(encoding="utf-8")
    breaking = {name for number, name in enumerate(NAMES, 1) if wlr._LINE_BREAKING[number]}
    assert breaking == names_in(text, "BREAKING")
    assert {name for number, name in enumerate(NAMES, 1) if wlr._NOISY[number]} == names_in(text, "NOISY")
    listed = (ROOT / "src/webwinnow/media/players.txt").read_text(encoding="utf-8").splitlines()
    assert {line for line in listed if line and not line.startswith("#")} == names_in(text, "PLAYERS")
    assert f"LARGE = {LARGE}," in text


def names_in(text: str, constant: str) -> set[str]:
    """The names that a constant of the script lists."""
    written = text.partition(f"const {constant} = ")[2].partition(";")[0]
    quoted = written.split('"')[1:-1:2]
    return set("".join(quoted[:-1] if quoted[-1] == " " else quoted).split())


def test_permissions_are_few() -> None:
    manifest = json.loads((ROOT / "extension" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["permissions"] == ["activeTab", "scripting", "storage"]
    assert manifest["host_permissions"] == ["http://127.0.0.1/*", "http://localhost/*"]
    assert "content_scripts" not in manifest
