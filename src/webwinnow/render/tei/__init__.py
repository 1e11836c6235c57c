"""TEI P5, for corpora: the header holds what is known about the page, the body its blocks.

`tei.rng` is the part of TEI P5 that is used, as a RELAX NG schema; every rendering is valid by it (see docs/output.md).
"""

from __future__ import annotations

from typing import Final

from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.languages import page_language
from webwinnow.render.structure.block import plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.tei.body import write_body
from webwinnow.render.tei.header import Source, write_header
from webwinnow.render.xml_text import attributes, language_tag
from webwinnow.spans import Spans

NAMESPACE: Final = "http://www.tei-c.org/ns/1.0"


def render(facts: Facts, spans: Spans, options: RenderOptions) -> str:
    """Render as it is asked for."""
    page, headline = facts.page, facts.headline
    tree = plain_links(build_tree(page, spans, options.clean), links=options.links)
    language = language_tag(page_language(page, tree))
    title = headline.text if headline else page.title or ""
    header = write_header(Source(title, page.url, facts.metadata))
    body = "".join(write_body(tree, language))
    told = attributes({"xmlns": NAMESPACE, "xml:lang": language})
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<TEI{told}>\n{header}'
        f"<text>\n<body>\n<div>\n{body}</div>\n</body>\n</text>\n</TEI>\n"
    )
