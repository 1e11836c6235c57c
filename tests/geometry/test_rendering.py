"""Pages in a real browser: what is measured, what scripts make, and that hostile pages are stopped and shut in."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from small_sites import Sent, small_site
from webwinnow.document import Document
from webwinnow.errors import PageError, ParameterError, RenderError
from webwinnow.fetch import Client
from webwinnow.geometry import Browser, RenderSettings

STYLED = Document(
    """<!doctype html><title>A</title><style>
    body { margin: 0 } h1 { font: bold 40px/50px serif; color: #102030; background: #ffeedd; margin: 0 }
    .gone { display: none } .reader { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip: rect(0,0,0,0) }
    .far { position: absolute; left: -9999px } .cut { overflow: hidden; height: 0 } .faded { opacity: 0 }
    .loose { display: contents } .box { overflow: auto; height: 20px }</style>
    <h1>Title</h1><p class=gone>gone</p><p class=reader>reader</p><p class=far>far</p><div class=cut><p>cut</p></div>
    <div class=faded>faded</div><div class=loose>loose</div><div class=box><p>scrolled<p>further</div>
    <img width=500 height=400 alt="">"""
)


@contextmanager
def settings(browser: Browser, **changes: object) -> Iterator[Browser]:
    before = browser.settings
    browser.settings = replace(before, **changes)
    try:
        yield browser
    finally:
        browser.settings = before


def test_boxes_fonts_colours_and_what_is_seen(browser: Browser) -> None:
    page = STYLED.with_geometry(browser.measure(STYLED))
    runs, geometry = page.runs, page.geometry
    texts = [page.text(start, end) for start, end in zip(runs.start.tolist(), runs.end.tolist(), strict=True)]
    shown = {text for text, seen in zip(texts, geometry.runs.shown.tolist(), strict=True) if seen}
    assert geometry.runs.known.all()
    assert shown == {"Title", "loose", "scrolled", "further"}
    heading = next(element for element in range(len(page.elements)) if page.name(element) == "h1")
    elements = geometry.elements
    assert (elements.left[heading], elements.top[heading], elements.width[heading]) == (0, 0, 1280)
    assert (elements.height[heading], elements.size[heading], elements.weight[heading]) == (50, 40, 700)
    assert (int(elements.colour[heading]), int(elements.background[heading])) == (0x102030, 0xFFEEDD)
    image = next(element for element in range(len(page.elements)) if page.name(element) == "img")
    assert elements.area[image] == 200_000
    assert elements.inline[image] and not elements.inline[heading]


def test_the_window_is_chosen(browser: Browser) -> None:
    with settings(browser, width=390, height=844):
        geometry = browser.measure(STYLED)
    assert geometry.viewport == (390, 844)
    assert geometry.elements.width.max() <= 520


def test_a_sidecar_is_read_back_and_belongs_to_its_page(browser: Browser) -> None:
    geometry = browser.measure(STYLED)
    sidecar = json.dumps(geometry.to_json(STYLED.markup))
    again = STYLED.with_geometry(sidecar).geometry
    assert np.allclose(again.elements.left, geometry.elements.left, atol=0.01)
    assert again.runs.shown.tolist() == geometry.runs.shown.tolist()
    assert again.about["javascript"] is False
    with pytest.raises(PageError, match="another page"):
        Document(STYLED.source + " ").with_geometry(sidecar)
    with pytest.raises(PageError, match="no geometry of this page"):
        STYLED.with_geometry("{}")


def test_scripts_run_when_asked_and_marks_stay_true(browser: Browser) -> None:
    page = Document("<p id=a>one<p>two<script>a.remove(); document.body.append('three')</script>")
    assert browser.measure(page).runs.known.tolist() == [True, True]
    with settings(browser, javascript=True):
        assert browser.measure(page).runs.known.tolist() == [False, True]


def test_a_snapshot_is_a_page_of_its_own(browser: Browser) -> None:
    page = Document(
        "<!doctype html><style id=s></style><div id=app></div><script>app.innerHTML = '<h1>Made</h1><p>by a script';"
        "s.sheet.insertRule('h1 { font-size: 77px }')</script>",
        url="https://example.org/",
    )
    later = browser.rendered(page)
    assert later.source.startswith("<!DOCTYPE html>")
    assert later.url == page.url
    heading = next(element for element in range(len(later.elements)) if later.name(element) == "h1")
    assert later.text_of(heading) == "Made"
    assert later.geometry.elements.size[heading] == 77


def test_a_picture_is_taken(browser: Browser) -> None:
    assert browser.picture(STYLED).startswith(b"\x89PNG")


STOPPED = {
    "loops": "for (;;) {}",
    "asks for ever": "for (;;) alert(1)",
}


@pytest.mark.parametrize("script", STOPPED.values(), ids=STOPPED)
def test_what_never_ends_is_stopped(browser: Browser, script: str) -> None:
    page = Document(f"<p>one<script>{script}</script>")
    with settings(browser, javascript=True, timeout=2), pytest.raises(RenderError, match="not rendered within 2 s"):
        browser.measure(page)


def test_what_fills_the_memory_is_stopped_and_the_next_page_gets_a_new_browser(browser: Browser) -> None:
    page = Document("<p>one<script>const all = []; for (;;) all.push(new Uint8Array(1 << 26).fill(1))</script>")
    # A busy machine takes long to fill that much.
    patient = settings(browser, javascript=True, memory=900_000_000, timeout=300)
    with patient, pytest.raises(RenderError, match="more than 900 MB"):
        browser.measure(page)
    assert browser.measure(page).runs.known.all()


def test_dialogs_and_windows_are_closed(browser: Browser) -> None:
    page = Document("<p id=p>one<script>alert(1); confirm(2); open('about:blank'); p.append(' ', prompt(3))</script>")
    assert "</script> null</p>" in browser.snapshot(page).source


def styled(_path: str) -> Sent:
    return Sent(b"p { font-size: 33px }", "text/css")


REACHING = """<link rel=stylesheet href="{0}/style"><link rel=preconnect href="{0}"><link rel=dns-prefetch href="{0}">
<img src="{0}/image"><iframe src="{0}/frame"></iframe><iframe src="file:///etc/passwd"></iframe><p id=p>one
<script>
  const tried = [];
  for (const address of ["{0}/fetch", "file:///etc/passwd", "chrome://version", "data:text/plain,fine"])
    fetch(address).then((answer) => answer.text()).then((text) => tried.push(text), () => tried.push("refused"));
  try {{ new WebSocket("{1}/socket") }} catch {{}}
  try {{ new EventSource("{0}/events") }} catch {{}}
  try {{ new RTCPeerConnection({{ iceServers: [{{ urls: "stun:127.0.0.1:9" }}] }}).createOffer() }} catch {{}}
  try {{ navigator.sendBeacon("{0}/beacon", "x") }} catch {{}}
  try {{ new Worker("{0}/worker") }} catch {{}}
  setTimeout(() => p.append(" tried ", JSON.stringify(tried)), 200);
</script>"""


@pytest.mark.parametrize("client", [None, Client(timeout=5)], ids=["offline", "with a network"])
def test_scripts_reach_neither_files_nor_this_machine(browser: Browser, client: Client | None) -> None:
    with small_site(styled) as site:
        page = Document(REACHING.format(site.url(), site.url().replace("http", "ws")), url="https://example.org/")
        with settings(browser, client=client):
            source = browser.snapshot(page).source
        with socket.create_connection(("127.0.0.1", site.server_port)):
            pass  # it is there, and would have answered
    assert site.asked == []
    assert "root:" not in source and "tried [" in source


def test_what_the_user_allows_is_loaded_by_our_own_client(browser: Browser) -> None:
    with small_site(styled) as site:
        page = Document(f'<link rel=stylesheet href="{site.url()}/style.css"><p>one', url=site.url("/page"))
        with settings(browser, client=Client(timeout=5, allow_private=True)):
            geometry = browser.measure(page)
    assert site.asked == ["/style.css"]
    assert geometry.runs.size.tolist() == [33]


def test_a_page_that_leaves_for_another_stays(browser: Browser) -> None:
    page = Document('<meta http-equiv=refresh content="0; url=https://example.org/"><p id=p>one'
                    "<script>location = 'https://example.org/other'</script>")  # fmt: skip
    assert "one" in browser.snapshot(page).source


@pytest.mark.parametrize("wrong", [{"width": 1}, {"timeout": 0}, {"memory": 1}])
def test_settings_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        RenderSettings(**wrong)


def test_a_missing_browser_is_named() -> None:
    pytest.importorskip("playwright")
    with Browser(RenderSettings(browser="/nowhere/chromium")) as missing, pytest.raises(RenderError, match="/nowhere"):
        missing.measure(STYLED)
