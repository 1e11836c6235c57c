"""A stand-in for trafilatura: its functions for one page, with its argument names."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any, Final
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement

from webwinnow.compat import read_any, without_effect
from webwinnow.document import Document
from webwinnow.document.charset.decode import decode as decode_page
from webwinnow.errors import PageError, UsageError
from webwinnow.expression import Favour
from webwinnow.extraction import extract as extract_page
from webwinnow.extractors.plain import Plain
from webwinnow.fetch import read_page
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
from webwinnow.result import Result
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
_YAML_PLAIN: Final = re.compile(
    r"(?!true$|false$|null$|yes$|no$|on$|off$|~$)[^\W\d_](?:[\w /.,()+&-]*[\w.)])?", re.IGNORECASE
)
"""Text that means itself in YAML without quotes; all else is quoted."""
_ADDRESS: Final = re.compile(r"https?://[^\s#]+[^\s#:]")
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


class ExtractedPage(dict[str, Any]):
    """What is known of a page, by name or as attributes: trafilatura answers with either."""

    def __getattr__(self, name: str) -> Any:
        """Look a value up by its name."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def as_dict(self) -> dict[str, Any]:
        """Return all as a plain dictionary."""
        return dict(self)


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
) -> ExtractedPage | None:
    """Return text and metadata, by name or as attributes, with `page` and `spans` besides; None as for `extract`."""
    without_effect(_idle(others), _IDLE)
    shaping = {"as_dict", "include_images", "include_formatting", "include_links", "with_metadata"}
    if unknown := others.keys() - shaping:
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


def extract_with_metadata(filecontent: Any, url: str | None = None, **settings: Any) -> ExtractedPage | None:
    """Return what is known of a page; `text` is as `extract` writes it in the same format."""
    settings["with_metadata"] = False
    written = extract(filecontent, url, **settings)
    only_written = {"record_id", "output_format", "tei_validation"}
    found = bare_extraction(filecontent, url, **{name: settings[name] for name in settings.keys() - only_written})
    return (
        None if found is None or written is None else ExtractedPage(found, text=written, id=settings.get("record_id"))
    )


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: object = None,
    extensive: bool = True,  # noqa: ARG001  (dates are looked for in one way)
    author_blacklist: Collection[str] | None = None,
) -> ExtractedPage:
    """Return what a page says of itself, without its text."""
    without_effect({"date_config": date_config}, {"date_config": None})
    result = extract_page(read_any(filecontent, default_url))
    nothing = Spans(size=len(result.page.source))
    found = _document(result, nothing, nothing, author_blacklist)
    return ExtractedPage(found, text=None, raw_text=None, comments=None)


def html2txt(content: Any, clean: bool = True) -> str:
    """Return all text of a page; without `clean`, also what readers do not see."""
    page = read_any(content)
    return " ".join(render_text(page, shown_of(page, Plain()(page), "strip" if clean else "keep")).split())


def baseline(filecontent: Any) -> tuple[Element, str, int]:
    """Return the main content, rather too much than too little: an element of paragraphs, its text, and the length."""
    page = read_any(filecontent)
    text = render_text(page, shown_of(page, extract_page(page, favour="recall").spans, "strip"))
    body = Element("body")
    for paragraph in filter(None, map(str.strip, text.split("\n\n"))):
        SubElement(body, "p").text = paragraph
    joined = "\n".join(str(paragraph.text) for paragraph in body)
    return body, joined, len(joined)


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The answer of a server, with trafilatura's names."""

    data: bytes
    status: int
    url: str
    html: str | None = None
    headers: None = None

    def as_dict(self) -> dict[str, object]:
        """Return all as a plain dictionary."""
        return asdict(self)


def fetch_response(
    url: str, *, decode: bool = False, no_ssl: bool = False, with_headers: bool = False, config: object = None
) -> FetchedPage | None:
    """Fetch a page; None if there is none. `decode` fills `html`."""
    given = {"no_ssl": no_ssl, "with_headers": with_headers, "config": config}
    without_effect(given, {"no_ssl": False, "with_headers": False, "config": None})
    try:
        fetched = read_page(url)
    except PageError:
        return None
    html = decode_page(fetched.body, url=fetched.url, transport=fetched.charset).text if decode else None
    return FetchedPage(fetched.body, 200, fetched.url or url, html)


def fetch_url(url: str, no_ssl: bool = False, config: object = None, options: object = None) -> str | None:
    """Fetch a page and return its source as text; None if there is none."""
    without_effect(
        {"no_ssl": no_ssl, "config": config, "options": options},
        dict.fromkeys(("config", "options")) | {"no_ssl": False},
    )
    answer = fetch_response(url, decode=True)
    return answer.html if answer else None


def _favour(*, precision: bool, recall: bool) -> Favour:
    """Name what is asked for; precision and recall at once are balance."""
    return "balance" if precision == recall else "precision" if precision else "recall"


def _idle(others: dict[str, Any]) -> dict[str, object]:
    """Take the arguments without effect out of the others."""
    return {name: others.pop(name) for name in _IDLE if name in others}


def _document(result: Result, spans: Spans, comments: Spans, unwanted: Collection[str] | None) -> ExtractedPage:
    """Name what is known as trafilatura names it."""
    metadata, headline, page = result.metadata, result.headline, result.page
    address = (metadata.canonical_url.value if metadata.canonical_url else None) or page.url
    authors = [author.value for author in metadata.authors if author.value not in (unwanted or ())]
    text = render_text(page, spans).rstrip("\n")
    known = {
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
    return ExtractedPage(known)


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
    return "".join(["---\n", *(f"{name}: {_in_yaml(value)}\n" for name, value in values.items()), "---\n"])


def _in_yaml(value: str | list[str]) -> str:
    """Write a text or a list so that YAML reads it back as it is; what JSON quotes, YAML reads."""
    if isinstance(value, str) and (_YAML_PLAIN.fullmatch(value) or _ADDRESS.fullmatch(value)):
        return value
    return json.dumps(value, ensure_ascii=False)


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
