"""Other programs to measure beside ours, each a function of one sample; those that are not installed are only named.

A new peer is one function that imports its library and gives back what to call, and one line in `PEERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from benchmarks.sample import Sample

Task = Callable[[Sample], object]


def lexbor() -> Task:
    """Parse and walk with lexbor: the fastest way to an HTML5 tree from Python."""
    parser = import_module("selectolax.lexbor").LexborHTMLParser

    def walk(sample: Sample) -> None:
        for node in parser(sample.text).root.traverse(include_text=True):
            _ = node.text_content, node.tag

    return walk


def lxml() -> Task:
    """Parse and walk with lxml: what most extractors stand on."""
    parse = import_module("lxml.html").document_fromstring

    def walk(sample: Sample) -> None:
        for element in parse(sample.data).iter():
            _ = element.text, element.tail

    return walk


def trafilatura() -> Task:
    """Extract the main text with trafilatura."""
    extract = import_module("trafilatura").extract
    return lambda sample: extract(sample.text)


def resiliparse() -> Task:
    """Extract the main text with resiliparse."""
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda sample: extract(sample.text, main_content=True)


def readability() -> Task:
    """Extract the main content, as HTML, with readability-lxml."""
    document = import_module("readability").Document
    return lambda sample: document(sample.text).summary(html_partial=True)


REFERENCES: Final = {"lxml": lxml, "lexbor": lexbor}
"""Parsers: a page has to be read before anything is found in it."""
PEERS: Final = {"trafilatura": trafilatura, "resiliparse": resiliparse, "readability-lxml": readability}
"""Extractors, text to main content."""


def installed(table: dict[str, Callable[[], Task]]) -> dict[str, Task]:
    """Return the tasks of a table whose libraries can be imported."""
    found = {}
    for name, load in table.items():
        try:
            found[name] = load()
        except ImportError:
            continue
    return found


def missing() -> list[str]:
    """Name the parsers and peers that cannot be imported."""
    known = REFERENCES | PEERS
    return [name for name in known if name not in installed(known)]
