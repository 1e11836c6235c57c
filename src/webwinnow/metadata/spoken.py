"""The language of a page: what it declares, and what its text is written in.

Many pages declare nothing, and some the language of the template they were made from; so the text speaks, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.attributes import finder
from webwinnow.document.html_names import NUMBER
from webwinnow.document.references import decode_references
from webwinnow.kernels import LIBRARY
from webwinnow.language.detection import READ, DetectedLanguage, detect_language, language_of
from webwinnow.metadata.found import Found, ranked
from webwinnow.metadata.keys import LANGUAGE
from webwinnow.metadata.languages import weigh_beginning, weigh_compiled
from webwinnow.metadata.said import items, metas
from webwinnow.metadata.statements import Article, Statements
from webwinnow.spans import Spans

_HTML: Final = NUMBER["html"]
_LANG: Final = finder("lang")
_XML_LANG: Final = finder("xml:lang")
_TAG: Final = re.compile(r"[a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]{2,8})*")
_NOW: Final = {"iw": "he", "in": "id", "ji": "yi"}
"""Tags that were replaced."""
_ONE: Final = {"nb": "no", "nn": "no", "ms": "id", "bs": "hr", "sh": "hr", "sr": "hr", "prs": "fa"}
"""Tags of languages that the text does not part, and what stands for them."""
_TEXT: Final = 0.6
"""What the text is worth beside declarations where it does not contradict them for sure."""
_SURE, _LEAST = 0.75, 0.25
"""How sure the text must be to contradict what is declared, and to say anything."""
_CONTRADICTS: Final = 0.95


def find_language(sources: Statements, articles: list[Article], content: Spans | None) -> tuple[Found, ...]:
    """Find the language of the page as a tag such as `en-GB`."""
    found = [*_element(sources), *metas(sources, LANGUAGE), *items(articles, {"inLanguage": 0.8})]
    read = ((each, _TAG.match(each.value.strip())) for each in found)
    declared = [
        Found(_tag(match[0]), each.source, each.start, each.end, each.confidence)
        for each, match in read
        if match and len(each.value) < 36
    ]
    return ranked([*declared, *_text(sources.page, content, declared)])


def _tag(written: str) -> str:
    first, *rest = written.replace("_", "-").split("-")
    return "-".join([_NOW.get(first.lower(), first), *rest])


def _element(sources: Statements) -> Iterator[Found]:
    tokens = sources.page.tokens
    codes = tokens.code[:64].tolist()
    if _HTML in codes:
        start, end = tokens.edge[2 * codes.index(_HTML) + 1 :][:2].tolist()
        written = sources.page.source[start:end]
        language = _LANG(written) or _XML_LANG(written)
        if language:
            yield Found(language, "html lang", start, end, 0.85)


def _text(page: Document, content: Spans | None, declared: list[Found]) -> Iterator[Found]:
    """Tell the language of the main text; one that is declared as well keeps its tag, which may name a country."""
    spans = content if content is not None and len(content) else page.visible
    detected = _detected(page, spans)
    if detected is None or detected.confidence < _LEAST:
        return
    same = next((each.value for each in declared if primary(each.value) == primary(detected.tag)), None)
    sure = declared and same is None and detected.confidence >= _SURE
    worth = _CONTRADICTS if sure else _TEXT * detected.confidence if declared else detected.confidence
    yield Found(same or detected.tag, "text", int(spans.starts[0]), int(spans.ends[-1]), worth)


def _detected(page: Document, spans: Spans) -> DetectedLanguage | None:
    found = weigh_beginning(LIBRARY, page, spans) if LIBRARY else None
    return (
        language_of(found) if found else detect_language(_beginning(page, spans), weigh_compiled if LIBRARY else None)
    )


def _beginning(page: Document, spans: Spans) -> str:
    """Read as much of some text as the language is recognised by."""
    whole = int(np.cumsum(spans.ends - spans.starts).searchsorted(READ))  # all before those are asked for
    places = zip(spans.starts[:whole].tolist(), spans.ends[:whole].tolist(), strict=True)
    text = decode_references("\n".join([page.source[start:end] for start, end in places]))
    texts, left = [text] * (whole > 0), READ - len(text) + max(whole - 1, 0)
    for start, end in zip(spans.starts[whole:].data, spans.ends[whole:].data, strict=True):
        if left <= 0:
            break
        text = decode_references(page.source[start : min(end, start + 2 * left)])
        texts.append(text)
        left -= len(text)
    return "\n".join(texts)


def primary(tag: str) -> str:
    """Return the language of a tag without its country: `en` of `en-GB`."""
    first = tag.partition("-")[0].lower()
    return _ONE.get(first, first)
