"""A page as bytes, text, tags, tree, lines, words and blocks: everything that knows HTML."""

from webwinnow.document.document import Document, read

__all__ = ["Document", "read"]
