"""A page as bytes, text, tags, tree, lines, words and blocks: everything that knows HTML."""

from webwinnow.document.document import USUAL, Document
from webwinnow.limits import Limits

__all__ = ["Document", "read"]


def read(
    page: str | bytes | Document,
    *,
    url: str | None = None,
    encoding: str | None = None,
    limits: Limits | None = None,
) -> Document:
    """Make a Document of whatever holds a page; one that is read already has its limits."""
    if isinstance(page, Document):
        return page
    if isinstance(page, str):
        return Document(page, url=url, limits=limits or USUAL)
    if isinstance(page, bytes | bytearray | memoryview):
        return Document.from_bytes(bytes(page), url=url, encoding=encoding, limits=limits or USUAL)
    raise TypeError(f"a page is its text, its bytes or a Document, not {type(page).__name__}: read it first")
