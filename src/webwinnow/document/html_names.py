"""The names of HTML: each element name has a small number, and groups of names are columns over those numbers.

Names that HTML does not know get numbers of their own while a page is read, so that `<my-card>` is closed by
`</my-card>`; there is room for a bounded number of them, because hostile pages invent names without end.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

NAMES: Final = (
    "html head body title base link meta style script noscript template "
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header "
    "hgroup main menu nav ol p search section summary ul pre listing form plaintext xmp "
    "h1 h2 h3 h4 h5 h6 li dd dt "
    "a b big code em font i nobr s small strike strong tt u "
    "span label abbr acronym cite del dfn ins kbd q samp sub sup time var bdi bdo data mark output progress meter "
    "ruby rb rt rtc rp slot canvas map video audio picture "
    "img image br hr input wbr embed area keygen param source track basefont bgsound frame "
    "button object applet marquee select option optgroup datalist legend textarea iframe noembed noframes frameset "
    "table caption colgroup col tbody thead tfoot tr td th "
    "svg math foreignobject desc annotation-xml path g use circle rect"
).split()

COMMENT: Final = 0
"""The code of comments, declarations and other markup that is neither start nor end tag."""

NUMBER: Final = {name: number for number, name in enumerate(NAMES, 1)}
"""From name to number; 0 is a comment, so names start at 1."""

INVENTED: Final = 2048
"""How many names unknown to HTML a page may use before the rest share one number."""

NUMBERS: Final = len(NAMES) + 1 + INVENTED
"""Every tag number is below this."""


def column(names: str) -> npt.NDArray[np.bool_]:
    """Mark a group of names: a column indexed by tag number."""
    marked = np.zeros(NUMBERS, dtype=np.bool_)
    marked[[NUMBER[name] for name in names.split()]] = True
    marked.setflags(write=False)
    return marked


def numbers(names: str) -> tuple[int, ...]:
    """Return the numbers of a group of names."""
    return tuple([NUMBER[name] for name in names.split()])


RAW_TEXT: Final = "script style textarea title xmp iframe noembed noframes"
"""Elements whose content is not markup."""

BLOCK: Final = column(
    "html head body title address article aside blockquote center details dialog dir div dl fieldset figcaption "
    "figure footer header hgroup main menu nav ol p search section summary ul pre listing form plaintext xmp "
    "h1 h2 h3 h4 h5 h6 li dd dt hr table caption colgroup col tbody thead tfoot tr td th legend option optgroup "
    "frameset frame noframes select textarea button iframe template noscript script style video audio canvas svg"
)
"""Elements that start a new block of text where they open and where they close."""

BREAKING: Final = BLOCK & ~column("script style template noscript svg title")
"""Blocks that readers see as such: an icon or a script inside a sentence does not part it."""

LINE_BREAK: Final = NUMBER["br"]
