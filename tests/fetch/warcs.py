"""Web archives written by hand, byte by byte, so that they can be broken on purpose."""

from __future__ import annotations

HTML_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"


def record(
    body: bytes = b"<p>Rain.</p>",
    head: str | None = HTML_HEAD,
    *,
    kind: str = "response",
    url: str = "http://rain.example/",
    number: int = 1,
    fields: str = "",
    length: int | None = None,
) -> bytes:
    """Write one record; `length` is what it says of itself, if that is not the truth."""
    block = body if head is None else f"{head}\r\n".encode() + body
    content_type = "text/html" if head is None else "application/http; msgtype=response"
    lines = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2026-11-17T00:00:00Z\r\nContent-Type: {content_type}\r\n"
        f"{fields}Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return lines.encode() + block + b"\r\n\r\n"
