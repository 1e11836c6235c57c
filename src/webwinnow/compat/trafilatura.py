"""A stand-in for trafilatura: `extract` and `bare_extraction`, with its argument names."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import urlsplit

from webwinnow.compat.reading import read_any, without_effect
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.expression import Favour
from webwinnow.extraction import Result
from webwinnow.extraction import extract as extract_page
from webwinnow.extractors.plain import Plain
from webwinnow.metadata import Found
from webwinnow.posts import find_regions
from webwinnow.render.formats import RenderOptions, render_structured
from webwinnow.render.hidden import shown_of
from webwinnow.render.languages import page_direction, page_language
from webwinnow.render.markdown import tree_markdown
from webwinnow.render.reader import tree_markup
from webwinnow.render.structure.block import InlineKind, Kind, Tree, plain_links
from webwinnow.render.structure.building import build_tree
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

_FORMS: Final = {"csv": "csv", "xml": "xml", "xmltei": "tei"}
FORMATS: Final = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
_IDLE: Final[dict[str, object]] = {
    "deduplicate": False,
    "date_extraction_params": None,
    "settingsfile": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
_HEADER: Final = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "license",
)


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,  # noqa: ARG001  (all that is written is valid)
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    **others: Any,
) -> str | None:
    """Return the main content in a format; None if there is none, or if the page is not wanted."""
    if output_format not in FORMATS:
        raise UsageError(f"unknown output_format {output_format!r}: one of {', '.join(FORMATS)}")
    without_effect(_idle(others), _IDLE)
    found = bare_extraction(
        filecontent,
        url,
        fast,
        no_fallback,
        favor_precision,
        favor_recall,
        include_comments,
        target_language=target_language,
        include_tables=include_tables,
        only_with_metadata=only_with_metadata,
        max_tree_size=max_tree_size,
        url_blacklist=url_blacklist,
        author_blacklist=author_blacklist,
        **others,
    )
    if found is None:
        return None
    page, spans = found.pop("page"), found.pop("spans")
    found["id"] = record_id
    tree = plain_links(build_tree(page, spans), links=include_links)
    tree = tree if include_images else _without_images(tree)
    formatted = bool(include_formatting) or include_links or include_images
    return _written(output_format, page, spans, tree, found, formatted=formatted, header=with_metadata)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,  # noqa: ARG001  (there is one way here, and it is fast)
    no_fallback: bool = False,  # noqa: ARG001  (as above)
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",  # noqa: ARG001  (always Python's own)
    target_language: str | None = None,
    include_tables: bool = True,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    **others: Any,
) -> dict[str, Any] | None:
    """Return text and metadata as a dictionary, with `page` and `spans` besides; None as for `extract`."""
    without_effect(_idle(others), _IDLE)
    if unknown := others.keys() - {"as_dict", "include_images", "include_formatting", "include_links"}:
        raise TypeError(f"unexpected arguments: {', '.join(sorted(unknown))}")
    page = read_any(filecontent, url)
    if max_tree_size is not None and len(page.elements) > max_tree_size:
        return None
    result = extract_page(page, favour=_favour(precision=favor_precision, recall=favor_recall))
    comments = find_regions(page).comments.spans
    spans = shown_of(page, result.spans, "strip") - comments
    if not include_tables:
        spans &= _spans_of(_without_tables(build_tree(page, spans)), page)
    found = _document(result, spans, comments if include_comments else Spans(size=len(page.source)), author_blacklist)
    wanted = _is_wanted(found, target_language, url_blacklist, only_with_metadata=only_with_metadata)
    return found if wanted and (found["text"] or found["comments"]) else None


def _favour(*, precision: bool, recall: bool) -> Favour:
    """Name what is asked for; precision and recall at once are balance."""
    return "balance" if precision == recall else "precision" if precision else "recall"


def _idle(others: dict[str, Any]) -> dict[str, object]:
    """Take the arguments without effect out of the others."""
    return {name: others.pop(name) for name in _IDLE if name in others}


def _document(result: Result, spans: Spans, comments: Spans, unwanted: Collection[str] | None) -> dict[str, Any]:
    """Name what is known as trafilatura names it."""
    metadata, headline, page = result.metadata, result.headline, result.page
    address = (metadata.canonical_url.value if metadata.canonical_url else None) or page.url
    authors = [author.value for author in metadata.authors if author.value not in (unwanted or ())]
    text = render_text(page, spans).rstrip("\n")
    return {
        "title": headline.text if headline else page.title,
        "author": "; ".join(authors) or None,
        "url": address,
        "hostname": _host(address),
        "description": _value(metadata.description),
        "sitename": _value(metadata.site_name),
        "date": (_value(metadata.published) or "")[:10] or None,
        "categories": [],
        "tags": [tag.value for tag in metadata.tags],
        "fingerprint": None,
        "id": None,
        "license": _value(metadata.licence),
        "comments": render_text(page, comments).rstrip("\n"),
        "raw_text": " ".join(text.split()),
        "text": text,
        "language": _value(metadata.language),
        "image": _value(metadata.image),
        "pagetype": result.page_type.type,
        "page": page,
        "spans": spans | comments,
    }


def _is_wanted(
    found: dict[str, Any], language: str | None, unwanted: Collection[str] | None, *, only_with_metadata: bool
) -> bool:
    if unwanted and found["url"] in unwanted:
        return False
    if only_with_metadata and not (found["title"] and found["url"] and found["date"]):
        return False
    told = found["language"]
    return not language or not told or told.split("-")[0].lower() == language.lower()


def _written(
    form: str, page: Document, spans: Spans, tree: Tree, found: dict[str, Any], *, formatted: bool, header: bool
) -> str:
    if form == "json":
        return json.dumps(_renamed(found) if header else {"text": found["text"], "comments": found["comments"]})
    if form in _FORMS:
        return render_structured(_FORMS[form], Result(page, spans, Plain()), spans, RenderOptions()).rstrip("\n")
    if form == "html":
        body = "".join(tree_markup(tree, page_language(page, tree), page_direction(tree)))
        return f"<html><body>{body}</body></html>"
    above = _header(found) if header else ""
    if form == "markdown" or formatted:
        return above + tree_markdown(tree).rstrip("\n")
    return above + "\n".join(filter(None, [found["text"], found["comments"]]))


def _header(found: dict[str, Any]) -> str:
    values = {name: found[name] for name in _HEADER if found[name]}
    lines = [f"{name}: {'; '.join(value) if isinstance(value, list) else value}\n" for name, value in values.items()]
    return "".join(["---\n", *lines, "---\n"])


def _renamed(found: dict[str, Any]) -> dict[str, Any]:
    """Return the names that trafilatura has in JSON only."""
    names = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
    joined = {name: ";".join(found[name]) for name in ("categories", "tags")}
    return {names.get(name, name): value for name, value in (found | joined).items()}


def _host(address: str | None) -> str | None:
    try:
        host = urlsplit(address or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def _value(found: Found | None) -> str | None:
    return found.value if found else None


def _without_tables(tree: Tree) -> Tree:
    """Leave tables out, with all that is inside."""
    kept, depth = [], -1
    for block in tree:
        if depth >= 0 and block.depth > depth:
            continue
        depth = block.depth if block.kind is Kind.TABLE else -1
        if depth < 0:
            kept.append(block)
    return tuple(kept)


def _without_images(tree: Tree) -> Tree:
    """Leave pictures out."""
    return tuple(
        block._replace(inlines=tuple(inline for inline in block.inlines if inline.kind is not InlineKind.IMAGE))
        for block in tree
        if block.kind is not Kind.IMAGE
    )


def _spans_of(tree: Tree, page: Document) -> Spans:
    """Return the places of all blocks."""
    return Spans([place for block in tree for place in block.spans], size=len(page.source))
