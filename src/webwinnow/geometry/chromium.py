"""An installed Chromium as a process of ours: found, started without any network of its own, watched, and ended.

It runs in a session of its own, with a profile that is thrown away, so that ending it ends all of its processes, and
nothing of the user's is seen by a page. It resolves no names and connects to nobody: what a page may load is handed to
it (see `Loading`). Where its sandbox cannot work, for root, it is switched off, as Chromium demands.

What a page in the browser may load: itself, and, where that is asked for, what our own client fetches for it.

The browser has no network. Each of its requests comes here; the page itself is answered with the source that we have,
and everything else is refused, or fetched by `fetch.Client`, which judges every address: none on this machine or in a
private network is reached, whatever a script asks for, unless the user allows it. Only GET is answered, so a page sends
nothing anywhere but addresses; cookies are neither kept nor sent.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from webwinnow.errors import RenderError, WebwinnowError
from webwinnow.fetch import Client, Fetched

if TYPE_CHECKING:
    from playwright.async_api import Frame, Route

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
"""Programs that are looked for, in this order."""
_FLAGS: Final = (
    "--headless --remote-debugging-port=0 --disable-gpu --hide-scrollbars --mute-audio --no-first-run "
    "--no-default-browser-check --disable-background-networking --disable-component-update --disable-sync "
    "--disable-extensions --disable-default-apps --disable-quic --disable-dev-shm-usage --no-proxy-server "
    "--disable-features=Translate,MediaRouter,OptimizationHints --disable-domain-reliability --no-pings "
    "--webrtc-ip-handling-policy=disable_non_proxied_udp --force-webrtc-ip-handling-policy=disable_non_proxied_udp "
    "--dns-prefetch-disable --font-render-hinting=none --force-color-profile=srgb"
).split()
_NO_NAMES: Final = "--host-resolver-rules=MAP * ~NOTFOUND"
_GUARD: Final = '{ "$@"; kill -9 0; } </dev/null & read -r _; kill -9 0'
"""A shell that holds on to us: when we are gone, however we ended, so are the browser and all of its processes."""
_START: Final = 30.0
"""Seconds that the program has to start; on a busy machine it takes some."""
LOOK: Final = 0.1
"""Seconds between two looks at its memory, and at whether it is there."""


def find_chromium(named: str | None = None) -> str:
    """Return the program: the one that is named, or the first that is installed."""
    if named is not None:
        found = shutil.which(named)
        if found is None:
            raise RenderError(f"{named}: there is no such program: give the path of a Chromium")
        return found
    installed = next((path for path in map(shutil.which, NAMES) if path), None)
    if installed is None:
        raise RenderError("no Chromium is installed: apt install chromium, or name one with --browser PATH")
    return installed


class Chromium:
    """A running browser; whoever starts it must end it."""

    def __init__(self, program: str, memory: int) -> None:
        """Start the program; `memory` is the number of bytes above which it is ended."""
        self.exceeded = False
        """Whether it was ended because it took too much memory."""
        self._profile = tempfile.TemporaryDirectory(prefix="webwinnow-render-", ignore_cleanup_errors=True)
        heap = max(memory // 2_000_000, 64)
        own = [f"--user-data-dir={self._profile.name}", _NO_NAMES, f"--js-flags=--max-old-space-size={heap}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            own.append("--no-sandbox")
        shell = shutil.which("sh")
        guard = [shell, "-c", _GUARD, "sh"] if shell and os.name == "posix" else []
        try:
            self.process = subprocess.Popen(
                [*guard, program, *_FLAGS, *own, "about:blank"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            self._profile.cleanup()
            raise RenderError(f"{program}: cannot be started ({error.strerror}): name another --browser") from error
        self._watch = threading.Thread(target=self._watch_memory, args=(memory,), daemon=True)
        self._watch.start()

    def address(self) -> str:
        """Wait until it listens, and return where."""
        note = Path(self._profile.name) / "DevToolsActivePort"
        until = time.monotonic() + _START
        while time.monotonic() < until and self.runs:
            with suppress(OSError, ValueError):
                port, path = note.read_text().split()
                return f"ws://127.0.0.1:{int(port)}{path}"
            time.sleep(0.02)
        self.end()
        raise RenderError("Chromium did not start: run it by hand to see why, or name another with --browser PATH")

    @property
    def runs(self) -> bool:
        """Whether it is still there."""
        return self.process.poll() is None

    def end(self) -> None:
        """End all of its processes, whatever they are doing."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        self._profile.cleanup()

    def _watch_memory(self, memory: int) -> None:
        while self.runs:
            if _resident(self.process.pid) > memory:
                self.exceeded = True
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)
                return
            time.sleep(LOOK)


def _resident(session: int) -> int:
    """Add up the memory of all processes of a session, as Linux counts it; 0 where nobody tells."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            rest = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(rest[3]) == session:
                total += int(rest[21])
    return total * (os.sysconf("SC_PAGE_SIZE") if total else 1)


NOWHERE: Final = "http://page.invalid/"
"""The address of a page that has none; the ending is reserved, so nobody can own it."""
_REFUSING: Final = (
    "default-src 'none'; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data: blob:;"
    " script-src 'unsafe-inline' 'unsafe-eval' data: blob:; frame-src data: blob: about:; webrtc 'block'"
)
"""Sent with a page that may load nothing: a second fence, inside the browser."""
_MOST: Final = 300
"""Requests that one page may make."""
_TOTAL: Final = 100_000_000
"""Bytes that it may load in all."""


@dataclass(slots=True)
class Loading:
    """Answers the requests of one page."""

    source: str
    address: str
    client: Client | None
    """Fetches what the page refers to; None refuses all of it."""
    known: dict[str, Fetched] = field(default_factory=dict)
    """What was fetched before, for the same page."""
    served: bool = False
    asked: int = 0
    loaded: int = 0
    refused: int = 0

    async def answer(self, route: Route, frame: Frame) -> None:
        """Answer one request."""
        from playwright.async_api import Error

        with suppress(Error):  # the page may be gone before its answer
            if self._is_page(route, frame):
                self.served = True
                fence = {} if self.client else {"Content-Security-Policy": _REFUSING}
                kind = {"Content-Type": "text/html; charset=utf-8"}
                await route.fulfill(status=200, headers=kind | fence, body=self.source.encode(errors="replace"))
            elif self.client is None or not self._may_load(route, frame):
                self.refused += 1
                await route.abort("blockedbyclient")
            else:
                await self._load(route, self.client)

    def _is_page(self, route: Route, frame: Frame) -> bool:
        return not self.served and route.request.is_navigation_request() and route.request.frame == frame

    def _may_load(self, route: Route, frame: Frame) -> bool:
        """Tell whether a request is answered at all: the page itself is never left for another."""
        request = route.request
        self.asked += 1
        leaves = request.is_navigation_request() and request.frame == frame
        web = request.url.startswith(("http://", "https://"))
        return web and request.method == "GET" and not leaves and self.asked <= _MOST and self.loaded < _TOTAL

    async def _load(self, route: Route, client: Client) -> None:
        address, left = route.request.url, max(_TOTAL - self.loaded, 1)
        try:
            if address not in self.known:
                bounded = replace(client, limit=min(client.limit, left))
                self.known[address] = await asyncio.to_thread(bounded, address)
        except WebwinnowError:
            self.refused += 1
            await route.abort("failed")
            return
        fetched = self.known[address]
        self.loaded += len(fetched.body)
        charset = f"; charset={fetched.charset}" if fetched.charset else ""
        headers = {"Access-Control-Allow-Origin": await _origin(route)}
        if fetched.content_type:
            headers["Content-Type"] = fetched.content_type + charset
        await route.fulfill(status=200, headers=headers, body=fetched.body)


async def _origin(route: Route) -> str:
    return await route.request.header_value("origin") or "*"
