"""The element tree of a page: tolerant as browsers are, flat columns in preorder, one step per tag.

Ours: HTML's tree construction without moving nodes, since every element must stay an interval of the source. Two rules
of the standard move nodes; here instead (1) text between the parts of a table stays inside that table, (2) formatting
that a block inside it outlives ends with that block. Elements deeper than `DEPTH` are kept flat, as browsers do.
The look-ups are bounded by that depth and by counts of open elements, so time grows linearly with the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import tree_rules as rules
from webwinnow.document.html_names import NUMBER
from webwinnow.document.regions import HEIGHT, Regions, find_regions
from webwinnow.document.tokens import Cut
from webwinnow.document.tree_rules import START, START_IN_FOREIGN, Start, Step

DEPTH: Final = 512
"""Browsers' own limit on nesting."""

_HTML, _HEAD, _BODY = NUMBER["html"], NUMBER["head"], NUMBER["body"]
_P, _LI, _TABLE, _TBODY, _TR = NUMBER["p"], NUMBER["li"], NUMBER["table"], NUMBER["tbody"], NUMBER["tr"]
_SELECT, _OPTION, _OPTGROUP, _NOSCRIPT = (NUMBER[name] for name in ("select", "option", "optgroup", "noscript"))
_EMPTY: Final = np.array([start == Start.VOID for start in START])  # what stands behind such a tag is not inside it
_END, _OPEN, _FORMAT, _LINK, _LEAF = (int(step) for step in (Step.END, Step.OPEN, Step.FORMAT, Step.LINK, Step.LEAF))
_BLOCK, _HEADING, _ITEM, _OTHER = (int(step) for step in (Step.BLOCK, Step.HEADING, Step.ITEM, Step.OTHER))
_REGION: Final = 32  # added to the step of a tag that starts a region
_A, _NOBR = NUMBER["a"], NUMBER["nobr"]
_SVG, _MATH = NUMBER["svg"], NUMBER["math"]
_INTEGRATION: Final = frozenset(NUMBER[name] for name in ("foreignobject", "desc", "annotation-xml"))
_LEAVES: Final = [start == Start.LEAF for start in START]
_HEAD_LEAVES: Final = [leaf and in_head for leaf, in_head in zip(_LEAVES, rules.IN_HEAD, strict=True)]
_DD, _DT = NUMBER["dd"], NUMBER["dt"]
_HEADINGS: Final = [NUMBER[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6")]
_PARTNERS: Final = {_LI: (_LI, _LI), _DD: (_DD, _DT), _DT: (_DD, _DT)}
_TABLE_ENDS: Final = {NUMBER[name] for name in ("table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th")}
_IGNORED_ENDS: Final = {NUMBER[name] for name in ("html", "body", "head", "br", "col", "colgroup")}


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements in preorder: the subtree of i is `i:last[i]`, its text lies in the gaps `first[i] + 1 ... close[i]`."""

    tag: npt.NDArray[np.int16]
    parent: npt.NDArray[np.int32]
    """The element around; -1 for the first."""
    first: npt.NDArray[np.int32]
    """The tag behind which the element's content starts."""
    close: npt.NDArray[np.int32]
    """The tag before which its content ends: its end tag, or whatever closed it."""
    last: npt.NDArray[np.int32]
    """One past the last element inside."""
    owner: dict[int, int]
    """Elements without a start tag of their own: -1 if implied, else the tag whose attributes they share."""

    def __len__(self) -> int:
        """Count the elements."""
        return len(self.tag)

    def by_start_tag(self, tags: int) -> npt.NDArray[np.int32]:
        """Give for each of the page's tags the element that it opens, -1 where it opens none."""
        opens = np.ones(len(self), dtype=np.bool_)
        opens[list(self.owner)] = False
        elements = np.full(tags, -1, dtype=np.int32)
        elements[self.first[opens]] = np.flatnonzero(opens)
        return elements

    def start_tag(self, element: int) -> int:
        """Give the tag that holds the element's attributes, -1 if there is none."""
        return self.owner.get(element, int(self.first[element]))


def build(pieces: Cut, gaps: npt.NDArray[np.int8], *, quirks: bool) -> tuple[Elements, npt.NDArray[np.int32]]:
    """Build the tree of a page that was cut at its tags; also give the element around each gap of text.

    `gaps` tells for each gap whether it is empty (0), blank (1) or has something to see (2).
    """
    code = pieces.tokens.code
    steps = rules.STEPS.take(code, mode="wrap")
    closed_next = np.zeros(len(code), dtype=np.bool_)  # the next tag is the end tag
    closed_next[:-1] = (code[:-1] > 0) & (code[1:] == -code[:-1]) & ~_EMPTY[code[:-1]]
    steps |= closed_next
    regions = find_regions(code, closed_next, pieces.rests) if len(code) else None
    builder = _Builder(pieces.rests, quirks)
    home = _numbers(builder.run(np.abs(code).tolist(), steps, gaps.tobytes(), regions))
    return builder.elements(code, steps, home, regions), home


def _numbers(listed: Collection[int]) -> npt.NDArray[np.int32]:
    """Make a column; numpy's own way looks at each number twice."""
    return np.fromiter(listed, np.int32, len(listed))


def _with_regions(steps: npt.NDArray[np.uint8], regions: Regions | None) -> tuple[bytes, Sequence[int], Sequence[int]]:
    """Mark the steps at which regions start; also give where they end and how many elements start before each tag."""
    if regions is None:
        return steps.tobytes(), (), ()
    marked = steps.copy()
    marked[regions.starts] |= _REGION
    elements_before = np.zeros(len(steps) + 1, dtype=np.int32)
    np.cumsum(steps > _END, out=elements_before[1:])
    return marked.tobytes(), regions.end.data, elements_before.data


class _Builder:
    """The open elements while a page is read, and the columns of the elements seen so far."""

    __slots__ = (
        "alone", "before_body", "began", "body", "close", "count", "first", "formats", "head", "in_form", "made",
        "nodes", "opened", "outlived", "owner", "parent", "quirks", "start", "stepped_over", "tag", "tags", "unsettled",
        "untold", "written",
    )  # fmt: skip

    def __init__(self, written: list[str], quirks: bool) -> None:
        self.count = 0  # elements so far; most follow from their tag alone, these columns hold the others:
        self.made, self.tag, self.parent, self.first = list[int](), list[int](), list[int](), list[int]()
        self.untold = list[int]()  # start tags whose elements, if they open any, are among those
        self.stepped_over = list[int]()  # start tags of regions in which no rule applies
        self.alone = list[int]()  # start tags whose elements hold nothing, whatever tag comes next
        self.close: dict[int, int] = {}  # where elements close, unless at their own tag or the next
        self.owner: dict[int, int] = {}
        self.tags, self.nodes = list[int](), list[int]()  # the open elements, innermost last
        self.opened = [0] * len(START)  # how many elements of each name are open
        self.formats: list[tuple[int, int]] = []  # formatting to open again (tag, element); (0, -1) is a marker
        self.began: dict[int, int] = {}  # the start tags of formatting
        self.outlived: set[int] = set()  # formatting that ends as soon as the block inside it has ended
        self.unsettled = True  # text must not simply be put here: no body yet, or formatting to open again
        self.in_form = False  # forms do not nest
        self.head = self.body = -1
        self.before_body = list[int]()  # what the start of the body has closed
        self.start = START
        self.written = written  # what each tag says behind its name
        self.quirks = quirks

    def run(
        self, numbers: list[int], tag_steps: npt.NDArray[np.uint8], gaps: bytes, regions: Regions | None
    ) -> list[int]:
        """Read all tags and give the element around each gap, except inside of regions that were stepped over.

        The frequent cases stand here in the loop because it decides the speed of the whole. They do little more than
        count the element. Only the methods change whether care is needed: before the body, where formatting must be
        opened again, and inside drawings.
        """
        home = [0] * (len(numbers) + 1)
        tags, nodes, opened, formats, close, outlived = (
            self.tags, self.nodes, self.opened, self.formats, self.close, self.outlived
        )  # fmt: skip
        ends_simply, ends_another, heading, holds_items = (
            rules.ENDS_SIMPLY, rules.ENDS_ANOTHER, rules.HEADING, rules.HOLDS_ITEMS
        )  # fmt: skip
        steps, region_end, elements_before = _with_regions(tag_steps, regions)
        self._imply(_HTML, -1)
        care, count = True, self.count
        node, tag = nodes[-1], tags[-1]  # the innermost open element
        following = 0
        while following < len(steps):
            k = following
            following += 1
            step, number = steps[k], numbers[k]
            if care:
                if self.unsettled and gaps[k]:
                    self.count = count
                    self._settle(k - 1, gaps[k])
                    count, node, tag = self.count, nodes[-1], tags[-1]
                care = self.unsettled or self.start is not START
                if care and step > _END:
                    step = self._careful_step(k, step & ~_REGION, number)
            home[k] = node
            if step == _END:
                if tag == number and (ends_simply[number] or (formats and formats[-1][1] == node)):
                    if not ends_simply[number]:
                        formats.pop()
                    tags.pop()
                    nodes.pop()
                    close[node] = k
                    opened[number] -= 1
                    if outlived:
                        self._end_outlived(k)
                    node, tag = nodes[-1], tags[-1]
                elif opened[number]:
                    self._end(k, number)
                    care, node, tag = True, nodes[-1], tags[-1]
                elif ends_another[number]:
                    self._end_another(k, number)
                    care, node, tag = True, nodes[-1], tags[-1]
                continue
            if step >= _REGION:
                step &= ~_REGION
                closes = step >= _HEADING and (not holds_items[tag] if step >= _ITEM else heading[tag])
                if not closes and step < _OTHER and self._may_hold_regions():
                    following = region_end[k] + 1
                    count += elements_before[following] - elements_before[k]
                    self.stepped_over.append(k)
                    if outlived:
                        self._end_outlived(following - 1)
                        node, tag = nodes[-1], tags[-1]
                    continue
            if step >= _BLOCK:
                closes = not holds_items[tag] if step >= _ITEM else step >= _HEADING and heading[tag]
                if closes or opened[_P] or opened[_SELECT]:
                    step = _OTHER
            elif step >= _FORMAT and step < _LEAF:
                if opened[number] and step >= _LINK:
                    step = _OTHER
                elif not step & 1:
                    if len(formats) > 2 or len(nodes) >= DEPTH:
                        step = _OTHER
                    else:
                        formats.append((number, count))
                        self.began[count] = k
            if step >= _OTHER:
                self.untold.append(k)
                self.count = count
                self._start(self.start[number], k, number)
                count, care, node, tag = self.count, True, nodes[-1], tags[-1]
            elif step & 1:  # nothing but text inside: its end tag is the next, so it need not be opened
                home[following] = count
                count += 1
                following += 1
            elif step:
                if step != _LEAF and len(nodes) < DEPTH:
                    nodes.append(count)
                    tags.append(number)
                    opened[number] += 1
                    node, tag = count, number
                count += 1
        self.count = count
        if self.unsettled and gaps[-1]:
            self._settle(len(steps) - 1, gaps[-1])
        home[-1] = nodes[-1]
        self._pop_to(0, len(steps))
        return home

    def _may_hold_regions(self) -> bool:
        """Tell whether no open element makes a rule apply to what stands inside a region."""
        opened, formats = self.opened, self.formats
        return not (
            opened[_P] or opened[_SELECT] or opened[_A] or opened[_NOBR] or opened[_BUTTON]
            or (formats and formats[-1][0]) or len(self.nodes) + HEIGHT >= DEPTH
        )  # fmt: skip

    def _careful_step(self, k: int, step: int, number: int) -> int:
        """Tell what a start tag does before the body and inside drawings: the frequent cases need no method either."""
        if self.body < 0:
            leaf = self.head >= 0 and _HEAD_LEAVES[number]
        elif self.unsettled or rules.BREAKS_OUT[number]:
            return _OTHER
        else:
            leaf = _LEAVES[number] or self.written[k].endswith("/>")
        if leaf:
            self.alone.append(k)
            return _LEAF
        return _OPEN | 1 if step & 1 and self.body >= 0 and rules.ENDS_SIMPLY[number] else _OTHER

    def _start(self, start: int, k: int, number: int) -> None:
        if self.body >= 0 or self.opened[_TEMPLATE] or self._stays_in_head(k, number):
            _STEPS[start](self, k, number)

    def elements(
        self,
        code: npt.NDArray[np.int16],
        steps: npt.NDArray[np.uint8],
        home: npt.NDArray[np.int32],
        regions: Regions | None,
    ) -> Elements:
        """Make the columns; where subtrees end follows from where elements start and close.

        What stands around the gaps of regions that were stepped over is noted in `home`.
        """
        told = steps > _END
        told[self.untold] = False
        tags, made = np.flatnonzero(told), np.array(self.made)
        end = (steps & 1).astype(np.int32)
        end[self.alone] = 0
        end += np.arange(len(code), dtype=np.int32)
        by_tag = np.ones(self.count, dtype=np.bool_)
        by_tag[made] = False
        if regions and self.stepped_over:
            inside, node = self._inside_regions(regions, len(home)), np.empty(len(code), dtype=np.int32)
            node[tags] = np.flatnonzero(by_tag)
            home[inside] = node[regions.around[inside]]
            inside[self.stepped_over] = True
            nested = np.flatnonzero(inside[:-1] & (regions.end > 0))
            end[nested] = regions.end[nested]

        def column(of_tags: npt.NDArray[Any], of_made: list[int], kind: type[Any] = np.int32) -> npt.NDArray[Any]:
            values = np.empty(self.count, dtype=kind)
            values[by_tag], values[made] = of_tags, of_made
            return values

        first, close = column(tags, self.first), column(end[tags], self.first)
        close[_numbers(self.close)] = _numbers(self.close.values())
        opened_before = np.cumsum(np.bincount(first + 1, minlength=len(code) + 2))
        last = np.maximum(opened_before[close], np.arange(1, self.count + 1)).astype(np.int32)
        last[self.before_body] = max(self.body, 0)  # text closes these, with the tag before it still inside them
        tag, parent = column(code[tags], self.tag, np.int16), column(home[tags], self.parent)
        return Elements(tag, parent, first, close, last, self.owner)

    def _inside_regions(self, regions: Regions, gaps: int) -> npt.NDArray[np.bool_]:
        """Tell which gaps stand in regions that were stepped over."""
        change = np.zeros(gaps + 1, dtype=np.int8)
        starts = np.array(self.stepped_over)
        change[starts + 1] = 1
        change[regions.end[starts] + 1] -= 1
        return np.cumsum(change[:-1], dtype=np.int8).view(np.bool_)

    # Opening and closing

    def _open(self, k: int, number: int) -> int:
        node = self._leaf(k, number)
        if len(self.nodes) < DEPTH:
            self.nodes.append(node)
            self.tags.append(number)
            self.opened[number] += 1
        return node

    def _leaf(self, k: int, number: int) -> int:
        node = self.count
        self.count += 1
        self.made.append(node)
        self.tag.append(number)
        self.parent.append(self.nodes[-1] if self.nodes else -1)
        self.first.append(k)
        return node

    def _imply(self, number: int, k: int) -> None:
        self.owner[self._open(k, number)] = -1

    def _pop_to(self, depth: int, k: int) -> None:
        """Close the innermost elements until `depth` are left open."""
        tags, nodes, close, opened = self.tags, self.nodes, self.close, self.opened
        while len(nodes) > depth:
            number = tags.pop()
            close[nodes.pop()] = k
            opened[number] -= 1
            if rules.FORMAT[number]:
                self.unsettled = True
            elif rules.MARKER[number]:
                self._clear_formats()
        if self.start is START_IN_FOREIGN:
            self._choose_rules()
        if self.outlived:
            self._end_outlived(k)

    def _end_outlived(self, k: int) -> None:
        while self.nodes and self.nodes[-1] in self.outlived:
            self.outlived.discard(self.nodes[-1])
            self.close[self.nodes.pop()] = k
            self.opened[self.tags.pop()] -= 1

    def _depth_of(self, number: int, limits: list[bool]) -> int:
        """Find the innermost open element of that name, not looking beyond the limits; -1 if there is none."""
        tags = self.tags
        for depth in range(len(tags) - 1, -1, -1):
            if tags[depth] == number:
                return depth
            if limits[tags[depth]]:
                return -1
        return -1

    def _close_name(self, k: int, number: int, limits: list[bool]) -> None:
        depth = self._depth_of(number, limits)
        if depth > 0:
            self._pop_to(depth, k)

    def _close_paragraph(self, k: int) -> None:
        """Close an open paragraph; a list of options left open counts as one, or it would hide what follows."""
        if self.opened[_SELECT]:
            self._close_name(k, _SELECT, rules.TABLE_SCOPE)
        if self.opened[_P]:
            self._close_name(k, _P, rules.BUTTON_SCOPE)

    # Head and body

    def _stays_in_head(self, k: int, number: int) -> bool:
        """Handle tags before the body; True lets the tag be read as one of the body."""
        if number == _HTML or number == _HEAD:
            if number == _HEAD and self.head < 0:
                self.head = self._open(k, _HEAD)
            elif self.nodes and self.count == 1:
                self.owner[0] = k
            return False
        if number == _BODY:
            self._open_body(k, k)
            return False
        if rules.IN_HEAD[number]:
            if self.head < 0:
                self.head = self.count
                self._imply(_HEAD, k)
            return True
        self._open_body(k, -1)
        return True

    def _open_body(self, k: int, owner: int) -> None:
        self.before_body = self.nodes[1:]
        self._pop_to(1, k)
        self.body = self._open(k, _BODY)
        if owner < 0:
            self.owner[self.body] = owner
        self.unsettled = False

    def _settle(self, k: int, gap: int) -> None:
        """Before text: make sure that there is a body, and open lost formatting again (blanks do that, too)."""
        if self.body < 0:
            if gap < 2 or self.opened[_TEMPLATE]:
                return
            self._open_body(k, -1)
        self._reopen(k)

    # Formatting

    def _reopen(self, k: int) -> None:
        """Open formatting again that a block has closed."""
        formats, nodes = self.formats, self.nodes
        index = len(formats)
        while index and formats[index - 1][0] and formats[index - 1][1] not in nodes:
            index -= 1
        for at in range(index, len(formats)):
            number, original = formats[at]
            node = self._open(k, number)
            self.owner[node] = self.owner.get(original, self.began.get(original, -1))
            formats[at] = (number, node)
        self.unsettled = self.body < 0

    def _forget(self, node: int) -> None:
        formats = self.formats
        if formats and formats[-1][1] == node:
            formats.pop()
            return
        for at in range(len(formats) - 1, -1, -1):
            if formats[at][1] == node:
                del formats[at]
                return
            if not formats[at][0]:
                return

    def _clear_formats(self) -> None:
        while self.formats and self.formats.pop()[0]:
            pass

    def _remember(self, number: int, node: int) -> None:
        """Note the formatting; of one name only the last three, as the standard does for equal ones."""
        formats, same = self.formats, list[int]()
        if len(formats) < 3:
            formats.append((number, node))
            return
        for at in range(len(formats) - 1, -1, -1):
            if not formats[at][0]:
                break
            if formats[at][0] == number:
                same.append(at)
        if len(same) >= 3:
            del formats[same[-1]]
        formats.append((number, node))

    def _end_format(self, k: int, number: int) -> None:
        """End formatting from the middle: what is inside reopens later; a block inside outlives it."""
        entry = next((e for e in reversed(self.formats) if not e[0] or e[0] == number), (0, -1))
        if not entry[0]:
            self._close_name(k, number, rules.SPECIAL)
            return
        self._forget(entry[1])
        if entry[1] not in self.nodes:
            return
        depth = self.nodes.index(entry[1])
        if any(rules.SPECIAL[inside] for inside in self.tags[depth + 1 :]):
            if not any(rules.SCOPE[inside] for inside in self.tags[depth + 1 :]):
                self.outlived.add(entry[1])
        else:
            self._pop_to(depth, k)

    # Start tags

    def _ordinary(self, k: int, number: int) -> None:
        if self.unsettled and self.body >= 0:
            self._reopen(k)
        self._open(k, number)

    def _void(self, k: int, number: int) -> None:
        if self.unsettled:
            self._reopen(k)
        self._leaf(k, number)

    def _block(self, k: int, number: int) -> None:
        if self.opened[_P] or self.opened[_SELECT]:
            self._close_paragraph(k)
        self._open(k, number)

    def _heading(self, k: int, number: int) -> None:
        self._close_paragraph(k)
        if rules.HEADING[self.tags[-1]]:
            self._pop_to(len(self.tags) - 1, k)
        self._open(k, number)

    def _item(self, k: int, number: int) -> None:
        partners = _PARTNERS[number]
        if self.opened[number] or self.opened[partners[0]] or self.opened[partners[1]]:
            for depth in range(len(self.tags) - 1, -1, -1):
                if self.tags[depth] in partners:
                    self._pop_to(depth, k)
                    break
                if rules.SPECIAL_TO_ITEMS[self.tags[depth]]:
                    break
        self._block(k, number)

    def _format(self, k: int, number: int) -> None:
        if self.unsettled:
            self._reopen(k)
        node = self._open(k, number)
        if self.nodes[-1] == node:
            self.began[node] = k
            self._remember(number, node)

    def _anchor(self, k: int, number: int) -> None:
        for other, _ in reversed(self.formats):
            if other == number:
                self._end_format(k, number)
            if other == number or not other:
                break
        self._format(k, number)

    def _rule(self, k: int, number: int) -> None:
        self._close_paragraph(k)
        self._leaf(k, number)

    def _scope(self, k: int, number: int) -> None:
        if self.unsettled and self.body >= 0:
            self._reopen(k)
        if number == _BUTTON and self.opened[_BUTTON]:
            self._close_name(k, _BUTTON, rules.SCOPE)
        node = self._open(k, number)
        if rules.MARKER[number] and self.nodes[-1] == node:
            self.formats.append((0, -1))

    def _table(self, k: int, number: int) -> None:
        if rules.TABLE_PARTS[self.tags[-1]]:  # a table between the parts of another ends that one
            self._close_name(k, _TABLE, rules.TABLE_SCOPE)
        if not self.quirks:
            self._close_paragraph(k)
        self._open(k, number)

    def _caption(self, k: int, number: int) -> None:
        if self._back_to(k, rules.ONLY_TABLE):
            if number == _COL:
                self._leaf(k, number)
            else:
                self._scope_in_table(k, number)

    def _section(self, k: int, number: int) -> None:
        if self._back_to(k, rules.ONLY_TABLE):
            self._open(k, number)

    def _row(self, k: int, number: int) -> None:
        if self._back_to(k, rules.ROW_HOLDERS):
            if self.tags[-1] == _TABLE:
                self._imply(_TBODY, k)
            self._open(k, number)

    def _cell(self, k: int, number: int) -> None:
        if self._back_to(k, rules.CELL_HOLDERS):
            if self.tags[-1] == _TABLE:
                self._imply(_TBODY, k)
            if self.tags[-1] != _TR:
                self._imply(_TR, k)
            self._scope_in_table(k, number)

    def _scope_in_table(self, k: int, number: int) -> None:
        node = self._open(k, number)
        if self.nodes[-1] == node:
            self.formats.append((0, -1))
        self.unsettled = self.body < 0

    def _back_to(self, k: int, holders: list[bool]) -> bool:
        """Close what is open inside the table part that may hold the new one; False outside of tables."""
        if not self.opened[_TABLE]:
            return False
        depth = len(self.tags)
        while not holders[self.tags[depth - 1]]:
            depth -= 1
        self._pop_to(depth, k)
        return True

    def _option(self, k: int, number: int) -> None:
        if self.tags[-1] == _OPTION:
            self._pop_to(len(self.tags) - 1, k)
        if number == _OPTGROUP and self.tags[-1] == _OPTGROUP:
            self._pop_to(len(self.tags) - 1, k)
        self._ordinary(k, number)

    def _ruby(self, k: int, number: int) -> None:
        if START[self.tags[-1]] == Start.RUBY:
            self._pop_to(len(self.tags) - 1, k)
        self._open(k, number)

    def _form(self, k: int, number: int) -> None:
        if self.in_form:
            return
        self.in_form = True
        if rules.TABLE_PARTS[self.tags[-1]]:
            self._leaf(k, number)
        else:
            self._block(k, number)

    def _document(self, k: int, number: int) -> None:
        """The page has its html, head and body already."""

    def _foreign(self, k: int, number: int) -> None:
        """Read svg and math, where `/>` closes; an HTML tag inside ends a drawing that was left open."""
        if self.start is START_IN_FOREIGN and rules.BREAKS_OUT[number]:
            depth = len(self.tags)
            while self.tags[depth - 1] not in (_SVG, _MATH):
                depth -= 1
            self._pop_to(depth - 1, k)
            _STEPS[self.start[number]](self, k, number)
            return
        if self.unsettled and self.start is START:
            self._reopen(k)
        if self.written[k].endswith("/>") or START[number] == Start.LEAF:
            self._leaf(k, number)
            return
        self._open(k, number)
        self._choose_rules()

    def _choose_rules(self) -> None:
        """Inside svg and math other rules hold, except in the parts that may hold HTML."""
        self.start = START
        if self.opened[_SVG] or self.opened[_MATH]:
            for number in reversed(self.tags):
                if number in _INTEGRATION:
                    return
                if number in (_SVG, _MATH):
                    self.start = START_IN_FOREIGN
                    return

    # End tags that do more than close the innermost element

    def _end(self, k: int, number: int) -> None:
        if number in _IGNORED_ENDS:
            return
        if number == _FORM:
            self._end_form(k)
        elif self.tags[-1] == number:
            if rules.FORMAT[number]:
                self._forget(self.nodes[-1])
            settled = not self.unsettled
            self._pop_to(len(self.tags) - 1, k)
            if settled:
                self.unsettled = False
            self._choose_rules()
        elif number == _P:
            self._close_name(k, number, rules.BUTTON_SCOPE)
        elif rules.FORMAT[number]:
            self._end_format(k, number)
        elif rules.CLOSES_IN_SCOPE[number] or number == _SELECT:
            self._close_name(k, number, rules.SCOPE)
        elif START[number] == Start.ITEM:
            self._close_name(k, number, rules.LIST_SCOPE if number == _LI else rules.SCOPE)
        elif rules.HEADING[number]:
            self._end_heading(k)
        elif number in _TABLE_ENDS:
            self._close_name(k, number, rules.TABLE_SCOPE)
        else:
            self._close_name(k, number, rules.SPECIAL)

    def _end_another(self, k: int, number: int) -> None:
        """Read an end tag whose element is not open: it may end another heading, or formatting to be opened again."""
        if number == _FORM:
            self.in_form = False
        elif rules.FORMAT[number]:
            entry = next((e for e in reversed(self.formats) if not e[0] or e[0] == number), (0, -1))
            if entry[0]:
                self._forget(entry[1])
        elif any(self.opened[other] for other in _HEADINGS):
            self._end_heading(k)

    def _end_form(self, k: int) -> None:
        """End a form; what was left open inside goes on, and the form ends with it."""
        depth = self._depth_of(_FORM, rules.SCOPE) if self.in_form else 0
        self.in_form = False
        if depth <= 0:
            return
        while rules.IMPLIED_END[self.tags[-1]]:
            self._pop_to(len(self.tags) - 1, k)
        if depth < len(self.tags) - 1:
            self.outlived.add(self.nodes[depth])
        elif depth < len(self.tags):
            self._pop_to(depth, k)

    def _end_heading(self, k: int) -> None:
        for depth in range(len(self.tags) - 1, -1, -1):
            if rules.HEADING[self.tags[depth]]:
                self._pop_to(depth, k)
                return
            if rules.SCOPE[self.tags[depth]]:
                return


_BUTTON, _COL, _FORM, _TEMPLATE = NUMBER["button"], NUMBER["col"], NUMBER["form"], NUMBER["template"]
_STEPS: Final = {
    int(Start.ORDINARY): _Builder._ordinary,
    int(Start.VOID): _Builder._void,
    int(Start.LEAF): _Builder._leaf,
    int(Start.BLOCK): _Builder._block,
    int(Start.HEADING): _Builder._heading,
    int(Start.ITEM): _Builder._item,
    int(Start.FORMAT): _Builder._format,
    int(Start.ANCHOR): _Builder._anchor,
    int(Start.RULE): _Builder._rule,
    int(Start.SCOPE): _Builder._scope,
    int(Start.TABLE): _Builder._table,
    int(Start.CAPTION): _Builder._caption,
    int(Start.SECTION): _Builder._section,
    int(Start.ROW): _Builder._row,
    int(Start.CELL): _Builder._cell,
    int(Start.OPTION): _Builder._option,
    int(Start.RUBY): _Builder._ruby,
    int(Start.FOREIGN): _Builder._foreign,
    int(Start.DOCUMENT): _Builder._document,
    int(Start.FORM): _Builder._form,
}
