"""What came of reading a page: its bytes, and what the server said about them."""

import re
from dataclasses import dataclass

_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fetched:
    """One page as bytes; a file or standard input has neither `url` nor headers."""

    url: str | None  # after redirects, without fragment, user and password
    body: bytes  # Content-Encoding removed
    charset: str | None = None  # of the Content-Type header, in lower case
    content_type: str | None = None  # of the same header, in lower case, without parameters


def from_header(url: str, body: bytes, header: str | None) -> Fetched:
    """Join a body with what its Content-Type header says."""
    content_type, _, _ = (header or "").partition(";")
    charset = _CHARSET.search(header or "")
    return Fetched(url, body, charset.group(1).lower() if charset else None, content_type.strip().lower() or None)
