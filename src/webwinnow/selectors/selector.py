"""`Selector`: which elements of a page a CSS selector means, and what text stands in them.

Every part of a selector is one step over the columns, so a selector of k parts takes O(k * elements): a condition marks
elements, a combinator turns what is marked on its left into what may stand on its right. `:has()` goes the other way.

Supported: names, `*`, `#id`, `.class`, attributes with all operators and the flag `i`, the combinators " ", `>`, `+`
and `~`, lists with commas, `:not()`, `:is()`, `:where()`, `:has()`, `:root`, `:empty`, `:link`, `:first-child`,
`:last-child`, `:only-child`, the same of type, and `:nth-child()` and its relatives. What depends on a reader
(`:hover`) is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt
from cssselect import parser

from webwinnow.document import Document
from webwinnow.document.html_names import RAW_TEXT, column
from webwinnow.document.tree.elements import Elements, around
from webwinnow.errors import UsageError
from webwinnow.lazy_values import cached_property
from webwinnow.selectors.attributes import Condition, DifferentTags
from webwinnow.spans import Spans

Marked = npt.NDArray[np.bool_]
Column = npt.NDArray[np.int64]
_Value = TypeVar("_Value", np.bool_, np.int64)

_LONGEST: Final = 10_000
"""Characters of a selector."""
_DEEPEST: Final = 100
"""Parts of a selector, which are read by recursion."""
_LINK: Final = column("a area")
_RAW: Final = column(RAW_TEXT)
_COUNTED: Final = ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type")
_FIRST: Final = {
    "first-child": ("nth-child",),
    "last-child": ("nth-last-child",),
    "only-child": ("nth-child", "nth-last-child"),
    "first-of-type": ("nth-of-type",),
    "last-of-type": ("nth-last-of-type",),
    "only-of-type": ("nth-of-type", "nth-last-of-type"),
}
_ALONE: Final = ("root", "empty", "link", "any-link", *_FIRST)
"""Pseudo-classes that stand for themselves; the others say in brackets what they mean."""
KNOWN: Final = (*_ALONE, *_COUNTED, "not", "is", "where", "has")
"""The pseudo-classes."""


@dataclass(frozen=True, slots=True)
class Selector:
    """A CSS selector, or several with commas between them; raises UsageError if it cannot be read."""

    css: str
    _trees: tuple[parser.Tree, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Read the selector and check all of it, so that no page meets an error."""
        object.__setattr__(self, "_trees", _parsed(self.css))

    def __reduce__(self) -> tuple[type[Selector], tuple[str]]:
        """Pickle the text alone."""
        return Selector, (self.css,)

    def matches(self, page: Document) -> Marked:
        """Mark the elements that the selector means."""
        return page.once(("selector", self.css), lambda: _matched(page, self._trees))

    def text(self, page: Document) -> Spans:
        """Return the visible text inside the elements.

        >>> page = Document("<p>Grain</p><p class=ad>Chaff</p>")
        >>> [page.source[start:end] for start, end in Selector("p:not(.ad)").text(page)]
        ['Grain']
        """
        return page.select_elements(page.inside(self.matches(page)))


def select_text(page: Document, selectors: Iterable[Selector]) -> Spans:
    """Return the visible text inside the elements that any of the selectors means."""
    found = Spans(size=len(page.source))
    for selector in selectors:
        found = found | selector.text(page)
    return found


@lru_cache(maxsize=256)
def _parsed(css: str) -> tuple[parser.Tree, ...]:
    if len(css) > _LONGEST:
        raise UsageError(f"a selector of {len(css)} characters is too long: at most {_LONGEST}")
    try:
        read = parser.parse(css)
    except (parser.SelectorError, ValueError, RecursionError) as error:
        raise UsageError(f"cannot read the selector {css!r}: {str(error) or 'nothing is in it'}") from None
    for each in read:
        if each.pseudo_element:
            raise UsageError(
                f"the selector {css!r} has a pseudo-element, which holds no text of the page: leave it out"
            )
        _check(each.parsed_tree, css)
    return tuple(each.parsed_tree for each in read)


def _check(tree: parser.Tree, css: str) -> None:
    """Refuse what cannot be matched."""
    parts = list(_parts(tree))
    if len(parts) > _DEEPEST:
        raise UsageError(f"the selector {css!r} has more than {_DEEPEST} parts: shorten it")
    for part in parts:
        if isinstance(part, parser.Pseudo) and part.ident not in _ALONE:
            if part.ident in KNOWN:
                raise UsageError(f"the selector {css!r} has :{part.ident} without brackets: write :{part.ident}(...)")
            raise _unknown(part.ident, css)
        if isinstance(part, parser.Attrib) and part.operator == "!=":
            raise UsageError(f"the selector {css!r} has !=, which is not CSS: write :not([name=value])")
        if isinstance(part, parser.Function):
            if part.name not in _COUNTED:
                raise _unknown(part.name, css)
            _series(part, css)


def _unknown(name: str, css: str) -> UsageError:
    return UsageError(f"the selector {css!r} has :{name}, which is not known: use {', '.join(KNOWN)}")


def _series(part: parser.Function, css: str) -> tuple[int, int]:
    try:
        return parser.parse_series(part.arguments)
    except ValueError:
        raise UsageError(f"the selector {css!r} has a :{part.name}() that is no an+b: write 2n+1, odd or 3") from None


def _parts(tree: parser.Tree) -> Iterator[parser.Tree]:
    """List all parts of a selector, without recursion."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += _inner(part)


def _inner(part: parser.Tree) -> list[parser.Tree]:
    if isinstance(part, parser.CombinedSelector | parser.Negation):
        return [part.selector, part.subselector]
    if isinstance(part, parser.Matching | parser.SpecificityAdjustment):
        return [part.selector, *part.selector_list]
    if isinstance(part, parser.Relation):
        return [part.selector, *(selector.parsed_tree for _, selector in part.arguments)]
    return [] if isinstance(part, parser.Element) else [part.selector]


def _matched(page: Document, trees: tuple[parser.Tree, ...]) -> Marked:
    matching = page.once(_Matching, lambda: _Matching(page))
    return _any([matching.of(tree) for tree in trees])


def _any(columns: list[Marked]) -> Marked:
    return np.asarray(np.logical_or.reduce(columns), dtype=np.bool_)


class _Matching:
    """The steps over the columns of one page."""

    def __init__(self, page: Document) -> None:
        self.page, self.elements, self.tags = page, page.elements, DifferentTags(page)

    @cached_property
    def beside(self) -> Siblings:
        return siblings(self.elements)

    @cached_property
    def beside_of_type(self) -> Siblings:
        return siblings_of_type(self.elements)

    def of(self, tree: parser.Tree) -> Marked:
        """Mark what a selector means."""
        if isinstance(tree, parser.CombinedSelector):
            return self._reached(self.of(tree.selector), tree.combinator) & self.of(tree.subselector)
        if isinstance(tree, parser.Element):
            return self._element(tree)
        marked = self.of(tree.selector)
        return marked & self._condition(tree) if marked.any() else marked

    def _element(self, tree: parser.Element) -> Marked:
        if tree.element in (None, "*"):
            return np.ones(len(self.elements), dtype=np.bool_)
        return self.tags.named(str(tree.element))

    def _condition(self, tree: parser.Tree) -> Marked:
        """Mark what fits one condition."""
        if isinstance(tree, parser.Hash):
            return self.tags.holding("id", lambda value: value == tree.id, tree.id)
        if isinstance(tree, parser.Class):
            return self.tags.holding("class", lambda value: tree.class_name in value.split(), tree.class_name)
        if isinstance(tree, parser.Attrib):
            return self.tags.holding(
                tree.attrib, _comparison(tree), "" if tree.value is None else tree.value.value or ""
            )
        if isinstance(tree, parser.Negation):
            return ~self.of(tree.subselector)
        if isinstance(tree, parser.Matching | parser.SpecificityAdjustment):
            return _any([self.of(each) for each in tree.selector_list])
        if isinstance(tree, parser.Relation):
            return _any([self._holding(str(sign.value), each.parsed_tree) for sign, each in tree.arguments])
        if isinstance(tree, parser.Function):
            return self._counted(tree.name, *parser.parse_series(tree.arguments))
        return self._pseudo(str(tree.ident))  # type: ignore[union-attr]  # all others have been asked for

    def _pseudo(self, name: str) -> Marked:
        if name == "root":
            return np.asarray(self.elements.parent < 0)
        if name == "empty":
            return self._empty()
        if name in ("link", "any-link"):
            return _LINK[self.elements.tag] & self.tags.holding("href", lambda _: True)
        return np.asarray(np.logical_and.reduce([self._counted(each, 0, 1) for each in _FIRST[name]]), dtype=np.bool_)

    def _empty(self) -> Marked:
        """Mark elements without elements and without a character inside; scripts, styles and titles are left out."""
        tokens, elements = self.page.tokens, self.elements
        before = np.concatenate([[0], np.cumsum(tokens.gap_end - tokens.gap_start)])
        alone = (elements.last == np.arange(len(elements)) + 1) & ~_RAW[elements.tag]
        return np.asarray(alone & (before[elements.close + 1] == before[elements.first + 1]))

    def _counted(self, name: str, step: int, offset: int) -> Marked:
        """Mark the elements whose place among their siblings is step * n + offset, for an n from 0 on."""
        beside = self.beside_of_type if name.endswith("of-type") else self.beside
        place = (beside.place_from_end() if "last" in name else beside.place()) - offset
        place_fits = place == 0 if step == 0 else (place % step == 0) & (place // step >= 0)
        return np.asarray(place_fits)

    def _reached(self, marked: Marked, combinator: str) -> Marked:
        """Mark what may stand right of a combinator."""
        if combinator == "+":
            return self.beside.next_to(marked)
        if combinator == "~":
            return self.beside.behind(marked)
        above = marked if combinator == ">" else self.page.inside(marked)
        return above[self.elements.parent] & (self.elements.parent >= 0)

    def _holding(self, combinator: str, tree: parser.Tree) -> Marked:
        """Mark what has something that a selector means below or behind it; the selector is read from its end."""
        if isinstance(tree, parser.CombinedSelector):
            right = self._left_of(tree.combinator, self.of(tree.subselector))
            left = tree.selector
            while isinstance(left, parser.CombinedSelector):
                right = self._left_of(left.combinator, right & self.of(left.subselector))
                left = left.selector
            return self._left_of(combinator, right & self.of(left))
        return self._left_of(combinator, self.of(tree))

    def _left_of(self, combinator: str, marked: Marked) -> Marked:
        """Mark what may stand left of a combinator."""
        if combinator == "+":
            return self.beside.directly_before(marked)
        if combinator == "~":
            return self.beside.before(marked)
        if combinator == " ":
            return around(self.elements, marked)
        found = np.zeros(len(marked), dtype=np.bool_)
        parents = self.elements.parent[marked]
        found[parents[parents >= 0]] = True
        return found


def _comparison(tree: parser.Attrib) -> Condition:
    """Return the test of an attribute's value."""
    folded = tree.flag == "i"
    given = "" if tree.value is None else tree.value.value or ""
    wanted = given.lower() if folded else given
    tests: dict[str, Condition] = {
        "exists": lambda _: True,
        "=": lambda value: value == wanted,
        "~=": lambda value: wanted in value.split(),
        "|=": lambda value: value == wanted or value.startswith(f"{wanted}-"),
        "^=": lambda value: bool(wanted) and value.startswith(wanted),
        "$=": lambda value: bool(wanted) and value.endswith(wanted),
        "*=": lambda value: bool(wanted) and wanted in value,
    }
    test = tests[tree.operator]
    return (lambda value: test(value.lower())) if folded else test


@dataclass(frozen=True, slots=True, eq=False)
class Siblings:
    """All elements, those of one parent together and in the order of the page."""

    order: Column
    start: Column
    """Per place in the order: where its group begins."""
    end: Column
    """Per place in the order: where its group ends."""

    @classmethod
    def of(cls, group: Column) -> Siblings:
        """Put elements together that have the same number."""
        order = np.argsort(group, kind="stable")
        sorted_group = group[order]
        first = np.flatnonzero(np.diff(sorted_group, prepend=sorted_group[:1] - 1)) if len(group) else order
        sizes = np.diff(np.append(first, len(group)))
        return cls(order, np.repeat(first, sizes), np.repeat(first + sizes, sizes))

    def place(self) -> Column:
        """Return for each element which of its group it is, from 1 on."""
        return self._back(np.arange(len(self.order), dtype=np.int64) - self.start + 1)

    def place_from_end(self) -> Column:
        """Return for each element which of its group it is, counted from the last."""
        return self._back(self.end - np.arange(len(self.order), dtype=np.int64))

    def next_to(self, marked: Marked) -> Marked:
        """Mark the elements that come directly behind a marked one."""
        found = np.zeros(len(marked), dtype=np.bool_)
        found[1:] = marked[self.order][:-1]
        return self._back(found & (np.arange(len(marked)) > self.start))

    def behind(self, marked: Marked) -> Marked:
        """Mark the elements that come anywhere behind a marked one."""
        before = np.concatenate([[0], np.cumsum(marked[self.order])])
        return self._back(before[np.arange(len(marked))] > before[self.start])

    def directly_before(self, marked: Marked) -> Marked:
        """Mark the elements that come directly before a marked one."""
        found = np.zeros(len(marked), dtype=np.bool_)
        found[:-1] = marked[self.order][1:]
        return self._back(found & (np.arange(len(marked)) < self.end - 1))

    def before(self, marked: Marked) -> Marked:
        """Mark the elements that come anywhere before a marked one."""
        counted = np.concatenate([[0], np.cumsum(marked[self.order])])
        return self._back(counted[self.end] > counted[np.arange(len(marked)) + 1])

    def _back(self, values: npt.NDArray[_Value]) -> npt.NDArray[_Value]:
        """Turn the order of the groups into that of the page."""
        found = np.empty_like(values)
        found[self.order] = values
        return found


def siblings(elements: Elements) -> Siblings:
    """Put the children of each element together."""
    return Siblings.of(elements.parent.astype(np.int64))


def siblings_of_type(elements: Elements) -> Siblings:
    """Put the children of each element together that have the same name."""
    return Siblings.of(elements.parent.astype(np.int64) * (int(elements.tag.max()) + 1) + elements.tag)
