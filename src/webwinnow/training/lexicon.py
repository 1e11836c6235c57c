"""Learning what class names tell: how much of the text below a name is content, averaged over pages and sites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.extractors.consensus.features import Table
from webwinnow.training.examples import Example, fold_of
from webwinnow.training.labels import ENOUGH

Numbers = npt.NDArray[Any]

FEWEST_SITES: Final = 5
"""Sites that must use a name: what fewer say is their own affair."""
_STRENGTH: Final = 5.0
"""Pages' worth of the common share that each name starts from."""
PARTS: Final = 7
"""Training pages are judged by a lexicon learned from the other parts, or the trees would trust it too much."""


@dataclass(slots=True)
class _Counts:
    content: float = 0.0
    other: float = 0.0
    sites: set[str] = field(default_factory=set)


def learn_lexicon(examples: Sequence[Example]) -> dict[str, float]:
    """Give the log odds of content for every name that enough sites use, relative to all names."""
    counts: dict[str, _Counts] = defaultdict(_Counts)
    for example in examples:
        for name, share in _shares(example.prepared, example.shares >= ENOUGH).items():
            counts[name].content += share
            counts[name].other += 1 - share
            counts[name].sites.add(example.site)
    content, other = sum(each.content for each in counts.values()), sum(each.other for each in counts.values())
    prior = content / max(content + other, 1e-9)
    common = np.log(max(content, 1e-9) / max(other, 1e-9))
    return {
        name: round(float(np.log((c.content + _STRENGTH * prior) / (c.other + _STRENGTH * (1 - prior))) - common), 4)
        for name, c in sorted(counts.items())
        if len(c.sites) >= FEWEST_SITES
    }


def lexicons_by_part(examples: Sequence[Example]) -> list[dict[str, float]]:
    """Learn for each part of the sites a lexicon from all the others."""
    return [learn_lexicon([each for each in examples if fold_of(each.site, PARTS) != part]) for part in range(PARTS)]


def _shares(table: Table, content: Numbers) -> dict[str, float]:
    """Give for each name on a page the share of content in the words below it."""
    words, kept = _below(table, table.words + 0.5), _below(table, (table.words + 0.5) * content)
    total: dict[str, float] = defaultdict(float)
    good: dict[str, float] = defaultdict(float)
    per_tag = np.bincount(table.names.number, words), np.bincount(table.names.number, kept)
    for parts, all_words, kept_words in zip(table.names.parts, *per_tag, strict=True):
        for part in (each for each in parts if len(each) > 1):
            total[part] += all_words
            good[part] += kept_words
    return {name: good[name] / total[name] for name in total if total[name] > 0}


def _below(table: Table, amounts: Numbers) -> Numbers:
    """Add up an amount per block over each named element with all it holds."""
    sums = np.bincount(table.place, amounts, minlength=len(table.lineage[0])).tolist()
    parent = table.lineage[0].tolist()
    for element in range(len(parent) - 1, 0, -1):  # children stand behind their parents
        sums[parent[element]] += sums[element]
    return np.array(sums)
