"""Repeated structures: elements of the same name and naming, each with text and a date, or named as posts are.

A list is a parent with several such children; what stands inside one of them and is named alike belongs to it, so that
answers inside answers are found at any depth. Linear: every step is a column or one dictionary over the candidates.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
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
MOST: Final = 12
"""Lists that are looked at closer: those with most text."""
_INVENTED: Final = np.arange(NUMBERS) > len(NUMBER)
_HOLDS: Final = _INVENTED | column("article aside center dd details div dt fieldset li section table td tr")
"""Elements that may be posts, among them those whose names the page invented."""
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
        """From sums before each gap to the amount in each unit."""
        return np.asarray(before[self.last + 1].astype(np.int64) - before[self.first], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Elements that could be posts, with their signatures: those with a date, and those named as comments are."""

    places: Places
    signature: list[tuple[int, str]]
    """Per candidate: number of the tag, and what it shares with its like."""
    named: list[Naming]
    dated: list[bool]


def repeated_structures(page: Document, evidence: Evidence) -> list[Repeated]:
    """Find the lists, largest first."""
    candidates = _candidates(page, evidence)
    parents = page.elements.parent[candidates.places].tolist()
    siblings: dict[tuple[int, tuple[int, str]], list[int]] = defaultdict(list)
    for at, (parent, signature) in enumerate(zip(parents, candidates.signature, strict=True)):
        siblings[parent, signature].append(at)
    starting: dict[tuple[int, str], list[int]] = defaultdict(list)
    for (_, signature), members in siblings.items():
        if sum(candidates.dated[at] for at in members) > 1 or candidates.named[members[0]].alone:
            starting[signature] += members
    plain = page.in_subtrees(evidence.plain)[candidates.places].tolist()
    largest = sorted(starting, key=lambda signature: -sum(plain[at] for at in starting[signature]))[: 2 * MOST]
    found = [_grown(page, evidence, candidates, signature, starting[signature]) for signature in largest]
    weight = [int(each.inside(evidence.plain).sum()) for each in found]
    return [found[at] for at in np.argsort(weight, kind="stable")[::-1][:MOST]]


def _candidates(page: Document, evidence: Evidence) -> Candidates:
    elements, tokens, source = page.elements, page.tokens, page.source
    fit = (page.in_subtrees(evidence.characters) >= SHORTEST) & _HOLDS[elements.tag]
    fit[: np.argmax(elements.tag == NUMBER["body"]) + 1] = False
    fit[list(elements.owner)] = False
    places = np.flatnonzero(fit)
    first = elements.first[places]
    bounds = zip(tokens.tag_start[first].tolist(), tokens.tag_end[first].tolist(), strict=True)
    tags = [source[start:end].lower() for start, end in bounds]
    dated = (page.in_subtrees(evidence.dates)[places] > 0).tolist()
    named_alone = may_be_alone(tags)
    kept = [at for at in range(len(tags)) if dated[at] or at in named_alone]
    known = {tag: read_naming(tag) for tag in {tags[at] for at in kept}}
    named = [known[tags[at]] for at in kept]
    number = elements.tag[places[kept]].tolist()
    signature = [(tag, each.key) for tag, each in zip(number, named, strict=True)]
    return Candidates(places[kept], signature, named, [dated[at] for at in kept])


def _grown(
    page: Document, evidence: Evidence, candidates: Candidates, signature: tuple[int, str], members: list[int]
) -> Repeated:
    """Add what is named alike and stands inside one of the members, and lay the units out."""
    alike = np.array([other == signature for other in candidates.signature])
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    marked[candidates.places[members]] = True
    alike &= page.inside(marked)[candidates.places] & np.array(candidates.dated)
    alike[members] = True
    units = candidates.places[alike]
    first, last = page.elements.first[units].astype(np.int64) + 1, page.elements.close[units].astype(np.int64)
    reach = _reach(page, units, first, last)
    plain = evidence.plain.astype(np.int64)
    named, tag = candidates.named[members[0]], int(page.elements.tag[units[0]])
    heads = (named.alone or named.post or bool(_HEADS[tag])) and (
        len(units) > 2 or bool((evidence.dates[last + 1] > evidence.dates[first]).all())
    )
    if heads and (plain[reach + 1] - plain[last + 1]).sum() > (plain[last + 1] - plain[first]).sum():
        last = reach
    return Repeated(units, first, last, named, int(page.elements.parent[units[0]]))


def _reach(page: Document, units: Places, first: Gaps, last: Gaps) -> Gaps:
    """Return for each unit the gap before the next one of the same parent; the last one reaches as far as most do."""
    parent = page.elements.parent[units]
    follows = np.zeros(len(first), dtype=np.bool_)
    follows[:-1] = (parent[1:] == parent[:-1]) & (first[1:] > last[:-1])
    reach = last.copy()
    reach[:-1][follows[:-1]] = first[1:][follows[:-1]] - 1
    if follows.any():
        usual = int(np.median((reach - first)[follows]))
        ends = ~follows & (parent == parent[np.argmax(follows)])
        reach[ends] = np.maximum(last[ends], np.minimum(first[ends] + usual, page.elements.close[parent[ends]]))
    return reach
