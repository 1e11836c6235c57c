"""TEI P5, for corpora: the header holds what is known about the page, the body its blocks.

`tei.rng` is the part of TEI P5 that is used, as a RELAX NG schema; every rendering is valid by it (see docs/output.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from webwinnow.metadata import Found, Metadata
from webwinnow.render.content import spoken_tree
from webwinnow.render.formats import Facts, RenderOptions, joined
from webwinnow.render.languages import page_language
from webwinnow.render.tei.body import speaker_identifiers, write_body
from webwinnow.render.xml import attributes, content, element, language_tag, pointer
from webwinnow.spans import Spans
from webwinnow.version import __version__

_WHEN: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)$|(\d{4}(?:-\d{2}(?:-\d{2})?)?)"
)
"""A time with its seconds, else as much of a date as there is: what `when` may hold."""
_VERSION: Final = re.compile(r"\d+(?:\.\d+){0,3}")
_NOBODY: Final = "unknown"
NAMESPACE: Final = "http://www.tei-c.org/ns/1.0"


@dataclass(frozen=True, slots=True)
class Source:
    """What the header tells of."""

    title: str
    url: str | None
    metadata: Metadata
    speakers: Mapping[str, str]
    """The identifiers of those who speak, by their names."""


def write_header(source: Source) -> str:
    """Write the header."""
    statement = element("titleStmt", {}, element("title", {}, content(source.title)) + _authors(source.metadata))
    described = element("fileDesc", {}, statement + _publication(source.metadata) + _source(source))
    return element("teiHeader", {}, f"\n{described}\n{_encoding()}\n{_profile(source)}\n") + "\n"


def _authors(metadata: Metadata) -> str:
    return "".join(element("author", {}, content(author.value)) for author in metadata.authors)


def _publication(metadata: Metadata) -> str:
    licence = metadata.licence.value if metadata.licence else ""
    is_address = "://" in licence
    target = pointer(licence) or None if is_address else None
    told = element("availability", {}, element("licence", {"target": target}, content(licence))) if licence else ""
    return element("publicationStmt", {}, _publisher(metadata) + _date(metadata.published, "published") + told)


def _publisher(metadata: Metadata) -> str:
    return element("publisher", {}, content(metadata.site_name.value if metadata.site_name else _NOBODY))


def _source(source: Source) -> str:
    """Tell where the text was taken from."""
    metadata = source.metadata
    addresses = [source.url, metadata.canonical_url.value if metadata.canonical_url else None]
    pointers = dict.fromkeys(pointer(address) for address in addresses if address)
    parts = [element("title", {}, content(source.title)), _authors(metadata), _publisher(metadata)]
    parts += [_date(metadata.published, "published"), _date(metadata.modified, "modified")]
    parts += [element("ptr", {"target": target}, "") for target in pointers if target]
    return element("sourceDesc", {}, element("bibl", {}, "".join(parts)))


def _date(found: Found | None, kind: str) -> str:
    if found is None:
        return ""
    match = _WHEN.match(found.value)
    return element("date", {"type": kind, "when": match[0] if match else None}, content(found.value))


def _encoding() -> str:
    version = _VERSION.match(__version__)
    program = {"ident": "webwinnow", "version": version[0] if version else "0"}
    named = element("application", program, element("label", {}, "webwinnow"))
    return element("encodingDesc", {}, element("appInfo", {}, named))


def _profile(source: Source) -> str:
    """Write summary, language, who speaks, and keywords, as far as they are known."""
    metadata = source.metadata
    summary = metadata.description.value if metadata.description else ""
    language = language_tag(metadata.language.value if metadata.language else None)
    terms = "".join(element("term", {}, content(tag.value)) for tag in metadata.tags)
    parts = [
        element("abstract", {}, element("p", {}, content(summary))) if summary else "",
        element("langUsage", {}, element("language", {"ident": language}, content(language))) if language else "",
        _people(source.speakers),
        element("textClass", {}, element("keywords", {}, terms)) if terms else "",
    ]
    return element("profileDesc", {}, "".join(parts))


def _people(speakers: Mapping[str, str]) -> str:
    people = "".join(
        element("person", {"xml:id": identifier}, element("persName", {}, content(name)))
        for name, identifier in speakers.items()
    )
    return element("particDesc", {}, element("listPerson", {}, people)) if people else ""


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    page, headline = facts.page, facts.headline
    tree = spoken_tree(facts, spans, options)
    language = language_tag(page_language(page, tree))
    title = headline.text if headline else page.title or ""
    header = write_header(Source(title, page.url, facts.metadata, speaker_identifiers(tree)))
    body = joined(write_body(tree, language))
    told = attributes({"xmlns": NAMESPACE, "xml:lang": language})
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<TEI{told}>\n{header}'
        f"<text>\n<body>\n<div>\n{body}</div>\n</body>\n</text>\n</TEI>\n"
    )
