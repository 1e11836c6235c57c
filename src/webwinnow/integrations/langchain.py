"""LangChain: a loader of files and addresses, whole pages or chunks that can be traced to their place in the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document as LangChainDocument

from webwinnow.extraction import extract
from webwinnow.fetch import read_page
from webwinnow.plain_data import short_facts
from webwinnow.result import Result


class WinnowLoader(BaseLoader):
    """Loads the main content of pages as Markdown; with `chunk_size` in pieces cut at headings, paragraphs and rows.

    `options` are those of `webwinnow.extract`. Each piece has its headings and its places in the page as metadata.
    """

    def __init__(
        self, sources: str | Iterable[str], *, chunk_size: int | None = None, overlap: int = 0, **options: Any
    ) -> None:
        """Take files and addresses; nothing is read yet."""
        self.sources = [sources] if isinstance(sources, str) else list(sources)
        self.chunk_size, self.overlap, self.options = chunk_size, overlap, options

    def lazy_load(self) -> Iterator[LangChainDocument]:
        """Read the pages one by one."""
        for source in self.sources:
            yield from self._documents(source, extract(read_page(source).document(), **self.options))

    def _documents(self, source: str, result: Result) -> Iterator[LangChainDocument]:
        known = {"source": source, **short_facts(result)}
        if self.chunk_size is None:
            yield LangChainDocument(page_content=result.markdown, metadata=known)
            return
        for chunk in result.chunks(self.chunk_size, overlap=self.overlap):
            place = {"headings": list(chunk.headings), "spans": [list(span) for span in chunk.spans]}
            yield LangChainDocument(page_content=chunk.text, metadata=known | place)
