"""The rules of HTML's tree construction, as tables: what each tag does to the open elements around it.

They follow the HTML standard ("tree construction", insertion mode "in body" and those for tables), as columns over tag
numbers so that the tree builder asks by index. `Start` names what a start tag does; `start_tags` has a function each.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import NUMBER, NUMBERS, column


class Start(IntEnum):
    """What a start tag does; up to LEAF in the order in which the builder's loop tells them apart."""

    ORDINARY = 0
    """Opens an element: span, label, unknown names."""
    FORMAT = 1
    """Opens an element that is opened again after a block has closed it: b, i, font."""
    ANCHOR = 2
    """As FORMAT, and they do not nest: links, nobr."""
    BLOCK = 3
    """Closes an open paragraph, then opens."""
    HEADING = 4
    """As BLOCK, and headings do not nest."""
    VOID = 5
    """An element without content: img, br, input."""
    LEAF = 6
    """An element without markup inside, not part of the text: script, style, meta."""
    ITEM = 7
    """A list item closes the one before: li, and dd with dt."""
    RULE = 8
    """An element without content that closes a paragraph: hr."""
    SCOPE = 9
    """Opens an element that shields what is around it: object, template, button."""
    TABLE = 10
    CAPTION = 11
    SECTION = 12
    ROW = 13
    CELL = 14
    OPTION = 15
    RUBY = 16
    FOREIGN = 17
    """svg and math, and all tags inside them."""
    DOCUMENT = 18
    """html, head and body, which exist already."""
    FORM = 19
    """A block that holds nothing when it stands between the parts of a table."""


def _starts() -> list[int]:
    """Make one entry for each tag number."""
    rules = [int(Start.ORDINARY)] * NUMBERS
    for start, names in _START_NAMES.items():
        for name in names.split():
            rules[NUMBER[name]] = int(start)
    return rules


_START_NAMES: Final = {
    Start.VOID: "img image br input wbr embed area keygen param source track frame",
    Start.LEAF: "script style title base link meta basefont bgsound textarea xmp iframe noembed noframes",
    Start.BLOCK: "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer "
    "header hgroup main menu nav ol p search section summary ul pre listing plaintext",
    Start.HEADING: "h1 h2 h3 h4 h5 h6",
    Start.ITEM: "li dd dt",
    Start.FORMAT: "b big code em font i s small strike strong tt u",
    Start.ANCHOR: "a nobr",
    Start.RULE: "hr",
    Start.SCOPE: "button object applet marquee template",
    Start.TABLE: "table",
    Start.CAPTION: "caption colgroup col",
    Start.SECTION: "tbody thead tfoot",
    Start.ROW: "tr",
    Start.CELL: "td th",
    Start.OPTION: "option optgroup",
    Start.RUBY: "rb rt rtc rp",
    Start.FOREIGN: "svg math",
    Start.DOCUMENT: "html head body",
    Start.FORM: "form",
}


class TagStep(IntEnum):
    """What the builder's loop does at a tag; an element whose end tag comes next has the odd number that follows."""

    NOTHING = 0
    """Comments and declarations."""
    END = 1
    OPEN = 2
    FORMAT = 4
    LINK = 6
    LEAF = 8
    BLOCK = 10
    HEADING = 12
    ITEM = 14
    OTHER = 16
    """Start tags that a function of `start_tags` reads."""


_STEP_OF_START: Final = {
    Start.ORDINARY: TagStep.OPEN,
    Start.FORMAT: TagStep.FORMAT,
    Start.ANCHOR: TagStep.LINK,
    Start.VOID: TagStep.LEAF,
    Start.LEAF: TagStep.LEAF,
    Start.BLOCK: TagStep.BLOCK,
    Start.HEADING: TagStep.HEADING,
    Start.ITEM: TagStep.ITEM,
}


def _steps() -> npt.NDArray[np.uint8]:
    """Make one entry for each code; end tags stand at the end, where negative numbers point."""
    of_starts = [TagStep.NOTHING, *(_STEP_OF_START.get(Start(start), TagStep.OTHER) for start in START[1:])]
    return np.array([*of_starts, *[TagStep.END] * NUMBERS], dtype=np.uint8)


START: Final = _starts()
STEPS: Final = _steps()
START_IN_FOREIGN: Final = [int(Start.FOREIGN)] * NUMBERS

IN_HEAD: Final = column("title base link meta style script template noscript basefont bgsound noframes").tolist()
"""What a head may hold; anything else, and any text, opens the body."""

FORMAT: Final = column("a b big code em font i nobr s small strike strong tt u").tolist()
HEADING: Final = column("h1 h2 h3 h4 h5 h6").tolist()
ENDS_ANOTHER: Final = column("a b big code em font i nobr s small strike strong tt u h1 h2 h3 h4 h5 h6 form").tolist()
"""End tags that do something though no element of their name is open."""
TABLE_PARTS: Final = column("table tbody thead tfoot tr").tolist()
"""Elements that hold no text of their own."""
ROW_HOLDERS: Final = column("table tbody thead tfoot template").tolist()
CELL_HOLDERS: Final = column("table tbody thead tfoot tr template").tolist()
ONLY_TABLE: Final = column("table template").tolist()

# Looking for an open element stops at these; what a list item or a button adds is its own column.
_SCOPE: Final = "html table td th caption applet marquee object template foreignobject desc"
SCOPE: Final = column(_SCOPE).tolist()
LIST_SCOPE: Final = column(f"{_SCOPE} ol ul").tolist()
BUTTON_SCOPE: Final = column(f"{_SCOPE} button").tolist()
TABLE_SCOPE: Final = column("html table template").tolist()
MARKER: Final = column("td th caption applet marquee object template").tolist()
"""Formatting that was open before these is not opened again inside them."""

_SPECIAL: Final = (
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd "
    "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header "
    "hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript "
    "object ol p param plaintext pre script search section select source style summary table tbody td template "
    "textarea tfoot th thead title tr track ul wbr xmp"
)
SPECIAL: Final = column(_SPECIAL).tolist()
"""An end tag of an ordinary element does not reach across these."""
SPECIAL_TO_ITEMS: Final = [
    special and number not in {NUMBER["address"], NUMBER["div"], NUMBER["p"]} for number, special in enumerate(SPECIAL)
]
"""A new list item does not close an item beyond these."""
HOLDS_ITEMS: Final = [
    special and number not in {NUMBER["li"], NUMBER["dd"], NUMBER["dt"]}
    for number, special in enumerate(SPECIAL_TO_ITEMS)
]
"""Directly inside these, a new list item closes nothing."""

CLOSES_IN_SCOPE: Final = column(
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header "
    "hgroup listing main menu nav ol pre search section summary ul applet marquee object"
).tolist()
"""End tags that close the element of their name if it is open in scope, whatever stands open inside it."""

IMPLIED_END: Final = column("dd dt li optgroup option p rb rp rt rtc").tolist()
"""Elements whose end tag may be left out before the end tag of what is around them."""

BREAKS_OUT: Final = column(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
).tolist()
"""HTML tags that end a drawing or a formula that was left open."""

ENDS_SIMPLY: Final = (
    ~column(
        "a b big code em font i nobr s small strike strong tt u td th caption applet marquee object template "
        "html body head br col colgroup form svg math foreignobject desc annotation-xml"
    )
).tolist()
"""End tags of the innermost element that close it and do nothing else."""
