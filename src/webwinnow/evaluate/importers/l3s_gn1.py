"""L3S-GN1: news pages in `original/`, the same pages with labelled text in `annotated/`, addresses in a list.

In the annotated pages, `<span class="x-nc-selN">` labels text, the innermost label counts: 0 not content,
1 headline, 2 full text, 3 supplemental (captions and the like), 4 related content (links to other articles),
5 comments. Gold is the text of 1, 2 and 3 in page order, the headline is the title, 4 and 5 go to the keys
`gold_related` and `gold_comments`. `url-mapping.txt` has a line `<urn:uuid:ID> URL` per page.
Data set: kohlschuetter2010 (key of references.bib).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from webwinnow.document.charset.decode import decode
from webwinnow.evaluate.importers import by_name, find, read_text
from webwinnow.evaluate.making import Made, NewPage, Skipped, break_at, create, folded, page_id_of, parse, text_at, walk
from webwinnow.evaluate.meta import PageMeta

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

DESCRIPTION: Final = {
    "origin": "L3S-GN1, Google News 2008",
    "licence": "research use only",
    "gold": "text blocks labelled by hand: headline, full text and supplemental; the rest in keys `gold_...`",
}
NOT_CONTENT, HEADLINE, FULL_TEXT, SUPPLEMENTAL, RELATED, COMMENTS = range(6)
CONTENT: Final = frozenset({HEADLINE, FULL_TEXT, SUPPLEMENTAL})

_LABEL: Final = re.compile(r"(?:^|\s)x-nc-sel([0-5])(?:\s|$)")
_ADDRESS: Final = re.compile(r"<?(?:urn:uuid:)?([\w-]+)>?\s+(\S+)")


def l3s_gn1(source: Path, destination: Path) -> Made:
    """Make a package of the folders `original` and `annotated`."""
    originals = by_name(find(source, "original/*.html", "original pages"), ".html")
    annotated = by_name(find(source, "annotated/*.html", "annotated pages"), ".html")
    return create(destination, DESCRIPTION, _pages(originals, annotated, _addresses(source)))


def labelled(page: str) -> list[tuple[int, str]]:
    """Return a page's pieces of text with labels; breaks between blocks have the label of what is around."""
    tree = parse(page)
    if tree.root is None:
        return []
    labels = [NOT_CONTENT]
    found = []
    for node, opening in walk(tree.root):
        label = _label(node)
        if label is not None and opening:
            labels.append(label)
        found.append((labels[-1], text_at(node) if opening else break_at(node)))
        if label is not None and not opening:
            labels.pop()
    return found


def text_with(found: list[tuple[int, str]], labels: frozenset[int]) -> str:
    """Join the pieces that have one of the labels; what is left out in between parts words."""
    return folded(piece if label in labels else "\n" if "\n" in piece else " " for label, piece in found)


def _pages(
    originals: dict[str, Path], annotated: dict[str, Path], addresses: dict[str, str]
) -> Iterator[NewPage | Skipped]:
    for name in sorted(originals.keys() | annotated.keys()):
        if name not in originals or name not in annotated:
            yield Skipped(name, "no original page" if name in annotated else "no annotated page")
            continue
        found = labelled(decode(annotated[name].read_bytes()).text)
        yield _page(name, originals[name].read_bytes(), found, addresses.get(name))


def _page(name: str, html: bytes, found: list[tuple[int, str]], url: str | None) -> NewPage | Skipped:
    gold = text_with(found, CONTENT)
    if not gold:
        return Skipped(name, "no text is labelled as content")
    kept = {
        "gold_related": text_with(found, frozenset({RELATED})),
        "gold_comments": text_with(found, frozenset({COMMENTS})),
    }
    title = " ".join(text_with(found, frozenset({HEADLINE})).split())
    extra = {"gold_kind": "full", **{key: text for key, text in kept.items() if text}}
    meta = PageMeta(url=url, language="en", title=title or None, page_type="article", extra=extra)
    return NewPage(page_id_of(name), html, gold, meta)


def _label(node: LexborNode) -> int | None:
    if node.tag != "span":
        return None
    match = _LABEL.search(node.attributes.get("class") or "")
    return int(match[1]) if match else None


def _addresses(source: Path) -> dict[str, str]:
    path = next(iter(sorted(source.rglob("url-mapping.txt"))), None)
    return dict(_ADDRESS.findall(read_text(path))) if path else {}
