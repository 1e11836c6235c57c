"""Takes the first picture of these docs: `python docs/marked.py FILE.png`, or `make pictures`.

The bundled page is shown with its main content marked, beside what `webwinnow extract --example -f markdown` prints.
The page names a style sheet and a photo that do not come with it; `docs/dress` holds what stands for them here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import Final

from playwright.sync_api import sync_playwright

import webwinnow
from webwinnow.geometry.chromium import find_chromium

_DRESS: Final = Path(__file__).parent / "dress"
_SIZE: Final = (1440, 960)
_BESIDE: Final = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; display: flex; gap: 28px; padding: 24px; background: #e7ecef }
iframe, pre { border: 0; border-radius: 6px; background: #fff; box-shadow: 0 1px 5px #0004 }
iframe { width: 930px; height: 912px }
pre { flex: 1; margin: 0; padding: 20px 22px; box-sizing: border-box; height: 912px; overflow: hidden }
pre { white-space: pre-wrap; color: #23282d; font: 14px/1.45 "DejaVu Sans Mono", monospace }
b { display: block; margin-bottom: 16px; color: #1b5e82 }
</style><iframe src="/marked.html"></iframe><pre><b>$ webwinnow extract page.html -f markdown</b>%s</pre>"""


def shown() -> dict[str, tuple[str, bytes]]:
    """Return what the browser asks for: by its path, the kind and the bytes."""
    result = webwinnow.extract((resources.files("webwinnow") / "example.html").read_bytes())
    return {
        "/": ("text/html", (_BESIDE % escape(result.markdown)).encode()),
        "/marked.html": ("text/html", result.render("html", outline="mark").encode()),
        "/styles/main.css": ("text/css", (_DRESS / "main.css").read_bytes()),
        "/pictures/wheel.jpg": ("image/svg+xml", (_DRESS / "wheel.svg").read_bytes()),
    }


@contextmanager
def served(files: dict[str, tuple[str, bytes]]) -> Iterator[str]:
    """Serve files on this machine; yields where."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = files.get(self.path, ("text/plain", b""))
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def take(picture: Path) -> None:
    """Take the picture in an installed Chromium."""
    with served(shown()) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": _SIZE[0], "height": _SIZE[1]})
        page.goto(address, wait_until="networkidle")
        page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
