"""LlamaIndex: a reader of files and addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document as LlamaDocument

from webwinnow.extraction import extract
from webwinnow.fetch import read_page
from webwinnow.plain_data import short_facts


class WinnowReader(BaseReader):
    """Reads the main content of pages as Markdown; `options` are those of `webwinnow.extract`."""

    def __init__(self, **options: Any) -> None:
        """Take the options."""
        self.options = options

    def lazy_load_data(self, sources: str | Iterable[str]) -> Iterator[LlamaDocument]:
        """Read the pages one by one."""
        for source in [sources] if isinstance(sources, str) else sources:
            result = extract(read_page(source).document(), **self.options)
            yield LlamaDocument(text=result.markdown, metadata={"source": source, **short_facts(result)})
