"""The extension in a real Firefox, where there is one: a click on its button hides all but the content, one shows it.

Firefox is driven by Marionette, which is part of it: lines of JSON over a socket. The button is clicked by what a click
on it calls, inside of the browser itself, so that the rights which only a click gives are those of a click.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from extension.test_extension import EXTENSION, site

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no firefox here: apt install firefox-esr")
PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
CLICK = """
const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
const extension = ExtensionParent.GlobalManager.getExtension(arguments[0]);
const window = Services.wm.getMostRecentWindow("navigator:browser");
ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
"""
SEEN = "return document.querySelector(arguments[0]).checkVisibility()"
AGAIN = """
const bar = [...document.documentElement.children].find((each) => each.shadowRoot);
bar.shadowRoot.getElementById("again").click();
"""


class Firefox:
    """A browser, and what it is asked."""

    def __init__(self, connection: socket.socket) -> None:
        self.stream, self.number = connection.makefile("rwb"), 0
        self._read()  # it says what it is

    def ask(self, command: str, **parameters: object) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, result = self._read()
        assert error is None, f"{command}: {error}"
        return result.get("value") if isinstance(result, dict) else result

    def _read(self) -> Any:
        length = b""
        while (digit := self.stream.read(1)) != b":":
            assert digit, "Firefox has gone"
            length += digit
        return json.loads(self.stream.read(int(length)))

    def script(self, text: str, *arguments: object) -> Any:
        return self.ask("WebDriver:ExecuteScript", script=text, args=list(arguments))

    def click(self, extension: str) -> None:
        self.ask("Marionette:SetContext", value="chrome")
        self.script(CLICK, extension)
        self.ask("Marionette:SetContext", value="content")

    def sees(self, *selectors: str) -> list[bool]:
        return [self.script(SEEN, selector) for selector in selectors]


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
    (tmp_path / "user.js").write_text("\n".join(lines))
    flags = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
    program = [PROGRAM, *flags, "--profile", str(tmp_path)]
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            program, stdout=said, stderr=said, env={**os.environ, "HOME": str(tmp_path)}, start_new_session=True
        )
    try:
        port = _port(process, tmp_path)
        with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
            started = Firefox(connection)
            started.ask("WebDriver:NewSession")
            yield started
    finally:
        process.kill()
        process.wait()


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    for _ in range(600):
        assert process.poll() is None, (profile / "said").read_text()
        with suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text())
        time.sleep(0.2)
    raise AssertionError((profile / "said").read_text())


def until(firefox: Firefox, selector: str, seen: bool) -> None:
    for _ in range(100):
        if firefox.sees(selector) == [seen]:
            return
        time.sleep(0.1)
    raise AssertionError(f"{selector} is {'not ' if seen else ''}seen")


def test_a_click_hides_all_but_the_content_and_another_shows_it(firefox: Firefox) -> None:
    installed = firefox.ask("Addon:Install", path=str(EXTENSION), temporary=True)
    with site() as address:
        firefox.ask("WebDriver:Navigate", url=f"{address}/video.html")
        before = firefox.script("return document.documentElement.outerHTML")

        firefox.click(installed)
        until(firefox, "#side", False)
        assert firefox.sees("#video", "#about", "#about h1", "#top", "#side", "#foot") == [True] * 3 + [False] * 3

        firefox.script(AGAIN)
        until(firefox, "#side", True)
        assert firefox.sees("#top", "#foot") == [True, True]
        assert firefox.script("return document.documentElement.outerHTML") == before, "nothing of ours stays behind"

        firefox.click(installed)
        until(firefox, "#side", False)
        firefox.click(installed)
        until(firefox, "#side", True)
