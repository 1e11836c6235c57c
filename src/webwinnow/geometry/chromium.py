"""An installed Chromium as a process of ours: found, started without any network of its own, watched, and ended.

It runs in a session of its own, with a profile that is thrown away, so that ending it ends all of its processes, and
nothing of the user's is seen by a page. It resolves no names and connects to nobody: what a page may load is handed to
it (see loading.py). Where its sandbox cannot work, for root, it is switched off, as Chromium demands.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from webwinnow.errors import RenderError

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
