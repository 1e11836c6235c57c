"""A real browser that tests talk to: clicks, keys, and what a page says, by Chromium's own protocol."""

from __future__ import annotations

import base64
import json
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import BytesMessage, Message, Ping, Request, TextMessage

from browser import _CHROMIUM, _FLAGS

PATIENCE = 30


class BrowserPage:
    """One page of a browser."""

    def __init__(self, address: str) -> None:
        host, port, target = re.fullmatch(r"ws://([^:/]+):(\d+)(/.*)", address).groups()
        self._socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        self._wire = WSConnection(ConnectionType.CLIENT)
        self._socket.sendall(self._wire.send(Request(f"{host}:{port}", target)))
        self._number, self._text = 0, ""
        self.events: list[dict] = []
        self._receive()

    def close(self) -> None:
        self._socket.close()

    def call(self, method: str, **parameters: Any) -> dict:
        """Send a command and wait for its answer; what comes meanwhile is kept as events."""
        self._number += 1
        message = json.dumps({"id": self._number, "method": method, "params": parameters})
        self._socket.sendall(self._wire.send(Message(data=message)))
        while True:
            for found in self._receive():
                if found.get("id") == self._number:
                    assert "error" not in found, found
                    return found["result"]
                self.events.append(found)

    def js(self, expression: str) -> Any:
        found = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, expression: str) -> Any:
        """Wait until something is true in the page."""
        until = time.monotonic() + PATIENCE
        while not (found := self.js(expression)):
            assert time.monotonic() < until, f"never true: {expression}; status: {self.js('status_.textContent')}"
            time.sleep(0.05)
        return found

    def key(self, name: str, code: int) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)

    def point_at(self, x: float, y: float) -> None:
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def _receive(self) -> list[dict]:
        self._wire.receive_data(self._socket.recv(1 << 20))
        found = []
        for event in self._wire.events():
            if isinstance(event, Ping):
                self._socket.sendall(self._wire.send(event.response()))
            elif isinstance(event, TextMessage | BytesMessage):
                self._text += event.data
                if event.message_finished:
                    found.append(json.loads(self._text))
                    self._text = ""
        return found


@contextmanager
def browser_page(folder: Path) -> Iterator[BrowserPage]:
    """Start a browser with a new profile, and end it."""
    command = [
        str(_CHROMIUM),
        *_FLAGS,
        "--remote-debugging-port=0",
        f"--user-data-dir={folder / 'profile'}",
        "about:blank",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            port = next(found[1] for line in process.stderr if (found := re.search(r"ws://127\.0\.0\.1:(\d+)/", line)))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                page = BrowserPage(
                    next(each for each in json.load(answer) if each["type"] == "page")["webSocketDebuggerUrl"]
                )
            yield page
            page.close()
        finally:
            process.terminate()
            process.wait(PATIENCE)
            shutil.rmtree(folder / "profile", ignore_errors=True)
