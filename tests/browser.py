"""A real browser for tests: opens a page and returns what a script in it saw. Debian: apt install chromium."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import webwinnow.geometry
from webwinnow.geometry.chromium import NAMES

if TYPE_CHECKING:
    from webwinnow.geometry import Browser, RenderSettings

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
WRONG = """<script>
const wrong = [];
addEventListener("error", (event) => wrong.push(event.message));
addEventListener("securitypolicyviolation", (event) => wrong.push(event.violatedDirective));
</script>"""
"""A script for the head of a page, which collects what goes wrong."""

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here to open pages with")


def dump(address: str, folder: Path, *flags: str, milliseconds: int | None = 3000) -> str:
    """Return the page as it is after its scripts ran for so long, or until it was loaded; `folder` takes a profile."""
    waiting = () if milliseconds is None else (f"--virtual-time-budget={milliseconds}",)
    own = (*waiting, f"--user-data-dir={folder / 'profile'}", *flags, "--dump-dom")
    command = [str(CHROMIUM), *_FLAGS, *own, address]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def look_at(address: str, folder: Path, *flags: str, milliseconds: int | None = 3000) -> Any:
    """Return what a script of the page wrote, as JSON, into the attribute `data-seen` of its body."""
    dumped = dump(address, folder, *flags, milliseconds=milliseconds)
    found = re.search(r'data-seen="([^"]*)"', dumped)
    assert found, f"the script did not come to its end: {dumped[:500]}"
    return json.loads(html.unescape(found[1]))


@contextmanager
def shared(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let all that start a browser have this one, with their settings; it stays when they end it."""
    before = browser.settings

    class Shared:
        def __init__(self, settings: RenderSettings) -> None:
            browser.settings = replace(settings, timeout=60)
            self.measure, self.rendered = browser.measure, browser.rendered

        def __enter__(self) -> Browser:
            return browser

        def __exit__(self, *_: object) -> None: ...

        def close(self) -> None: ...

    monkeypatch.setattr(webwinnow.geometry, "Browser", Shared)
    yield
    browser.settings = before
