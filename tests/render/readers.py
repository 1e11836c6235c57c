"""What a reader of each format would read: the words, taken from a rendering by somebody else's parser."""

from __future__ import annotations

import html
import re

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from selectolax.lexbor import LexborHTMLParser

from webwinnow.document import Document
from webwinnow.language.words import words
from webwinnow.render.markdown import render_markdown
from webwinnow.spans import Spans


def parser() -> MarkdownIt:
    found = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
    return found.use(footnote_plugin).use(deflist_plugin).use(dollarmath_plugin, allow_space=False)


def tokens_of(markdown: str) -> list[Token]:
    return parser().parse(markdown)


def markdown_of(source: str) -> str:
    """All that readers of a page see, as we write it."""
    page = Document(source)
    return render_markdown(page, page.visible)


def text_of_markdown(markdown: str) -> str:
    """Everything that a CommonMark library would show, in order."""
    return " ".join(_shown(token) for token in tokens_of(markdown))


def _shown(token: Token) -> str:
    if token.type == "inline":
        return "".join(_inline(child) for child in token.children or [])
    return f" {token.content} " if token.type in ("fence", "code_block", "html_block", "math_block") else " "


def _inline(token: Token) -> str:
    if token.type in ("text", "code_inline", "math_inline", "math_inline_double"):
        return token.content
    if token.type == "footnote_ref":
        return str(token.meta["label"])
    if token.type == "html_inline" and token.content != "<br>":
        return ""
    return " " if token.type in ("softbreak", "hardbreak", "html_inline") else ""


_INLINE = "a b strong i em cite code span sup sub del ins mark s u small abbr q bdi bdo kbd samp var ruby rp rt".split()
_BLOCK_TAG = re.compile(rf"</?(?!(?:{'|'.join(_INLINE)})\b)[a-z][^>]*>")


def text_of_html(markup: str) -> str:
    """The text of an HTML page's body as a browser's parser reads it; blanks where blocks start and end."""
    body = LexborHTMLParser(_BLOCK_TAG.sub(r" \g<0> ", markup)).body
    return body.text(deep=True) if body is not None else ""


def kept_words(page: Document, spans: Spans) -> list[str]:
    """The words of what is kept, tags or not: where no tag stands inside a word."""
    return [word for start, end in spans for word in words(html.unescape(page.source[start:end]))]


def letters(text: str) -> str:
    """All that words are made of, for pages where tags part words."""
    return "".join(re.findall(r"\w", text))
