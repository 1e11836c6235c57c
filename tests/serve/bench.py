"""A browser at the workbench: opens pages, chooses views, and says what is shown. Debian: apt install chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser import CHROMIUM
from serve.running import RunningServer

DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}
ARTICLE = """<!doctype html><html lang=en><title>Winnowing</title><nav><a href=/>Home</a> <a href=/b>Mills</a></nav>
<article><h1>How grain &amp; chaff part \U0001f33e</h1>
<p>By <span class=author>Ada Miller</span>, <time>2024-03-12</time></p>
<p>Toss the grain &amp; let the wind take the chaff \U0001f33e, then do it all again until nothing is left.</p>
<p>Store the grain where it is dry, for whoever winnows in the rain has to winnow the same grain twice.</p>
<img src="https://mill.example/mill.jpg" width=640 height=480 alt="A mill"></article>
<footer><p>All rights reserved by the guild of millers.</p></footer></html>"""
"""A page that tests write into packages."""
PICTURES = os.environ.get("WEBWINNOW_PICTURES")
PATIENCE = 60_000
"""Milliseconds: a machine that does much else is slow, and waiting costs nothing where it is not."""


class Bench:
    """One tab of the browser with the workbench in it."""

    def __init__(self, page, server: RunningServer) -> None:
        self.page, self.server = page, server
        self.wrong: list[str] = []
        self.failed: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("requestfailed", lambda request: self.failed.append(f"{request.url}: {request.failure}"))

    def open(self, address: str = "") -> Bench:
        self.page.goto(f"{self.server.url}/{address}")
        try:
            self.page.locator("#stage-list [role=button]").first.wait_for(state="attached")
        except Exception as error:
            said = [self.text("#status"), *self.wrong, *self.failed, f"stages: {self.server.get('/v1/stages').status}"]
            raise AssertionError(f"the workbench did not list its stages: {said}") from error
        return self

    @property
    def looked(self) -> str:
        return self.page.locator("body").get_attribute("data-looked") or "0"

    def until_looked(self, before: str) -> None:
        self.page.locator(f"body[data-looked]:not([data-looked='{before}']):not([aria-busy])").wait_for()

    def look_at(self, text: str, extractor: str = "") -> None:
        """Type or paste a page, as people do, and wait until it is shown."""
        before = self.looked
        self.page.locator("#extractor").evaluate("(field, text) => { field.value = text }", extractor)
        self.page.fill("#page", text)
        self.page.press("#page", "Enter")
        self.until_looked(before)

    def choose(self, package: str, member: str) -> None:
        """Open a page of a package."""
        before = self.looked
        for field, value in (("package", package), ("member", member)):
            self.page.locator(f"#{field} option[value='{value}']").wait_for(state="attached")
            self.page.select_option(f"#{field}", value)
        self.until_looked(before)

    def view(self, name: str) -> None:
        self.page.click(f"#views [data-view={name}]")

    @property
    def original(self):
        return self.page.frame_locator("#original")

    def marks(self, expression: str) -> object:
        """Evaluate something over the marks of the original, as `marks`."""
        found = "[...document.getElementById('original').contentDocument.querySelectorAll('ww-mark')]"
        return self.page.evaluate(f"() => {{ const marks = {found}; return {expression} }}")

    def until(self, expression: str) -> None:
        """Wait until something is true in the page."""
        waiting = f"for (let n = 0; n < 600 && !({expression}); n++) await new Promise(done => setTimeout(done, 50))"
        self.page.evaluate(f"async () => {{ {waiting} }}")

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.text_content()


@contextmanager
def bench_browser() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


def saved_picture(page, name: str) -> None:
    """Write a picture for the docs, where they are asked for (`make screenshots`)."""
    if PICTURES:
        page.mouse.move(0, 0)
        page.screenshot(path=str(Path(PICTURES) / f"workbench-{name}.png"))
