"""No script of a page gets through, in a real browser. Needs chromium (Debian: apt install chromium)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from browser import look_at, needs_browser
from render.injections import INJECTIONS
from render.readers import parser
from webwinnow.document import Document
from webwinnow.extractors.plain import Plain
from webwinnow.render.clean_html import sanitised
from webwinnow.render.formats import RenderOptions, render_structured
from webwinnow.result import Result

BEFORE = "<script>window.alert=window.print=window.confirm=()=>{{parent.hits.add({})}};</script>"
# Each page is opened when the one before it has loaded, so the harness itself has loaded when all have.
HARNESS = """<!DOCTYPE html><meta charset=utf-8><body><script>
window.hits = new Set();
const pages = %s;
const events = ["mouseover", "pointerenter", "focus", "animationstart", "toggle", "click"];
function provoke(frame) {
  for (const each of frame.contentDocument?.querySelectorAll("*") ?? []) {
    if (each.localName === "form") continue;
    if (/^https?:/.test(each.href ?? "")) each.addEventListener("click", (event) => event.preventDefault());
    for (const name of events) {
      try { name === "click" ? (each.click ? each.click() : each.dispatchEvent(new MouseEvent("click"))) :
            each.dispatchEvent(new Event(name)); } catch {}
    }
  }
}
function open(number) {
  if (number === pages.length) return;
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts allow-same-origin allow-forms";  // no dialogs: nobody is here to close them
  let settled = false;
  const next = () => { if (!settled) { settled = true; open(number + 1); } };
  frame.onload = () => { frame.onload = null; provoke(frame); next(); };
  setTimeout(() => { if (!settled) { provoke(frame); next(); frame.remove(); } }, 2000);
  setTimeout(() => frame.remove(), 4000);
  frame.srcdoc = pages[number];
  document.body.append(frame);
}
addEventListener("load", () => {
  const found = [...hits];
  document.body.textContent = "";
  document.body.setAttribute("data-seen", JSON.stringify(found));
});
open(0);
</script>"""
TOGETHER = 16
"""Results that a page of the harness holds: opening one for each takes a minute and a half, and sees no more."""
DANGEROUS = re.compile(r"^(?:script|iframe|object|embed|style|link|meta|base|form|svg|math|template|frame)$")


def around(vector: str) -> str:
    return f"<article><p>Some words stand before it, and more.</p>{vector}<p>And some stand behind it.</p></article>"


def rendered(form: str, vector: str) -> str:
    page = Document(around(vector), url="https://example.org/dir/")
    written = render_structured(form, Result(page, page.visible, Plain()), page.visible, RenderOptions())
    return f"<!DOCTYPE html><body>{parser().render(written)}" if form == "markdown" else written


def executed(pages: list[str], folder: Path) -> list[int]:
    """Open the pages, press and point at everything, and give the numbers of those that ran a script."""
    armed = [BEFORE.format(number) + page for number, page in enumerate(pages)]
    path = folder / "harness.html"
    listed = json.dumps(armed).replace("</", "<\\/").replace("<!--", "<\\!--")
    path.write_text(HARNESS % listed, encoding="utf-8")
    return sorted(look_at(path.as_uri(), folder, "--host-resolver-rules=MAP * ~NOTFOUND", milliseconds=None))


def test_there_are_many() -> None:
    assert len(set(INJECTIONS)) == len(INJECTIONS) >= 100


@needs_browser
def test_the_harness_sees_scripts(tmp_path) -> None:
    some = INJECTIONS[::4]
    tidy = "".join(rendered("clean-html", vector) for vector in some[:8])
    among = tidy + around("<img src=x onerror=alert(1)>") + tidy
    ran = executed([among, *map(around, some)], tmp_path)
    assert ran[0] == 0 and len(ran) > len(some) / 3


@needs_browser
def test_nothing_executes(tmp_path) -> None:
    forms = ("clean-html", "reader", "markdown")
    groups = [(form, INJECTIONS[at : at + TOGETHER]) for form in forms for at in range(0, len(INJECTIONS), TOGETHER)]
    pages = ["".join(rendered(form, vector) for vector in vectors) for form, vectors in groups]
    assert [groups[number] for number in executed(pages, tmp_path)] == []


@pytest.mark.parametrize("form", ["clean-html", "reader"])
@pytest.mark.parametrize("vector", INJECTIONS)
def test_nothing_dangerous_is_written(form: str, vector: str) -> None:
    tree = LexborHTMLParser(rendered(form, vector))
    for node in tree.css("body *"):
        assert not DANGEROUS.match(node.tag)
        assert not [name for name in node.attributes if name.startswith("on") or name in ("style", "srcdoc", "action")]
        for name in ("href", "src"):
            address = re.sub(r"[\x00-\x20\x7f]", "", node.attributes.get(name) or "")
            assert re.match(r"(?:https?|mailto|tel|ftp):|data:image/|#|/|$", address), address


def test_the_sanitiser_also_cleans_what_is_not_ours() -> None:
    assert sanitised("<p onclick=x>a<script>b</script><a href='javascript:x'>c</a>") == (
        '<p>a<a rel="noopener noreferrer">c</a></p>'
    )
