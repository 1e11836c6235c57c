"""Pages in a browser: measured, photographed, or as they are after their scripts ran; each within limits.

    with Browser(RenderSettings(javascript=False)) as browser:
        geometry = browser.measure(page)           # for page.with_geometry(geometry)
        later = browser.snapshot(page)             # another page, whose source is what scripts made of this one

A RenderError says what went wrong, and leaves it to the caller, who knows the page by its name, to say where.
One Chromium serves many pages, each in a profile of its own. What takes too long, too much memory, or crashes, costs
that page (RenderError) and the browser, which is started anew for the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from webwinnow.document import Document
from webwinnow.document.geometry import Geometry
from webwinnow.errors import MissingExtraError, ParameterError, RenderError
from webwinnow.fetch import Client
from webwinnow.geometry.chromium import LOOK, NOWHERE, Chromium, Loading, find_chromium
from webwinnow.geometry.mapping import ATTRIBUTE, COMMENT, MeasuredNodes, element_boxes, marked, run_boxes

if TYPE_CHECKING:
    from playwright.async_api import Browser as Connected
    from playwright.async_api import BrowserContext, Page, Playwright

Made = TypeVar("Made")
_NODES: Final = 1_000_000
"""Elements of a page that are measured; more come only from scripts that never end."""
_SETTLED: Final = 0.5
"""Seconds without a request after which a page with scripts counts as complete."""
_TALLEST: Final = 16_000
"""Pixels of a picture's height: Chromium draws no more."""
_SERIALISED: Final = """() => {
  for (const style of document.querySelectorAll("style")) {
    try {
      const rules = [...style.sheet.cssRules].map((rule) => rule.cssText).join("\\n");
      if (rules && !style.textContent.trim()) style.textContent = rules;
    } catch { /* a sheet that the page may not read itself */ }
  }
  const kind = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\\n" : "";
  return kind + (document.documentElement ? document.documentElement.outerHTML : "");
}"""
"""Writes the page down as it stands, with rules that scripts put into empty style sheets."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """How pages are rendered."""

    javascript: bool = False
    """Whether the scripts of the page run."""
    width: int = 1280
    height: int = 800
    """The window, in pixels."""
    timeout: float = 30.0
    """Seconds for one page."""
    memory: int = 2_000_000_000
    """Bytes that the browser may take, all of its processes together."""
    browser: str | None = None
    """The program; None looks for an installed one."""
    client: Client | None = None
    """Fetches what pages refer to; None refuses it, so that nothing leaves this machine."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        if not (16 <= self.width <= 10_000 and 16 <= self.height <= 10_000):
            raise ParameterError(f"the window is {self.width}x{self.height}: give 16 to 10000 pixels each way")
        if not 0 < self.timeout <= 3_600:
            raise ParameterError(f"timeout is {self.timeout}: give seconds, above 0 and at most 3600")
        if self.memory < 200_000_000:
            raise ParameterError(f"memory is {self.memory}: a browser needs 200000000 bytes at least")


class Browser:
    """A browser that renders one page after the other; it starts with the first."""

    def __init__(self, settings: RenderSettings | None = None) -> None:
        """Take the settings; nothing is started yet."""
        self.settings = settings or RenderSettings()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._connected: Connected | None = None
        self._last: Loading | None = None

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def measure(self, page: Document) -> Geometry:
        """Show a page and measure all of its elements and runs of text."""
        measured = self.measured(page)
        about = {
            "browser": f"Chromium {self._connected.version if self._connected else ''}".strip(),
            "javascript": self.settings.javascript,
            "network": self.settings.client is not None,
        }
        viewport = (self.settings.width, self.settings.height)
        return Geometry(element_boxes(page, measured), run_boxes(page, measured), viewport, measured.extent, about)

    def measured(self, page: Document, *, texts: bool = False) -> MeasuredNodes:
        """Show a page and return what its nodes measure; with `texts`, what the runs say, too."""
        script = resources.files("webwinnow.geometry").joinpath("measure.js").read_text(encoding="utf-8")
        wanted = {"attribute": ATTRIBUTE, "comment": COMMENT, "most": _NODES, "texts": texts}

        async def act(shown: Page) -> MeasuredNodes:
            return MeasuredNodes.of(await shown.evaluate(script, wanted))

        return self._visit(page, marked(page), act, javascript=self.settings.javascript)

    def picture(self, page: Document) -> bytes:
        """Show a page and take a picture of all of it, as PNG."""

        async def act(shown: Page) -> bytes:
            tall = min(int(await shown.evaluate("document.documentElement.scrollHeight")), _TALLEST)
            clip: Any = {"x": 0, "y": 0, "width": self.settings.width, "height": max(tall, self.settings.height)}
            return await shown.screenshot(full_page=True, clip=clip, animations="disabled")

        return self._visit(page, page.source, act, javascript=self.settings.javascript)

    def snapshot(self, page: Document) -> Document:
        """Show a page, let its scripts run, and return the page that they made, with a source of its own."""

        async def act(shown: Page) -> str:
            return str(await shown.evaluate(_SERIALISED))

        source = self._visit(page, page.source, act, javascript=True)
        return Document(source, url=page.url, encoding="utf-8")

    def rendered(self, page: Document) -> Document:
        """Return the page that its scripts made, with its geometry: offsets are those of its own source."""
        later = self.snapshot(page)
        return later.with_geometry(self.measure(later))

    def close(self) -> None:
        """End the browser; it starts again if it is asked again."""
        if self._loop is None:
            return
        loop, self._loop = self._loop, None
        self._end()
        if self._playwright is not None:
            with suppress(Exception):  # it complains that the browser has gone, which is what we want
                loop.run_until_complete(asyncio.wait_for(self._playwright.stop(), 10))
            self._playwright = None
        loop.close()

    def _end(self) -> None:
        self._connected = None
        if self._chromium is not None:
            self._chromium.end()
            self._chromium = None

    def _visit(self, page: Document, source: str, act: Callable[[Page], Awaitable[Made]], *, javascript: bool) -> Made:
        """Show a page, do something with it, and leave it; the fence around all that may go wrong with it."""
        try:
            from playwright.async_api import Error
        except ImportError:
            raise MissingExtraError("playwright", "render") from None
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        settings = self.settings
        try:
            connected = self._loop.run_until_complete(self._connect())
            loading = self._loading(page.url, source)
            shown = self._while_it_runs(self._shown(connected, loading, act, javascript))
            return self._loop.run_until_complete(asyncio.wait_for(shown, settings.timeout))
        except TimeoutError:
            self._end()
            advice = "its scripts may never end: leave them off" if javascript else "give it more time"
            raise RenderError(f"not rendered within {settings.timeout:g} s: {advice}") from None
        except Error as error:
            exceeded = self._chromium is not None and self._chromium.exceeded
            self._end()
            if exceeded:
                why = f"it takes more than {settings.memory / 1e6:.0f} MB: it was stopped"
            else:
                why = f"the browser failed ({str(error).splitlines()[0]}): try without scripts"
            raise RenderError(f"cannot be rendered, {why}") from None
        except BaseException:
            self._end()
            raise

    async def _connect(self) -> Connected:
        from playwright.async_api import async_playwright

        if self._connected is not None and self._connected.is_connected():
            return self._connected
        self._end()
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        self._chromium = Chromium(find_chromium(self.settings.browser), self.settings.memory)
        self._connected = await self._playwright.chromium.connect_over_cdp(self._chromium.address())
        return self._connected

    def _loading(self, url: str | None, source: str) -> Loading:
        """Answer the requests of a page; what was fetched for the page before is kept if it has the same address."""
        address = url if url and url.startswith(("http://", "https://")) else NOWHERE
        known = self._last.known if self._last is not None and self._last.address == address else {}
        self._last = Loading(source, address, self.settings.client, known)
        return self._last

    async def _while_it_runs(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Do something with the browser, and fail as soon as that ends: its connection does not always tell."""
        from playwright.async_api import Error

        doing, ended = asyncio.ensure_future(work), asyncio.ensure_future(self._ended())
        try:
            await asyncio.wait({doing, ended}, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            raise Error("it ended")
        finally:
            for each in (doing, ended):
                each.cancel()
            await asyncio.gather(doing, ended, return_exceptions=True)

    async def _ended(self) -> None:
        while self._chromium is not None and self._chromium.runs:
            await asyncio.sleep(LOOK)

    async def _shown(
        self, connected: Connected, loading: Loading, act: Callable[[Page], Awaitable[Made]], javascript: bool
    ) -> Made:
        settings = self.settings
        context = await connected.new_context(
            java_script_enabled=javascript,
            viewport={"width": settings.width, "height": settings.height},
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
        )
        try:
            shown = await self._opened(context, loading, javascript)
            return await act(shown)
        finally:
            if self._chromium is not None and self._chromium.runs:
                with suppress(Exception):  # whoever is gone need not be closed
                    await asyncio.wait_for(context.close(), 5)

    async def _opened(self, context: BrowserContext, loading: Loading, javascript: bool) -> Page:
        """Open the page; what it opens itself is closed, and what it asks is dismissed."""
        from playwright.async_api import Error

        shown = await context.new_page()
        crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def fail(_: Page) -> None:
            if not crashed.done():
                crashed.set_exception(Error("the page crashed"))

        shown.on("crash", fail)
        context.on("page", lambda other: asyncio.ensure_future(other.close()) if other != shown else None)
        shown.on("dialog", lambda dialog: asyncio.ensure_future(_dismissed(dialog)))
        await context.route("**/*", lambda route: loading.answer(route, shown.main_frame))
        await context.route_web_socket("**/*", lambda socket: socket.close())
        loads = asyncio.ensure_future(self._loaded(shown, loading, javascript))
        try:
            await asyncio.wait({loads, crashed}, return_when=asyncio.FIRST_COMPLETED)
            await (crashed if crashed.done() else loads)
        finally:
            loads.cancel()
        return shown

    async def _loaded(self, shown: Page, loading: Loading, javascript: bool) -> None:
        from playwright.async_api import TimeoutError as LateError

        # A picture that never comes must not cost the page: what is there after most of the time is measured.
        most = 600 * self.settings.timeout
        with suppress(LateError):
            await shown.goto(loading.address, wait_until="load", timeout=most)
        if javascript and self.settings.client is not None:
            with suppress(LateError):
                await shown.wait_for_load_state("networkidle", timeout=min(most, 5_000))
        elif javascript:
            await asyncio.sleep(min(_SETTLED, self.settings.timeout / 10))


async def _dismissed(dialog: Any) -> None:
    with suppress(Exception):  # the page may have closed it
        await dialog.dismiss()
