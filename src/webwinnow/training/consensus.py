"""Training of `consensus`: a lexicon of class names and boosted trees, from pages with gold.

The lexicon holds what class names tell: how much of the text below a name is content, averaged over pages and sites.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.structures import KINDS as STRUCTURES
from webwinnow.extractors.consensus import judging, learned, wholes
from webwinnow.extractors.consensus.discussion import Discussion, find_discussion
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.learned import Learned, page_items
from webwinnow.extractors.consensus.lexicon import Lexicon
from webwinnow.extractors.consensus.text_signals import LANDMARKS
from webwinnow.models import Model
from webwinnow.signals.symmetric_trees import SymmetricTrees, averaged, likely
from webwinnow.training.boosting import Growing, grow
from webwinnow.training.discussion import learn_discussion
from webwinnow.training.examples import ENOUGH, Example, fold_of

Values = list[npt.NDArray[np.float32]]

KINDS: Final = ("article", "documentation", "service", "forum", "listing", "collection", "product")
GROUPS: Final = (
    lambda name: name.startswith("names "),
    lambda name: name.startswith("meta "),
    lambda name: name in {f"in {each}" for each in LANDMARKS},
    lambda name: "title" in name or "headline" in name,
)
"""Signals that some sites lack altogether."""
SILENCED: Final = 0.15
"""The share of pages on which each group is silenced while training, so that the trees learn to do without."""
_OF_BLOCKS: Final = Growing(trees=500, rate=0.065)
"""With 700 trees at a rate of 0.05 instead of 250 at 0.12, dragnet gains 0.002, daniel-waddle 0.005 and wcxb-dev 0.001
(two of three folds by site, 2026-11-18)."""
_FORESTS: Final = 2
"""Forests, grown by other seeds, whose mean judges: the mean F1 of six packages never seen is 0.9376, of the first
alone 0.9369 (dragnet 0.897 and 0.894, xmu-zh 0.960 and 0.962); judging takes 0.2 ms more of some 5.5 ms
(2026-11-18)."""
_OF_KINDS: Final = Growing(trees=60, rate=0.1, rows=0.7, columns=0.1, bins=32)
_OF_NOTHING: Final = replace(_OF_KINDS, trees=120)
_OF_LISTS: Final = Growing(trees=80, rate=0.1, rows=0.5, columns=0.5, bins=32)
_LIST_PARTS: Final = 3
"""Parts of the sites, whose lists are judged by forests of the others: what a forest says of pages that it knows is
too sure."""
_HALVES: Final = 2
_CLEAR: Final = 0.2
"""How far from one half the share of a structure in the gold must be for all its blocks to be labelled alike."""
_LINKS: Final = STRUCTURES.index("links")
"""Structures whose blocks keep labels of their own: what links are about, single words tell."""
_MOST_ROWS: Final = 130_000
_SEED: Final = 7
LEARNS_WITHOUT_GOLD: Final = True
"""Pages that are to have no text are examples, too: nothing on them is content. So are pages with snippets: the blocks
that hold them are known. With those of four packages, the share of the wanted strings that is found rises from 0.76 to
0.95 on recipes, from 0.52 to 0.83 on products (both by site) and from 0.68 to 0.79 on swde-sites (never seen); of the
strings that must not be there, 0.082 are, where 0.087 were. Word-bag F1 stays within 0.003 on most packages with gold;
magic-html loses 0.027, less if snippets are trusted less (two of three folds by site, 2026-11-18)."""
Amounts = npt.NDArray[np.float64]
"""A number for each block, or for each element."""
FEWEST_SITES: Final = 5
"""Sites that must use a name: what fewer say is their own affair."""
_STRENGTH: Final = 5.0
"""Pages' worth of the common share that each name starts from."""
PARTS: Final = 7
"""Training pages are judged by a lexicon learned from the other parts, or the trees would trust it too much."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is learned from a page."""

    table: Table
    discussion: Discussion


def prepare(page: Document) -> Prepared:
    """Compute what is learned from: the signals of the blocks, and the lists of posts."""
    return Prepared(table(page).filled(), find_discussion(page))


def fit(
    examples: Sequence[Example],
    *,
    how: Growing = _OF_BLOCKS,
    report: Callable[[str], None] = lambda text: None,  # noqa: ARG005  (nobody listens)
) -> Learned:
    """Train on examples whose `prepared` is `Prepared`."""
    blocks = _grown_blocks(examples, how, report)
    pairs = zip(blocks.values, examples, strict=True)
    described = [page_items(page, each.prepared.table.words) for page, each in pairs]
    without_landmarks = float(np.mean([not learned.has_landmarks(page) for page in blocks.values]))
    kinds, discussion = _grown_kinds(examples, described, report), _learned_discussion(examples, described, report)
    nothing, lists = _grown_nothing(examples, described), grow_lists(examples, how=how, report=report)
    judged = blocks.lexicon, blocks.trees, kinds, blocks.mean, without_landmarks
    return Learned(*judged, discussion, nothing, lists)


@dataclass(frozen=True, slots=True)
class _GrownBlocks:
    """What judges blocks, and the signals that it learned from."""

    lexicon: dict[str, float]
    trees: SymmetricTrees
    mean: npt.NDArray[np.float32]
    values: Values


def _grown_blocks(examples: Sequence[Example], how: Growing, report: Callable[[str], None]) -> _GrownBlocks:
    """Learn a lexicon, and grow the forests that judge blocks."""
    named = namings([each for each in examples if each.whole])
    values = _with_names(examples, list(map(Lexicon, lexicons_by_part(named))))
    mean = np.concatenate(values).mean(axis=0, dtype=np.float64).astype(np.float32)
    labels, weights = [_labels(each) for each in examples], _weights(examples)
    chosen, heavier = _thinned(weights)
    marked = np.concatenate([page[here] for page, here in zip(labels, chosen, strict=True)])
    seeds = range(how.seed, how.seed + _FORESTS)
    forests = [_forest(values, mean, chosen, marked, heavier, replace(how, seed=seed), report) for seed in seeds]
    return _GrownBlocks(learn_lexicon(named), averaged(forests), mean, values)


def grow_lists(
    examples: Sequence[Example],
    *,
    how: Growing = _OF_BLOCKS,
    report: Callable[[str], None] = lambda text: None,  # noqa: ARG005  (nobody listens)
) -> SymmetricTrees | None:
    """Grow the trees that judge lists as wholes, by what forests that do not know their site say of their blocks.

    None where there are too few sites or lists to learn from.
    """
    part = [fold_of(each.site, _LIST_PARTS) for each in examples]
    if len({home for each, home in zip(examples, part, strict=True) if each.whole}) < _LIST_PARTS:
        return None
    pages, rows = Counter(each.package for each in examples), list[_Lists]()
    for number in range(_LIST_PARTS):
        report(f"lists, part {number + 1} of {_LIST_PARTS}")
        judge = _grown_blocks([each for each, home in zip(examples, part, strict=True) if home != number], how, report)
        for each in (each for each, home in zip(examples, part, strict=True) if home == number and each.whole):
            rows.append(_lists(each, judge, each.trust * pages[each.package] ** -0.5))
    figures, labels, weights = (np.concatenate([row[at] for row in rows]) for at in range(3))
    if not 0 < labels.sum() < len(labels):
        return None
    seeds = range(_OF_LISTS.seed, _OF_LISTS.seed + _FORESTS)
    return averaged([grow(figures, labels, weights / weights.mean(), replace(_OF_LISTS, seed=seed)) for seed in seeds])


_Lists = tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], Amounts]
"""Lists of a page: the figures of each that trees read, whether it is content, and its weight."""


def _lists(example: Example, judge: _GrownBlocks, weight: float) -> _Lists:
    """Describe the lists of a page that are clearly in the gold or not; a page weighs by the root of its lists."""
    table: Table = example.prepared.table
    names = Lexicon(judge.lexicon).columns(table.names, table.up, table.place)
    odds = judge.trees.odds(np.hstack([table.values, names]))
    told = wholes.figures(odds, table.words, table.whole, table.whole_kind, table.lead)
    held, share = _shares_of_structures(example)
    chosen = wholes.HEARD[table.whole_kind] & (np.abs(share - 0.5) >= _CLEAR) & (held > 0)
    weights = np.sqrt(held[chosen] + 1) * weight / max(int(chosen.sum()), 1) ** 0.5
    return told[chosen], share[chosen] > 0.5, weights


def _shares_of_structures(example: Example) -> tuple[Amounts, Amounts]:
    """Return the weight of each structure of a page, and the share of it that the gold has."""
    table = example.prepared.table
    inside, count = table.whole >= 0, len(table.whole_kind)
    structure, amounts = table.whole[inside], (table.words + 0.5)[inside]
    held: Amounts = np.bincount(structure, amounts, minlength=count).astype(np.float64)
    in_gold = np.bincount(structure, amounts * example.shares[inside], minlength=count)
    return held, in_gold / np.maximum(held, 1e-9)


def _forest(
    values: Values,
    mean: npt.NDArray[np.float32],
    chosen: Sequence[npt.NDArray[np.bool_]],
    labels: npt.NDArray[np.bool_],
    weights: Amounts,
    how: Growing,
    report: Callable[[str], None],
) -> SymmetricTrees:
    """Grow one of the forests that judge blocks, on the chosen rows, some signals of which are silenced."""
    rows = np.concatenate([page[here] for page, here in zip(_silenced(values, mean, how.seed), chosen, strict=True)])
    told = f"of {how.trees}, seed {how.seed}"
    return grow(rows, labels, weights / weights.mean(), how, lambda tree: report(f"tree {tree + 1} {told}"))


def pack(found: Learned, settings: dict[str, Any]) -> Model:
    """Make the model's file."""
    return learned.packed(found, settings)


def keep(found: Learned, prepared: Prepared) -> npt.NDArray[np.bool_]:
    """Decide which blocks of a page are content."""
    return judging.judge_table(prepared.table, found, lambda: prepared.discussion).keep


def _with_names(examples: Sequence[Example], lexicons: Sequence[Lexicon]) -> Values:
    """Join the signals of each page with what a lexicon that does not know its site says."""
    joined = []
    for example in examples:
        signals: Table = example.prepared.table
        lexicon = lexicons[fold_of(example.site, PARTS)]
        names = lexicon.columns(signals.names, signals.up, signals.place)
        joined.append(np.hstack([signals.values, names]))
    return joined


def _silenced(values: Values, mean: npt.NDArray[np.float32], seed: int) -> Values:
    """Set each group of signals to its mean on some of the pages."""
    random = np.random.default_rng(seed)
    changed = [page.copy() for page in values]
    for chosen in GROUPS:
        group = np.flatnonzero([chosen(name) for name in learned.columns()])
        for page in np.flatnonzero(random.random(len(values)) < SILENCED).tolist():
            changed[page][:, group] = mean[group]
    return changed


def _labels(example: Example) -> npt.NDArray[np.bool_]:
    """Tell which blocks are content; those of a structure that is mostly in the gold, or mostly not, are like it.

    Single cells and short items are often aligned with the same word elsewhere.
    """
    table, shares = example.prepared.table, example.shares
    inside = (table.whole >= 0) & (np.append(table.whole_kind, -1)[table.whole] != _LINKS)
    mean = _shares_of_structures(example)[1][table.whole[inside]]
    labels: npt.NDArray[np.bool_] = shares >= ENOUGH
    if example.evidence is None:
        labels[inside] = np.where(np.abs(mean - 0.5) >= _CLEAR, mean > 0.5, labels[inside])
    return labels


def _weights(examples: Sequence[Example]) -> list[Amounts]:
    """Weigh each block by its share of the page's content, and each package by the square root of its pages.

    So a long page counts no more than a short one, and the largest package does not set the convention alone.
    """
    pages = Counter(each.package for each in examples)
    return [_page_weights(each) * each.trust * pages[each.package] ** -0.5 for each in examples]


def _page_weights(example: Example) -> Amounts:
    words = example.prepared.table.words
    if (evidence := example.evidence) is not None:
        told: Amounts = np.where(evidence > 0, (np.minimum(evidence, words) + 1) / (evidence.sum() + 30), 0)
        return told
    content = words.sum() if example.empty else (words * (example.shares >= ENOUGH)).sum()
    weights: Amounts = (words + 1) / (content + 30)
    return weights


def _thinned(weights: Sequence[Amounts]) -> tuple[list[npt.NDArray[np.bool_]], Amounts]:
    """Choose as many rows as training has time for: light ones by chance, each for all that it stands for.

    Half of the blocks are links and labels of a word or two, which weigh next to nothing; what nobody knows of weighs
    nothing.
    """
    every = np.concatenate(weights)
    limit = _limit(every) if len(every) > _MOST_ROWS else 0.0
    random = np.random.default_rng(_SEED)
    chosen = [(random.random(len(page)) * limit <= page) & (page > 0) for page in weights]
    kept = np.concatenate([page[here] for page, here in zip(weights, chosen, strict=True)])
    return chosen, np.maximum(kept, limit)


def _limit(weights: Amounts) -> float:
    """Return the weight below which rows are chosen by chance, so that about `_MOST_ROWS` remain."""
    low, high = 0.0, float(weights.max())
    for _ in range(60):
        middle = (low + high) / 2
        many = np.minimum(weights / middle, 1).sum() > _MOST_ROWS
        low, high = (middle, high) if many else (low, middle)
    return high


def _grown_kinds(
    examples: Sequence[Example], described: Values, report: Callable[[str], None]
) -> dict[str, SymmetricTrees]:
    """Grow a forest for each kind of page that the examples tell apart.

    Pages of which only snippets are known have a kind, too: with them, 56 instead of 35 of 100 products of wcxb-dev are
    called so, and half as many pages of dragnet are called forums (by site, 2026-11-18).
    """
    known = [place for place, each in enumerate(examples) if each.kind in KINDS]
    if not known:
        return {}
    pages, kinds = np.concatenate([described[place] for place in known]), np.array([examples[k].kind for k in known])
    found = {}
    for kind in (each for each in KINDS if 0 < (kinds == each).sum() < len(kinds)):
        report(f"pages of the kind {kind}")
        found[kind] = grow(pages, kinds == kind, np.ones(len(kinds)), _OF_KINDS)
    return found


def _grown_nothing(examples: Sequence[Example], described: Values) -> SymmetricTrees | None:
    """Grow the forest that tells pages without main text from all others, where the examples have both."""
    empty = np.array([each.empty for each in examples])
    return (
        grow(np.concatenate(described), empty, np.ones(len(empty)), _OF_NOTHING)
        if 0 < empty.sum() < len(empty)
        else None
    )


def _learned_discussion(
    examples: Sequence[Example], described: Values, report: Callable[[str], None]
) -> npt.NDArray[np.float32]:
    """Learn what lists of posts are, from pages whose kind is judged by forests that do not know their site."""
    forum = np.zeros(len(examples))
    for part in range(_HALVES):
        inside = [fold_of(each.site, _HALVES) == part for each in examples]
        others = [at for at, here in enumerate(inside) if not here]
        kinds = _grown_kinds([examples[at] for at in others], [described[at] for at in others], report)
        for at in np.flatnonzero(inside).tolist() if "forum" in kinds else ():
            chances = {kind: float(likely(forest.odds(described[at]))[0]) for kind, forest in kinds.items()}
            forum[at] = chances["forum"] / sum(chances.values())
    known = [at for at, each in enumerate(examples) if each.evidence is None]
    prepared = [examples[at].prepared for at in known]
    return learn_discussion(
        [examples[at] for at in known],
        [each.discussion for each in prepared],
        [each.table.words for each in prepared],
        forum[known],
    )


@dataclass(slots=True)
class _NameCounts:
    content: float = 0.0
    other: float = 0.0
    sites: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class NamedShares:
    """What the names on one page say: for each, the share of content in the words below it."""

    site: str
    shares: dict[str, float]


def namings(examples: Sequence[Example]) -> list[NamedShares]:
    """Read the names of all pages, once for all lexicons."""
    return [NamedShares(each.site, _shares(each.prepared.table, each.shares >= ENOUGH)) for each in examples]


def learn_lexicon(pages: Sequence[NamedShares]) -> dict[str, float]:
    """Return the log odds of content for every name that enough sites use, relative to all names."""
    counts: dict[str, _NameCounts] = defaultdict(_NameCounts)
    for page in pages:
        for name, share in page.shares.items():
            counts[name].content += share
            counts[name].other += 1 - share
            counts[name].sites.add(page.site)
    content, other = sum(each.content for each in counts.values()), sum(each.other for each in counts.values())
    prior = content / max(content + other, 1e-9)
    common = np.log(max(content, 1e-9) / max(other, 1e-9))
    return {
        name: round(float(np.log((c.content + _STRENGTH * prior) / (c.other + _STRENGTH * (1 - prior))) - common), 4)
        for name, c in sorted(counts.items())
        if len(c.sites) >= FEWEST_SITES
    }


def lexicons_by_part(pages: Sequence[NamedShares]) -> list[dict[str, float]]:
    """Learn for each part of the sites a lexicon from all the others."""
    return [learn_lexicon([each for each in pages if fold_of(each.site, PARTS) != part]) for part in range(PARTS)]


def _shares(table: Table, content: npt.NDArray[np.bool_]) -> dict[str, float]:
    """Return for each name on a page the share of content in the words below it."""
    words, kept = _below(table, table.words + 0.5), _below(table, (table.words + 0.5) * content)
    total: dict[str, float] = defaultdict(float)
    good: dict[str, float] = defaultdict(float)
    per_tag = np.bincount(table.names.number, words), np.bincount(table.names.number, kept)
    for line, all_words, kept_words in zip(table.names.lines, *per_tag, strict=True):
        for part in (each for each in line.split() if len(each) > 1):
            total[part] += all_words
            good[part] += kept_words
    return {name: good[name] / total[name] for name in total if total[name] > 0}


def _below(table: Table, amounts: Amounts) -> Amounts:
    """Add up an amount per block over each named element with all it holds."""
    sums = np.bincount(table.place, amounts, minlength=len(table.up)).tolist()
    parent = table.up.tolist()
    for element in range(len(parent) - 1, 0, -1):  # children stand behind their parents
        sums[parent[element]] += sums[element]
    return np.array(sums)
