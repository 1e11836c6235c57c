"""What every form promises of every page, checked by programs of others: schema, RELAX NG, XML, CommonMark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import pairwise

import jsonschema
from lxml import etree

from hostile.forms import FORMS, choose, most
from render.readers import letters, tokens_of
from webwinnow.result import Result

SCHEMA = jsonschema.Draft202012Validator(
    json.loads(files("webwinnow.render").joinpath("result.schema.json").read_text(encoding="utf-8"))
)
TEI = etree.RelaxNG(etree.fromstring(files("webwinnow.render.tei").joinpath("tei.rng").read_bytes()))
_CODE = ("html_block", "html_inline")
_SKIPPED = ("explain", "html comment", "html blank", "html mark")
"""Forms that are not written for each page: they write all of a page once, whatever it holds."""


def broken(source: str | bytes) -> list[str]:
    """Name the promises that a page breaks; what is raised is raised."""
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    result, size = choose(text), len(text.encode("utf-8", "replace"))
    written = {name: "".join(form(result)) for name, form in FORMS.items() if name not in _SKIPPED}
    long = [
        f"{name} is {len(form) / size:.1f} times the page" for name, form in written.items() if _long(name, form, size)
    ]
    return long + [f"{name}: {wrong}" for name, check in _CHECKS.items() for wrong in check(result, written[name])]


def _long(name: str, written: str, size: int) -> bool:
    return size > 0 and len(written.encode("utf-8", "replace")) > most(name, size)


def _spans(result: Result, written: str) -> Iterator[str]:
    pairs = [tuple(map(int, line.split("\t"))) for line in written.splitlines()]
    if any(not 0 <= start < end <= len(result.page.source) for start, end in pairs):
        yield "a span is not inside of the page"
    if any(before[1] > after[0] for before, after in pairwise(pairs)):
        yield "spans overlap"


def _json(result: Result, written: str) -> Iterator[str]:
    found = json.loads(written, parse_constant=lambda name: f"not a number: {name}")
    for error in SCHEMA.iter_errors(found):
        yield f"{error.json_path} {error.message[:100]}"
    held = sorted(tuple(span) for medium in found["media"] for span in medium["spans"])
    if any(before[1] > after[0] for before, after in pairwise(held)):
        yield "spans of media overlap"
    for block in found.get("blocks", []):
        source = "".join(result.page.text(start, end) for start, end in block["spans"])
        if block["kind"] == "paragraph" and not set(letters(block["text"])) <= set(letters(source)):
            yield f"the text of a block is not in its spans: {block['text'][:60]!r}"


def _tei(_: Result, written: str) -> Iterator[str]:
    found = etree.fromstring(written.encode(), etree.XMLParser(huge_tree=True))
    if not TEI.validate(found):
        yield str(TEI.error_log.last_error)


def _xml(_: Result, written: str) -> Iterator[str]:
    etree.fromstring(written.encode(), etree.XMLParser())  # without huge_tree: readers have their limits
    yield from ()


def _markdown(_: Result, written: str) -> Iterator[str]:
    for token in tokens_of(written):
        for each in [token, *(token.children or [])]:
            if each.type in _CODE and "<script" in each.content.lower():
                yield "a script can be read in it"


_CHECKS: dict[str, Callable[[Result, str], Iterator[str]]] = {
    "spans": _spans,
    "json": _json,
    "json with blocks": _json,
    "tei": _tei,
    "xml": _xml,
    "markdown": _markdown,
}
