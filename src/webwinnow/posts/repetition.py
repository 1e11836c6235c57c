"""Repeated structures: elements of the same name and naming, each with text and a date, or named as posts are.

Candidates are elements with a date, with a linked heading above much text, or named as comments are; most pages have
few, and what follows looks at nothing else. A list is a parent with several such children; what stands inside one of
them and is named alike belongs to it, so that answers inside answers are found at any depth. Linear: every step is a
column or one dictionary over the candidates.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, NUMBERS, column
from webwinnow.posts.evidence import Evidence, Sums, add_evidence, dated_gaps
from webwinnow.posts.naming import Naming, may_be_alone, read_naming

Gaps = npt.NDArray[np.int32]
Places = npt.NDArray[np.integer]
Marked = npt.NDArray[np.bool_]
Signature = tuple[int, str]
"""What the elements of a list share: the number of their tag, and the key of their names."""

SHORTEST: Final = 8
"""Characters that a post has at least, with author and date."""
LONG_ENTRY: Final = 150
"""Characters without links of a weblog's post."""
MOST_OPEN: Final = 64
"""So many formats that were left open are looked through."""
_INVENTED: Final = np.arange(NUMBERS) > len(NUMBER)
HOLDS_POSTS: Final = _INVENTED | column("article aside center dd details div dt fieldset li section table td tr")
"""Elements that may be posts, among them those whose names the page invented."""
IS_FORMAT: Final = column("a abbr b big em font i label small span strong u")
"""Elements that stand around posts only because they were never closed."""
BODY: Final = NUMBER["body"]
MOST: Final = 12
"""Lists that are looked at closer: those with most text."""
NESTED: Final = column("li dd")
"""Elements that need no name for those inside them to be answers; a nameless div or row inside another is layout."""
HEADS: Final = column("dt tr td")
"""Elements that may be the head of a post without being named so: its text stands in their siblings."""
ARTICLE: Final = NUMBER["article"]


class Counted(NamedTuple):
    """What speaks for a repeated structure as a list of posts, and what was found out on the way (see `Judged`)."""

    points: float
    comment: bool
    forum: bool
    named: bool
    entries: bool
    titled: bool
    weblog: bool
    """Its entries are named as posts are, or are articles."""
    dated: int


@dataclass(frozen=True, slots=True, eq=False)
class Repeated:
    """Elements that may each be a post."""

    units: list[int]
    """In the order of the source; some may stand inside others."""
    first: Gaps
    """Per unit: its first gap."""
    last: Gaps
    """Per unit: its last gap. Units that are the heads of what follows them reach to the next head."""
    amounts: Sums
    """Per row of the evidence's sums: how much of it each unit has."""
    naming: Naming
    parent: int
    """The element around the first."""
    counted: Counted | None = None
    """What speaks for it, where compiled code has counted that."""


class FoundStructures(NamedTuple):
    """What repeats on a page, largest first, and what it was found by."""

    evidence: Evidence
    structures: list[Repeated]


def find_repeated(page: Document) -> FoundStructures:
    """Find the repeated structures of a page: the definition that compiled code follows."""
    dated = dated_gaps(page)
    evidence = Evidence(add_evidence(page, dated), dated)
    return FoundStructures(evidence, repeated_structures(page, evidence))


def repeated_structures(page: Document, evidence: Evidence) -> list[Repeated]:
    """Find the lists, largest first."""
    columns = find_candidates(page, evidence)
    if not len(columns.place):
        return []
    candidates = Candidates(page, columns)
    starting = _starting(candidates)
    if len(starting) > 1:
        plain = page.in_subtrees(evidence.plain, columns.place).tolist()
        starting = sorted(starting, key=lambda each: -sum(plain[at] for at in each[1]))[: 2 * MOST]
    found = [_grown(page, evidence, candidates, signature, members) for signature, members in starting]
    weight = [int(each.amounts[1].sum()) for each in found]
    return [found[at] for at in np.argsort(weight, kind="stable")[::-1][:MOST]]


def _starting(candidates: Candidates) -> list[tuple[Signature, list[int]]]:
    """Group candidates that stand beside each other and are named alike; several count, or one that is named so."""
    siblings: dict[tuple[int, Signature], list[int]] = defaultdict(list)
    for at, together in enumerate(candidates.together):
        if together:
            signature = candidates.tag[at], candidates.named(at).key
            siblings[candidates.parent[at], signature].append(at)
    starting: dict[Signature, list[int]] = defaultdict(list)
    dated, entry = candidates.dated, candidates.entry
    for (_, signature), members in siblings.items():
        if sum(dated[at] or entry[at] for at in members) > 1 or candidates.named(members[0]).alone:
            starting[signature] += members
    return list(starting.items())


def _grown(
    page: Document, evidence: Evidence, candidates: Candidates, signature: Signature, members: list[int]
) -> Repeated:
    """Add what is named alike and stands inside one of the members, and lay the units out."""
    units = [candidates.place[at] for at in members]
    if signature[1] or NESTED[signature[0]]:
        units = sorted({*units, *_answers(page, candidates, signature, sorted(units))})
    named = candidates.named(members[0])
    heads = named.alone or named.post or bool(HEADS[page.elements.tag[units[0]]])
    return Repeated(units, *lay_out(page, evidence, units, heads), named, int(page.elements.parent[units[0]]))


def _answers(page: Document, candidates: Candidates, signature: Signature, units: list[int]) -> list[int]:
    """Find the dated candidates of a signature that stand inside of units, which are sorted."""
    found, place = list[int](), candidates.place
    passed = 0
    for unit, end in zip(units, page.elements.last[units].tolist(), strict=True):
        for at in range(max(bisect_left(place, unit + 1), passed), bisect_left(place, end)):
            passed = at + 1
            if candidates.dated[at] and candidates.tag[at] == signature[0] and candidates.named(at).key == signature[1]:
                found.append(place[at])
    return found


def lay_out(page: Document, evidence: Evidence, units: list[int], heads: bool) -> tuple[Gaps, Gaps, Sums]:
    """Return the first and the last gap of each unit, and how much it has of each sum; `heads` may have bodies."""
    first, last = page.elements.first[units] + 1, page.elements.close[units]
    if heads and (len(units) > 2 or (evidence.dates[last + 1] > evidence.dates[first]).all()):
        reach, plain = _reach(page, units, first, last), evidence.plain
        following, own = plain[reach + 1] - plain[last + 1], plain[last + 1] - plain[first]
        last = reach if following.sum() > own.sum() else last
    return first, last, evidence.sums[:, last + 1] - evidence.sums[:, first]


def median(amounts: list[int]) -> float:
    """Return the median of at least one number: `np.median` for few numbers, many times as fast."""
    ordered = sorted(amounts)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _reach(page: Document, units: list[int], first: Gaps, last: Gaps) -> Gaps:
    """Return for each unit the gap before the next one of the same parent; the last one reaches as far as most do."""
    parent = block_around(page, np.array(units))
    follows = np.zeros(len(first), dtype=np.bool_)
    follows[:-1] = (parent[1:] == parent[:-1]) & (first[1:] > last[:-1])
    if not follows.any():
        return last
    reach = last.copy()
    reach[:-1][follows[:-1]] = first[1:][follows[:-1]] - 1
    usual = int(median((reach - first)[follows].tolist()))
    ends = ~follows & (parent == parent[np.argmax(follows)])
    reach[ends] = np.maximum(last[ends], np.minimum(first[ends] + usual, page.elements.close[parent[ends]]))
    return reach


class CandidateColumns(NamedTuple):
    """What is known of each candidate, in the order of the page."""

    place: Places
    """Its element."""
    parent: Places
    """The element around it, without formats that were left open."""
    dated: Marked
    entry: Marked
    """It has a linked heading and much text, as posts of weblogs have."""
    together: Marked
    """Another one stands beside it, or its name may tell that it is a post even alone."""


class Candidates:
    """The candidates of a page, as lists: most pages have so few that arrays would take longer."""

    def __init__(self, page: Document, columns: CandidateColumns) -> None:
        """Take the columns."""
        self.place: list[int] = columns.place.tolist()
        self.parent: list[int] = columns.parent.tolist()
        self.dated: list[bool] = columns.dated.tolist()
        self.entry: list[bool] = columns.entry.tolist()
        self.together: list[bool] = columns.together.tolist()
        self.tag: list[int] = page.elements.tag[columns.place].tolist()
        first, edge = page.elements.first[columns.place], page.tokens.edge
        self._source = page.source
        self._starts: list[int] = edge[2 * first + 1].tolist()
        self._ends: list[int] = edge[2 * first + 2].tolist()
        self._known: dict[str, Naming] = {}

    def named(self, at: int) -> Naming:
        """Tell how a candidate is named; most of those that stand alone are never asked."""
        tag = self._source[self._starts[at] : self._ends[at]]
        known = self._known.get(tag)
        if known is None:
            known = self._known[tag] = read_naming(tag.lower())
        return known


def find_candidates(page: Document, evidence: Evidence) -> CandidateColumns:
    """Find what could be posts, quickly nothing where nothing repeats and nothing is named as comments are."""
    fit = HOLDS_POSTS[page.elements.tag]
    fit[: np.argmax(page.elements.tag == BODY) + 1] = False
    fit[list(page.elements.owner)] = False
    places = np.flatnonzero(fit)
    places = places[page.in_subtrees(evidence.characters, places) >= SHORTEST]
    dated = page.in_subtrees(evidence.dates, places) > 0
    entry = (page.in_subtrees(evidence.titles, places) > 0) & (page.in_subtrees(evidence.plain, places) >= LONG_ENTRY)
    alone = may_be_alone(page, places)
    tag = page.elements.tag[places]
    chosen = alone | ((dated | entry) & _repeated(page, places[dated | entry])[tag])
    places, dated, entry, alone = places[chosen], dated[chosen], entry[chosen], alone[chosen]
    parent = block_around(page, places)
    group = list(zip(parent.tolist(), tag[chosen].tolist(), strict=True))
    beside = Counter(group)
    together = alone | np.array([beside[each] > 1 for each in group], dtype=np.bool_)
    return CandidateColumns(places.astype(np.int32), parent.astype(np.int32), dated, entry, together)


def _repeated(page: Document, alike: Places) -> Marked:
    """Mark the tag numbers of which two of these elements stand beside each other."""
    group = np.sort(block_around(page, alike) * NUMBERS + page.elements.tag[alike])
    repeated = np.zeros(NUMBERS, dtype=np.bool_)
    repeated[group[1:][group[1:] == group[:-1]] % NUMBERS] = True
    return repeated


def block_around(page: Document, places: Places) -> npt.NDArray[np.intp]:
    """Return the elements around some, without formats that were left open."""
    parent = page.elements.parent
    found: npt.NDArray[np.intp] = parent[places].astype(np.intp)
    for _ in range(MOST_OPEN):
        open_format = (found > 0) & IS_FORMAT[page.elements.tag[found]]
        if not open_format.any():
            break
        found = np.where(open_format, parent[found], found)
    return found
