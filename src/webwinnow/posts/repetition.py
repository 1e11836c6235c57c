"""Repeated structures: elements of the same name and naming, each with text and a date, or named as posts are.

A list is a parent with several such children; what stands inside one of them and is named alike belongs to it, so that
answers inside answers are found at any depth. Linear: every step is a column or one dictionary over the candidates.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.kernels import LIBRARY
from webwinnow.posts import compiled
from webwinnow.posts.candidates import CandidateColumns, Candidates, block_around, find_candidates
from webwinnow.posts.evidence import Evidence, Sums, add_evidence, dated_gaps
from webwinnow.posts.naming import Naming

Gaps = npt.NDArray[np.int32]
Signature = tuple[int, str]
"""What the elements of a list share: the number of their tag, and the key of their names."""

MOST: Final = 12
"""Lists that are looked at closer: those with most text."""
_NESTED: Final = (NUMBER["li"], NUMBER["dd"])
"""Elements that need no name for those inside them to be answers; a nameless div or row inside another is layout."""
_HEADS: Final = column("dt tr td")
"""Elements that may be the head of a post without being named so: its text stands in their siblings."""


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


def gather(page: Document) -> Evidence:
    """Collect the evidence of a page."""
    if LIBRARY:
        return compiled.gather(LIBRARY, page)
    dated = dated_gaps(page)
    return Evidence(add_evidence(page, dated), dated)


def repeated_structures(page: Document, evidence: Evidence) -> list[Repeated]:
    """Find the lists, largest first."""
    columns = candidate_columns(page, evidence)
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


def candidate_columns(page: Document, evidence: Evidence) -> CandidateColumns:
    """Find the candidates of a page."""
    return compiled.find_candidates(LIBRARY, page, evidence) if LIBRARY else find_candidates(page, evidence)


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
    if signature[1] or signature[0] in _NESTED:
        units = sorted({*units, *_answers(page, candidates, signature, sorted(units))})
    named = candidates.named(members[0])
    heads = named.alone or named.post or bool(_HEADS[page.elements.tag[units[0]]])
    laid = compiled.lay_out(LIBRARY, evidence, units, heads) if LIBRARY else lay_out(page, evidence, units, heads)
    return Repeated(units, *laid, named, int(page.elements.parent[units[0]]))


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
