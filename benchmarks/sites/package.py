"""Two test packages of all pages, one for each half of the themes: pages, gold text, gold Markdown, what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.composer import Composed
from benchmarks.sites.dialects import gold_markdown, gold_text
from benchmarks.sites.site import Site, Theme
from webwinnow.evaluate.making import Made, NewPage, Skipped, create
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import MARKDOWN_ENDING
from webwinnow.evaluate.validation import missing_words
from webwinnow.evaluate.writing import write_aside

HALVES: Final = ("sites-train", "sites-test")
MOST_MISSING: Final = 0.03
"""Share of the gold's words that a page may lack. Formulas may be drawn; a paragraph that is gone is more."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page for a package, with its Markdown."""

    page: NewPage
    markdown: str


def made_page(site: Site, theme: Theme, document: Composed, html: bytes) -> MadePage | Skipped:
    """Put a page and its gold together; a page that lost words of its gold is skipped with them as the reason."""
    name = f"{theme.name}-{document.slug}"
    gold = gold_text(document.title, document.blocks)
    missing = missing_words(gold, html.decode())
    if missing.share > MOST_MISSING:
        return Skipped(name, f"{missing.share:.0%} of the gold's words are not in the page: {', '.join(missing.first)}")
    kinds = Counter(type(block).__name__ for block in document.blocks)
    made_by = {"generator": theme.generator, "theme": theme.name, "structures": dict(kinds)}
    meta = PageMeta(
        url=f"https://{site.language.code}.{theme.name}.example/{document.slug}.html",  # a theme is a site to folds
        language=site.language.code,
        title=document.title,
        author=(document.author,) if theme.page_type == "article" else (),
        date=document.date.isoformat() if theme.page_type == "article" else None,
        page_type=theme.page_type,
        extra={"gold_kind": "full", "headline_in_gold": True, **made_by},
    )
    return MadePage(NewPage(name, html, gold, meta), gold_markdown(document.title, document.blocks))


def write_package(folder: Path, pages: Sequence[MadePage]) -> Made:
    """Write a package; raises PackageError if the folder exists or there are no pages."""
    made = create(folder, _description(folder.name, [page.page.meta for page in pages]), [each.page for each in pages])
    for page in pages:
        write_aside(folder / f"{page.page.id}{MARKDOWN_ENDING}", page.markdown.encode())
    return made


def _description(name: str, metas: Sequence[PageMeta]) -> dict[str, Any]:
    return {
        "name": name,
        "pages": len(metas),
        "origin": "made by benchmarks/sites of webwinnow: its own texts, rendered by site generators",
        "licence": "Apache-2.0",
        "gold": "exact: what was authored, before any generator saw it; <id>.md is the Markdown, <id>.txt its text",
        "notes": (
            "The headline is the first line of text and Markdown. One line for each item, row (cells parted by tabs) "
            "and paragraph; marks of footnotes are not in the text, footnotes come last; formulas are in TeX. "
            "Themes and texts of the two halves do not overlap."
        ),
        "gold_kinds": {"full": len(metas)},
        "languages": _counted([meta.language for meta in metas]),
        "page_types": _counted([meta.page_type for meta in metas]),
        "themes": _counted([meta.extra["theme"] for meta in metas]),
    }


def _counted(values: Sequence[str | None]) -> dict[str, int]:
    return {str(value): count for value, count in Counter(values).most_common()}
