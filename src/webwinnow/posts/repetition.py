"""Repeated structures: elements of the same name and naming, each with text and a date, or named as posts are.

A list is a parent with several such children; what stands inside one of them and is named alike belongs to it, so that
answers inside answers are found at any depth. Linear: every step is a column or one dictionary over the candidates.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.posts.evidence import Evidence
from webwinnow.posts.naming import Naming, may_be_alone, read_naming

Places = npt.NDArray[np.intp]
Gaps = npt.NDArray[np.int64]

SHORTEST: Final = 8
"""Characters that a post has at least, with author and date."""
LONG_ENTRY: Final = 150
"""Characters without links of a weblog's post."""
_OPEN: Final = 64
"""So many formats that were left open are looked through."""
MOST: Final = 12
"""Lists that are looked at closer: those with most text."""
_INVENTED: Final = np.arange(NUMBERS) > len(NUMBER)
_HOLDS: Final = _INVENTED | column("article aside center dd details div dt fieldset li section table td tr")
"""Elements that may be posts, among them those whose names the page invented."""
_NESTED: Final = (NUMBER["li"], NUMBER["dd"])
"""Elements that need no name for those inside them to be answers; a nameless div or row inside another is layout."""
_FORMATS: Final = column("a abbr b big em font i label small span strong u")
"""Elements that stand around posts only because they were never closed."""
_HEADS: Final = column("dt tr td")
"""Elements that may be the head of a post without being named so: its text stands in their siblings."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Elements that may each be a post."""

    units: Places
    """In the order of the source; some may stand inside others."""
    first: Gaps
    """Per unit: its first gap."""
    last: Gaps
    """Per unit: its last gap. Units that are the heads of what follows them reach to the next head."""
    naming: Naming
    parent: int
    """The element around the first."""

    def inside(self, before: npt.NDArray[np.int32]) -> Gaps:
        """Turn sums before each gap into the amount in each unit."""
        return np.asarray(before[self.last + 1].astype(np.int64) - before[self.first], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Elements that could be posts: with a date, with a linked heading above much text, or named as comments are."""

    places: Places
    tag: list[int]
    """Per candidate: the number of its tag."""
    parent: list[int]
    """Per candidate: the element around it."""
    together: list[bool]
    """Per candidate: another one stands beside it, or its name may tell that it is a post even alone."""
    dated: npt.NDArray[np.bool_]
    entry: npt.NDArray[np.bool_]
    """Per candidate: it has a linked heading and much text, as posts of weblogs have."""
    written: list[str]
    """Per candidate: its start tag."""
    _known: dict[str, Naming] = field(default_factory=dict)
    """Start tags that were read; most of those that stand alone never are."""

    def named(self, at: int) -> Naming:
        """Tell how a candidate is named."""
        tag = self.written[at]
        known = self._known.get(tag)
        if known is None:
            known = self._known[tag] = read_naming(tag.lower())
        return known


def repeated_structures(page: Document, evidence: Evidence) -> list[Repeated]:
    """Find the lists, largest first."""
    candidates = _candidates(page, evidence)
    if candidates is None:
        return []
    siblings: dict[tuple[int, tuple[int, str]], list[int]] = defaultdict(list)
    for at, together in enumerate(candidates.together):
        if together:
            siblings[candidates.parent[at], (candidates.tag[at], candidates.named(at).key)].append(at)
    starting: dict[tuple[int, str], list[int]] = defaultdict(list)
    alike = (candidates.dated | candidates.entry).tolist()
    for (_, signature), members in siblings.items():
        if sum(alike[at] for at in members) > 1 or candidates.named(members[0]).alone:
            starting[signature] += members
    plain = page.in_subtrees(evidence.plain, candidates.places).tolist()
    largest = sorted(starting, key=lambda signature: -sum(plain[at] for at in starting[signature]))[: 2 * MOST]
    found = [_grown(page, evidence, candidates, signature, starting[signature]) for signature in largest]
    weight = [int(each.inside(evidence.plain).sum()) for each in found]
    return [found[at] for at in np.argsort(weight, kind="stable")[::-1][:MOST]]


def _block_around(page: Document, places: Places) -> Places:
    """Return the elements around some, without formats that were left open."""
    parent = page.elements.parent
    found: Places = parent[places].astype(np.intp)
    for _ in range(_OPEN):
        open_format = (found > 0) & _FORMATS[page.elements.tag[found]]
        if not open_format.any():
            break
        found = np.where(open_format, parent[found], found)
    return found


def _candidates(page: Document, evidence: Evidence) -> Candidates | None:
    """Find what could be posts, quickly nothing where nothing repeats and nothing is named as comments are."""
    elements, tokens, source = page.elements, page.tokens, page.source
    fit = _HOLDS[elements.tag]
    fit[: np.argmax(elements.tag == NUMBER["body"]) + 1] = False
    fit[list(elements.owner)] = False
    places = np.flatnonzero(fit)
    places = places[page.in_subtrees(evidence.characters, places) >= SHORTEST]
    dated = page.in_subtrees(evidence.dates, places) > 0
    entry = (page.in_subtrees(evidence.titles, places) > 0) & (page.in_subtrees(evidence.plain, places) >= LONG_ENTRY)
    alone = may_be_alone(page, places)
    tag = elements.tag[places]
    chosen = alone | ((dated | entry) & _repeated(page, places[dated | entry])[tag])
    places, tag, dated, entry, alone = places[chosen], tag[chosen], dated[chosen], entry[chosen], alone[chosen]
    if not len(places):
        return None
    parent, first = _block_around(page, places).tolist(), elements.first[places]
    beside = Counter(zip(parent, tag.tolist(), strict=True))
    together = [
        each or beside[pair] > 1
        for each, pair in zip(alone.tolist(), zip(parent, tag.tolist(), strict=True), strict=True)
    ]
    bounds = zip(tokens.tag_start[first].tolist(), tokens.tag_end[first].tolist(), strict=True)
    written = [source[start:end] for start, end in bounds]
    return Candidates(places, tag.tolist(), parent, together, dated, entry, written)


def _repeated(page: Document, alike: Places) -> npt.NDArray[np.bool_]:
    """Mark the tag numbers of which two of these elements stand beside each other."""
    group = np.sort(_block_around(page, alike) * NUMBERS + page.elements.tag[alike])
    repeated = np.zeros(NUMBERS, dtype=np.bool_)
    repeated[group[1:][group[1:] == group[:-1]] % NUMBERS] = True
    return repeated


def _grown(
    page: Document, evidence: Evidence, candidates: Candidates, signature: tuple[int, str], members: list[int]
) -> Repeated:
    """Add what is named alike and stands inside one of the members, and lay the units out."""
    units = candidates.places[members]
    if signature[1] or signature[0] in _NESTED:
        units = np.sort(units)
        inside = np.flatnonzero(candidates.dated & _inside(page, units, candidates.places)).tolist()
        like = [at for at in inside if candidates.tag[at] == signature[0] and candidates.named(at).key == signature[1]]
        units = np.array(sorted({*units.tolist(), *candidates.places[like].tolist()}), dtype=np.intp)
    first, last = page.elements.first[units].astype(np.int64) + 1, page.elements.close[units].astype(np.int64)
    reach = _reach(page, units, first, last)
    plain = evidence.plain.astype(np.int64)
    named, tag = candidates.named(members[0]), int(page.elements.tag[units[0]])
    heads = (named.alone or named.post or bool(_HEADS[tag])) and (
        len(units) > 2 or bool((evidence.dates[last + 1] > evidence.dates[first]).all())
    )
    if heads and (plain[reach + 1] - plain[last + 1]).sum() > (plain[last + 1] - plain[first]).sum():
        last = reach
    return Repeated(units, first, last, named, int(page.elements.parent[units[0]]))


def _inside(page: Document, outer: Places, places: Places) -> npt.NDArray[np.bool_]:
    """Tell which of some elements stand inside one of the outer ones, which are sorted."""
    last = np.maximum.accumulate(page.elements.last[outer])
    around = np.searchsorted(outer, places, side="right") - 1
    inside: npt.NDArray[np.bool_] = (around >= 0) & (places < last[around])
    return inside


def median(amounts: Gaps) -> float:
    """Return the median of at least one number: `np.median` for few numbers, many times as fast."""
    ordered: list[int] = sorted(amounts.tolist())
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _reach(page: Document, units: Places, first: Gaps, last: Gaps) -> Gaps:
    """Return for each unit the gap before the next one of the same parent; the last one reaches as far as most do."""
    parent = _block_around(page, units)
    follows = np.zeros(len(first), dtype=np.bool_)
    follows[:-1] = (parent[1:] == parent[:-1]) & (first[1:] > last[:-1])
    reach = last.copy()
    reach[:-1][follows[:-1]] = first[1:][follows[:-1]] - 1
    if follows.any():
        usual = int(median((reach - first)[follows]))
        ends = ~follows & (parent == parent[np.argmax(follows)])
        reach[ends] = np.maximum(last[ends], np.minimum(first[ends] + usual, page.elements.close[parent[ends]]))
    return reach
