"""Writing a document in the Markdown that a generator reads, and as gold: in Markdown, and as the text a reader sees.

Where a dialect has no form for a structure, authors write HTML into their Markdown; so does the plain `Dialect` here,
and each dialect overrides what it has a form of its own for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt

from benchmarks.sites.blocks import (
    FENCE,
    Block,
    Callout,
    CodeBlock,
    DataTable,
    Definitions,
    Equation,
    Figure,
    Heading,
    Items,
    Paragraph,
    Quotation,
    plain,
)

_INLINE = MarkdownIt("commonmark")


def in_html(markdown: str) -> str:
    """Write a line of Markdown as HTML."""
    return str(_INLINE.renderInline(markdown))


@dataclass(frozen=True)
class Dialect:
    """CommonMark with GitHub's tables, everything else in HTML; `pictures` says where those of a site are."""

    pictures: str = "picture-{}.svg"

    def write(self, blocks: Sequence[Block]) -> str:
        """Write the blocks, footnotes last."""
        notes = [block for block in blocks if isinstance(block, Paragraph) and block.note is not None]
        parts = [self.block(block) for block in blocks]
        return "\n\n".join([*parts, self.footnotes(notes)] if notes else parts) + "\n"

    def block(self, block: Block) -> str:
        """Write one block."""
        match block:
            case Paragraph():
                return block.text.replace("[^]", self.mark(block.number)) if block.note else block.text
            case Heading():
                return f"{'#' * block.level} {block.text}"
            case Items():
                return "\n".join(f"{' ' * 4 * item.depth}{item.sign} {item.text}" for item in block.items)
            case Definitions():
                return self.definitions(block)
            case DataTable():
                return self.table(block)
            case CodeBlock():
                return f"{FENCE}{block.language}\n{block.text}\n{FENCE}"
            case Equation():
                return self.equation(block)
            case Quotation():
                return "\n>\n".join(f"> {paragraph}" for paragraph in block.paragraphs)
            case Figure():
                return self.figure(block)
            case Callout():
                return self.callout(block)

    def mark(self, number: int) -> str:
        """Write the mark of a footnote."""
        return f'<sup class="footnote-ref"><a href="#fn{number}" id="fnref{number}">{number}</a></sup>'

    def footnotes(self, notes: Iterable[Paragraph]) -> str:
        """Write the footnotes at the end of the document."""
        items = (
            f'<li id="fn{each.number}">{in_html(each.note or "")} <a href="#fnref{each.number}">↩</a></li>'
            for each in notes
        )
        return f'<section class="footnotes">\n<hr>\n<ol>\n{chr(10).join(items)}\n</ol>\n</section>'

    def definitions(self, block: Definitions) -> str:
        """Write a definition list."""
        pairs = (f"<dt>{in_html(term)}</dt>\n<dd>{in_html(meaning)}</dd>" for term, meaning in block.pairs)
        return f"<dl>\n{chr(10).join(pairs)}\n</dl>"

    def table(self, block: DataTable) -> str:
        """Write a table: with a caption in HTML."""
        if block.caption is None:
            return piped(block)
        head, *rows = (
            "".join(f"<{tag}>{in_html(cell)}</{tag}>" for cell in row)
            for tag, row in zip(["th", *["td"] * len(block.rows)], block.rows, strict=False)
        )
        body = "\n".join(f"<tr>{row}</tr>" for row in rows)
        caption = f"<caption>{in_html(block.caption)}</caption>"
        return f"<table>\n{caption}\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def equation(self, block: Equation) -> str:
        r"""Write a formula between \[ and \], as MathJax reads it."""
        return f'<div class="math">\\[ {escape(block.tex, quote=False)} \\]</div>'

    def figure(self, block: Figure) -> str:
        """Write a picture: with a caption in HTML."""
        source = self.pictures.format(block.picture)
        if block.caption is None:
            return f"![{block.alt}]({source})"
        caption = f"<figcaption>{in_html(block.caption)}</figcaption>"
        return f'<figure>\n<img src="{source}" alt="{escape(block.alt)}">\n{caption}\n</figure>'

    def callout(self, block: Callout) -> str:
        """Write a callout."""
        title = f'<p class="callout-title">{in_html(block.title)}</p>'
        return f'<div class="callout callout-{block.kind}">\n{title}\n<p>{in_html(block.text)}</p>\n</div>'


def piped(block: DataTable) -> str:
    """Write the rows of a table with bars between the cells."""
    head, *rows = (f"| {' | '.join(row)} |" for row in block.rows)
    rule = f"|{' --- |' * len(block.rows[0])}"
    return "\n".join([head, rule, *rows])


class WithFootnotes(Dialect):
    """The form of footnotes and definition lists that most dialects share."""

    def mark(self, number: int) -> str:
        """Write the mark of a footnote."""
        return f"[^{number}]"

    def footnotes(self, notes: Iterable[Paragraph]) -> str:
        """Write the footnotes."""
        return "\n\n".join(f"[^{each.number}]: {each.note}" for each in notes)

    def definitions(self, block: Definitions) -> str:
        """Write a definition list."""
        return "\n\n".join(f"{term}\n:   {meaning}" for term, meaning in block.pairs)


class Gold(WithFootnotes):
    """The Markdown of the gold: nothing in HTML; captions in italics, above tables and below pictures."""

    def block(self, block: Block) -> str:
        """Write one block; nested items stand below the text of the item that holds them, as CommonMark wants it."""
        if not isinstance(block, Items):
            return super().block(block)
        lines: list[str] = []
        indents = [0]
        for item in block.items:
            del indents[item.depth + 1 :]
            lines.append(f"{' ' * indents[item.depth]}{item.sign} {item.text}")
            indents.append(indents[item.depth] + len(item.sign) + 1)
        return "\n".join(lines)

    def definitions(self, block: Definitions) -> str:
        """Write a definition list."""
        return "\n\n".join(f"{term}\n: {meaning}" for term, meaning in block.pairs)

    def table(self, block: DataTable) -> str:
        """Write a table below its caption."""
        return piped(block) if block.caption is None else f"*{block.caption}*\n\n{piped(block)}"

    def equation(self, block: Equation) -> str:
        """Write a formula."""
        return f"$$\n{block.tex}\n$$"

    def figure(self, block: Figure) -> str:
        """Write a picture above its caption."""
        picture = f"![{block.alt}]({self.pictures.format(block.picture)})"
        return picture if block.caption is None else f"{picture}\n\n*{block.caption}*"

    def callout(self, block: Callout) -> str:
        """Write a callout the way GitHub does, its title as the first paragraph."""
        return f"> [!{block.kind.upper()}]\n> **{block.title}**\n>\n> {block.text}"


class PythonMarkdown(WithFootnotes):
    """Python-Markdown with its own extensions: MkDocs, Pelican, Nikola."""

    def callout(self, block: Callout) -> str:
        """Write a callout as the extension `admonition` wants it."""
        return f'!!! {block.kind} "{block.title}"\n    {block.text}'


class Arithmatex(PythonMarkdown):
    """Python-Markdown with the extensions of pymdown."""

    def equation(self, block: Equation) -> str:
        """Write a formula."""
        return f"$$\n{block.tex}\n$$"


class Myst(WithFootnotes):
    """The Markdown of Sphinx: directives for figures, tables with captions and callouts."""

    def table(self, block: DataTable) -> str:
        """Write a table, with a caption in a directive."""
        return piped(block) if block.caption is None else f":::{{table}} {block.caption}\n\n{piped(block)}\n\n:::"

    def equation(self, block: Equation) -> str:
        """Write a formula."""
        return f"$$\n{block.tex}\n$$"

    def figure(self, block: Figure) -> str:
        """Write a figure."""
        if block.caption is None:
            return super().figure(block)
        return f":::{{figure}} {self.pictures.format(block.picture)}\n:alt: {block.alt}\n\n{block.caption}\n:::"

    def callout(self, block: Callout) -> str:
        """Write a callout with a title of its own."""
        return f":::{{admonition}} {block.title}\n:class: {block.kind}\n\n{block.text}\n:::"


class Kramdown(WithFootnotes):
    """The Markdown of Jekyll."""

    def block(self, block: Block) -> str:
        """Write one block; a list that goes on counting needs to be told where it starts."""
        written = super().block(block)
        if isinstance(block, Items) and (start := block.items[0].sign.rstrip(".")) not in ("-", "1"):
            return f'{written}\n{{: start="{start}"}}'
        return written

    def equation(self, block: Equation) -> str:
        """Write a formula."""
        return f"$$\n{block.tex}\n$$"


class VitePress(Dialect):
    """The Markdown of VitePress: containers for callouts."""

    def callout(self, block: Callout) -> str:
        """Write a container; there are other names for some kinds."""
        kind = {"note": "info", "important": "danger"}.get(block.kind, block.kind)
        return f"::: {kind} {block.title}\n{block.text}\n:::"


def gold_markdown(title: str, blocks: Sequence[Block]) -> str:
    """Write a document as Markdown below its headline."""
    return Gold().write([Heading(title, 1), *blocks])


def gold_text(title: str, blocks: Sequence[Block]) -> str:
    """Write a document as a reader sees it: a line for each item, row and paragraph, the headline first.

    Marks of footnotes and what only a screen reader says are left out; footnotes come last, formulas in TeX.
    """
    notes = [plain(block.note) for block in blocks if isinstance(block, Paragraph) and block.note]
    return "\n\n".join([title, *filter(None, map(_text, blocks)), *notes]) + "\n"


def _text(block: Block) -> str:
    match block:
        case Paragraph() | Heading():
            return plain(block.text)
        case Items():
            return "\n".join(plain(item.text) for item in block.items)
        case Definitions():
            return "\n".join(plain(part) for pair in block.pairs for part in pair)
        case DataTable():
            rows = ("\t".join(map(plain, row)) for row in block.rows)
            return "\n".join([*([plain(block.caption)] if block.caption else []), *rows])
        case CodeBlock():
            return block.text
        case Equation():
            return block.tex
        case Quotation():
            return "\n".join(map(plain, block.paragraphs))
        case Figure():
            return plain(block.caption or "")
        case Callout():
            return f"{plain(block.title)}\n{plain(block.text)}"
