"""The unpacked extension in a real Chromium: one click hides, one shows again; it switches, highlights and saves."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from serve.running import running_server
from small_sites import Sent, small_site
from webwinnow.evaluate.package import load
from webwinnow.geometry.chromium import NAMES

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "extension"
PAGES = {f"/{file.name}": file.read_bytes() for file in (ROOT / "examples" / "media").glob("*.html")}
TOKEN = "a-token-for-tests"
pytestmark = pytest.mark.skipif(not any(map(shutil.which, NAMES)), reason="no chromium here to open pages with")


@contextmanager
def site() -> Iterator[str]:
    """Run the site that the pages stand on."""
    with small_site(lambda path: Sent(PAGES.get(path, b"<p>nothing"))) as running:
        yield running.url()


class Tried:
    """A page with the extension beside it."""

    def __init__(self, page: Any, worker: Any, address: str) -> None:
        self.page, self.worker, self.address = page, worker, address

    async def open(self, name: str) -> None:
        await self.page.goto(f"{self.address}/{name}")

    async def click(self) -> None:
        """Do what a click on the extension's button does."""
        await self.worker.evaluate(
            "async () => { const [tab] = await chrome.tabs.query({ active: true }); await toggle(tab); }"
        )

    async def set(self, **settings: str) -> None:
        await self.worker.evaluate("(given) => chrome.storage.local.set(given)", settings)

    async def visible(self, selector: str) -> bool:
        return bool(await self.page.locator(selector).is_visible())

    async def said(self) -> str:
        return str(await self.page.locator("output#said").inner_text())


async def _in_browser(profile: Path, address: str, steps: Callable[[Tried], Awaitable[None]]) -> None:
    from playwright.async_api import async_playwright

    flags = [f"--load-extension={EXTENSION}", f"--disable-extensions-except={EXTENSION}", "--disable-gpu"]
    flags += ["--disable-features=DisableLoadExtensionCommandLineSwitch", "--headless=new"]
    flags += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    program = next(path for path in map(shutil.which, NAMES) if path)
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            str(profile), executable_path=program, headless=False, args=flags, viewport={"width": 1280, "height": 900}
        )
        try:
            workers = context.service_workers
            worker = workers[0] if workers else await context.wait_for_event("serviceworker", timeout=60_000)
            await steps(Tried(context.pages[0], worker, address))
        finally:
            await context.close()


def test_what_people_do_with_it(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    packages = tmp_path / "packages"
    (packages / "mine").mkdir(parents=True)
    (packages / "mine" / "package.toml").write_text('name = "mine"\n')

    async def steps(tried: Tried) -> None:
        page = tried.page
        await tried.open("video.html")
        before = await page.content()

        await tried.click()
        assert [await tried.visible(each) for each in ("#video", "#about", "#about h1")] == [True] * 3
        assert [await tried.visible(each) for each in ("#top", "#side", "#foot")] == [False] * 3
        await page.get_by_role("button", name="Show again").click()
        assert await tried.visible("#side") and await tried.visible("#foot")
        assert await page.content() == before, "nothing of ours stays behind"

        await tried.click()
        await page.get_by_role("button", name="Highlight").click()
        assert await tried.visible("#side")
        assert "words for each piece of text" in await page.locator("#about p").first.get_attribute("title")
        assert "880 × 495 pixels" in await page.locator("#video").get_attribute("title")

        await page.get_by_role("button", name="Save to package").click()
        await _until(tried, "no package is named")
        await tried.set(service=server.url, package="mine", token="wrong", annotator="anna")
        await page.get_by_role("button", name="Save to package").click()
        await _until(tried, "the token is missing or wrong")
        await tried.set(token=TOKEN)
        await page.evaluate("() => getSelection().selectAllChildren(document.querySelector('#about h1'))")
        await page.get_by_role("button", name="Save to package").click()
        await _until(tried, "with your selection")
        (files,) = load(packages / "mine").pages
        saved = files.read()
        assert saved.gold.strip() == "Casting a bell in one day"
        assert (saved.meta.url, saved.meta.language) == (f"{tried.address}/video.html", "en")
        assert set(saved.meta.extra["annotations"]) == {"anna"}
        assert b"webwinnow" not in saved.html(), "the page is saved without what is ours"

        await tried.click()
        await tried.click()  # off and on again: the bar asks the service which extractors there are
        await page.locator("select#extractor option[value=plain]").wait_for(state="attached")
        await page.locator("select#extractor").select_option("plain")
        await page.wait_for_function("() => !document.querySelector('#side').hasAttribute('data-webwinnow-hidden')")
        assert await tried.visible("#foot"), "plain keeps all text"

    with site() as address, running_server("--token", TOKEN, "--packages", str(packages), "-j", "1") as server:
        asyncio.run(asyncio.wait_for(_in_browser(tmp_path / "profile", address, steps), 240))


async def _until(tried: Tried, text: str) -> None:
    for _ in range(100):
        if text in await tried.said():
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{text!r} was not said, but {await tried.said()!r}")
