"""Markup to test with: pages as bad as they come, and pages as they should be.

`markup()` makes any page: words in many scripts, whole links, nested, misnested and stray tags, tables, lists,
drawings, comments, scripts, character references, NULs, lone surrogates, or nothing at all.
`well_formed()` makes pages that no rule for errors has to repair.
"""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from webwinnow.document import Document
from webwinnow.spans import Spans

WORDS = (
    "winnow grain chaff don't naïve e\u0301te x_1 2026 Straße "
    "中文网页 日本語のテキスト カタカナ ข่าวเช้า ภาษาไทย العربية می‌خواهم שלום हिन्दी 한국어 ខ្មែរ မြန်မာ "
    "\u200fعربي\u200e soft\u00adhyphen zero\u200bwidth 👩\u200d👩\u200d👧 ❤️ 𠀋 —"
).split(" ")
BLOCKS = (
    "div p ul ol li dl dt dd h1 h2 h3 section article aside nav header footer main blockquote pre form center".split()
)
INLINES = "a b i em strong font span code small u s label cite sub my-card nobr".split()
PARTS = "table caption colgroup tbody thead tr td th".split()
OTHERS = "button object select option optgroup noscript ruby rt svg g math desc template textarea title iframe".split()
DOCUMENT = "html head body".split()
VOIDS = "br hr img input wbr col meta link".split()
NAMES = BLOCKS + INLINES + PARTS + OTHERS + DOCUMENT
REFERENCES = (
    "&amp; &nbsp; &lt; &#1740; &#x200c; &zwnj; &hellip; &notit; &copy &bogus; & &# &#0; &#xD800; &NotEqualTilde;"
).split()
ATTRIBUTES = [
    "",
    "",
    "",
    ' class="hidden none"',
    " hidden",
    ' hidden="until-found"',
    ' style="display: none"',
    " aria-hidden=true",
    ' title="a > b"',
    " data-x='<p>'",
    ' href="/x?a=1&amp;b=2"',
    ' unclosed="',
    " = /",
    ' "stray',
]
WHOLE = [
    '<a href="/one">one link</a>',
    "<table><tr><td>cell<td>next</table>",
    "<table><caption>about</caption><tbody><tr><th>head</th><td>cell</td></tr></tbody></table>",
    "<ul><li>first<li>second</ul>",
    '<svg viewBox="0 0 1 1"><title>drawn</title><path d="M0"/></svg>',
    "<script>if (a < b) document.write('<p>no text</p>')</script>",
    "<style>p > a { color: red }</style>",
    "<!-- a comment with <p>markup</p> -->",
    "<!-->",
    "<!--->",
    "<!-- ends with a bang --!>",
    "<!-- never closed ",
    "<!DOCTYPE html>",
    "<?xml version='1.0'?>",
    "<![CDATA[ data ]]>",
    "<title>A title</title>",
    "<textarea>typed</textarea>",
    "<pre>  two\n    lines</pre>",
    "<b>bold <p>misnested</b> on</p>",
    "<p><i>one<p>two</i>three",
    "<select><option>one<option>two</select>",
    "<div hidden><p>not seen</div>",
    "one<br>two<br><br>three",
    "&am<b>p;</b>",
]
ODD = [
    "\0",
    "\ud800",
    "\udfff",
    "\ufeff",
    "\u200b",
    "<",
    ">",
    "</",
    "<!",
    "</>",
    "< p>",
    "\x85",
    "\x0b",
    "\r\n",
    "\n",
    "\t",
]


def words() -> st.SearchStrategy[str]:
    """A few words with blanks between them."""
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


def _start_tag() -> st.SearchStrategy[str]:
    return st.builds("<{}{}>".format, st.sampled_from(NAMES + VOIDS), st.sampled_from(ATTRIBUTES))


def _element() -> st.SearchStrategy[str]:
    name, text = st.sampled_from(BLOCKS + INLINES), words()
    return st.builds(
        lambda name, attributes, text: f"<{name}{attributes}>{text}</{name}>", name, st.sampled_from(ATTRIBUTES), text
    )


def _fragment() -> st.SearchStrategy[str]:
    return st.one_of(
        words(),
        _element(),
        _start_tag(),
        st.sampled_from(NAMES).map("</{}>".format),
        st.sampled_from(WHOLE),
        st.sampled_from(REFERENCES),
        st.sampled_from(ODD),
        st.text("<>/!-=\"'& abp;#x\n", max_size=8),
    )


def markup(most: int = 24) -> st.SearchStrategy[str]:
    """Any page at all."""
    return st.lists(_fragment(), max_size=most).map("".join)


def well_formed() -> st.SearchStrategy[str]:
    """A page in which every element is closed where it should be and stands where it may."""
    flow = st.recursive(_paragraph(), _containers, max_leaves=12)
    return flow.map("<!DOCTYPE html><html><head><title>A page</title></head><body>{}</body></html>".format)


def _wrap(name: str, content: str) -> str:
    return f"<{name}>{content}</{name}>"


def _phrase() -> st.SearchStrategy[str]:
    """Words, with formatting that is nested properly; a link never stands in a link."""
    formatted = st.builds(_wrap, st.sampled_from(["b", "em", "span", "code", "my-card"]), words())
    nested = st.builds(
        lambda outer, before, inner: _wrap(outer, f"{before} {inner}"),
        st.sampled_from(["a", "i", "u"]),
        words(),
        formatted,
    )
    return st.lists(
        st.one_of(words(), formatted, nested, st.just("<br>"), st.just("<img src=x>")), min_size=1, max_size=4
    ).map(" ".join)


def _paragraph() -> st.SearchStrategy[str]:
    return st.builds(_wrap, st.sampled_from(["p", "h2", "pre", "address"]), _phrase())


def _containers(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(children, min_size=1, max_size=3)
    flow = st.builds(
        lambda name, parts: _wrap(name, "\n".join(parts)),
        st.sampled_from(["div", "section", "article", "blockquote", "main"]),
        several,
    )
    items = several.map(lambda parts: _wrap("ul", "".join(_wrap("li", part) for part in parts)))
    terms = several.map(lambda parts: _wrap("dl", "".join(f"<dt>term</dt><dd>{part}</dd>" for part in parts)))
    cells = several.map(
        lambda parts: _wrap("table", _wrap("tbody", _wrap("tr", "".join(_wrap("td", part) for part in parts))))
    )
    return st.one_of(flow, items, terms, cells)


def drawn_spans(page: Document, data: st.DataObject) -> Spans:
    """Choose some runs of a page's text."""
    count = len(page.runs)
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)), dtype=bool)
    return page.select(np.column_stack([page.runs.start[chosen], page.runs.end[chosen]]))
