"""How well a model does on sites that it has not seen, and its card, which says so, what it was trained on, and how.

Cross validation is by site: every page is judged by a model that has seen no page of its site. Packages may be left out
in turn, too: what a convention of one package is, the others do not tell. Of pages without gold text less is known: of
snippets, how many are found, and of pages that are to have no text, how many give none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from webwinnow.document import Document
from webwinnow.evaluate.measures.measure import FoundText, Gold
from webwinnow.evaluate.measures.strings import Snippets
from webwinnow.evaluate.measures.words import WordBag
from webwinnow.evaluate.statistics import bootstrap_intervals
from webwinnow.models import Model
from webwinnow.render.hidden import shown_of
from webwinnow.render.text import render_text
from webwinnow.spans import Spans
from webwinnow.training.examples import Example, Kept, fold_of, page_of

MEASURE: Final = WordBag(rule="plain", headline="optional")
"""What others publish: lower-case words in any order, with or without the headline."""


Fit = Callable[[Sequence[Example]], Any]
Keep = Callable[[Any, Any], Kept]
Figure = dict[str, float]
"""How many pages, their mean, and between what it lies."""
FOUND, UNWANTED, NOTHING = "strings that must appear", "strings that must not", "pages that give nothing"


@dataclass(frozen=True, slots=True)
class Held:
    """A page that was judged by a model trained without its site."""

    example: Example
    score: float
    what: str = "F1"
    """F1 of words; for pages without gold text FOUND, UNWANTED (the shares of these strings) or NOTHING."""


def cross_validate(examples: Sequence[Example], folds: int, fit: Fit, keep: Keep, at_once: int = 1) -> list[Held]:
    """Train once for each fold on the sites of the others, and score the pages of the fold; so many folds at a time."""
    parts = [[fold_of(each.site, folds) == fold for each in examples] for fold in range(folds)]
    return _held_in_turn(examples, parts, fit, keep, at_once)


def leave_packages_out(examples: Sequence[Example], groups: int, fit: Fit, keep: Keep, at_once: int = 1) -> list[Held]:
    """Train once for each group of packages on all the others, and score its pages; so many groups at a time."""
    parts = [[each.package in group for each in examples] for group in package_groups(examples, groups)]
    return _held_in_turn(examples, parts, fit, keep, at_once)


def package_groups(examples: Sequence[Example], groups: int) -> list[tuple[str, ...]]:
    """Part the packages into so many groups, at most one for each: the largest alone, the others dealt out by size."""
    first, *rest = (package for package, _ in Counter(each.package for each in examples).most_common())
    dealt = max(min(groups - 1, len(rest)), 1)
    return [(first,), *(tuple(rest[turn::dealt]) for turn in range(dealt) if rest[turn::dealt])]


def tested(examples: Sequence[Example], found: Any, keep: Keep) -> list[Held]:
    """Score pages of packages that a model was not trained on."""
    return [held for each in examples for held in scored(each, keep(found, each.prepared))]


def _held_in_turn(
    examples: Sequence[Example], parts: Sequence[Sequence[bool]], fit: Fit, keep: Keep, at_once: int
) -> list[Held]:
    """Hold out each part, some at a time: threads share the pages, and compiled code and numpy let others work."""
    with ThreadPoolExecutor(at_once) as threads:
        scored_parts = threads.map(lambda part: _held(examples, part, fit, keep), parts)
        return [held for part in scored_parts for held in part]


def _held(examples: Sequence[Example], part: Sequence[bool], fit: Fit, keep: Keep) -> list[Held]:
    """Train without the marked examples, and score these."""
    held, rest = (
        [each for each, marked in zip(examples, part, strict=True) if marked == here] for here in (True, False)
    )
    return tested(held, fit(rest), keep) if held and rest else []


def scored(example: Example, keep: Kept) -> list[Held]:
    """Score a decision about the blocks of a page as an evaluation would."""
    if example.empty:
        return [Held(example, float(not keep.any()), NOTHING)]
    gold_page, page = example.files.read(), page_of(example.files)
    text = FoundText(render_text(page, shown_of(page, kept_spans(page, keep), "strip")))
    if example.whole:
        found = MEASURE(Gold(gold_page.gold, headline=gold_page.meta.title), text)
        return [Held(example, 0.0 if found is None else found.f1)]
    meta = gold_page.meta
    rates = Snippets()(Gold(with_snippets=meta.with_snippets, without_snippets=meta.without_snippets), text)
    with_rate, without_rate = (rates.with_rate, rates.without_rate) if rates else (None, None)
    found_share = [] if with_rate is None else [Held(example, with_rate, FOUND)]
    return found_share + ([] if without_rate is None else [Held(example, 1 - without_rate, UNWANTED)])


def kept_spans(page: Document, keep: Kept) -> Spans:
    """Return the text that is kept: of the blocks that are marked, or between pairs of offsets."""
    return page.select(keep) if keep.ndim > 1 else page.select_blocks(keep.astype(np.bool_))


def means(held: Sequence[Held]) -> dict[str, Figure]:
    """Average F1 by package, by type of page, of each package, too, and by language; `all` is the mean over pages."""
    slices: dict[str, list[float]] = {}
    for each in (page for page in held if page.what == "F1"):
        package, kind, language = each.example.package, each.example.kind, each.example.language
        of_kind = (f"type {kind}", f"{package}, type {kind}") if kind else ()
        for name in ("all", package, *of_kind, *((f"language {language}",) if language else ())):
            slices.setdefault(name, []).append(each.score)
    return {name: _figure(values) for name, values in slices.items()}


def package_means(held: Sequence[Held]) -> dict[str, Figure]:
    """Average F1 by package."""
    packages = {each.example.package for each in held}
    return {name: figure for name, figure in means(held).items() if name in packages}


def other_means(held: Sequence[Held]) -> dict[str, Figure]:
    """Average what is known of pages without gold text, by package."""
    slices: dict[str, list[float]] = {}
    for each in (page for page in held if page.what != "F1"):
        slices.setdefault(f"{each.example.package}, {each.what}", []).append(each.score)
    return {name: _figure(values) for name, values in slices.items()}


def _figure(scores: Sequence[float]) -> Figure:
    """Return the mean over pages, and between what it would lie with other pages of the same kind, at 95 %."""
    found = bootstrap_intervals([scores])[0]
    return {"pages": len(scores), "f1": round(found.mean, 4), "low": round(found.low, 4), "high": round(found.high, 4)}


def card(
    model: Model,
    command: str,
    date: str,
    data: Sequence[Mapping[str, Any]],
    crossed: Sequence[Held],
    folds: int,
    unseen: Sequence[Held] = (),
) -> str:
    """Write the card as Markdown, from pages of the cross validation, and those of packages left out or never seen."""
    lines = [
        f"# Model card: {model.name}",
        "",
        f"- Made on {date} by `{command}`",
        f"- SHA-256 of its contents: `{model.digest}`",
        f"- Inputs: {_inputs(model)}",
        "",
        "## Trained on",
        "",
        "| package | pages | licence |",
        "|---|---|---|",
        *(f"| {each['package']} | {each['pages']} | {each['licence']} |" for each in data),
        "",
        *_unseen(unseen),
        *_crossed(crossed, folds),
    ]
    return "\n".join(lines) + "\n"


def _inputs(model: Model) -> str:
    """Tell what the model looks at."""
    if "columns" in model.settings:
        return f"{len(model.settings['columns'])} columns: {', '.join(model.settings['columns'])}"
    return f"{len(model.settings.get('signals', ()))} signals per block, none of which knows a language"


def _unseen(held: Sequence[Held]) -> list[str]:
    if not held:
        return []
    return [
        "## Word-bag F1 on whole packages that the model did not see",
        "",
        "Plain rule, headline optional, mean over pages, with 95 % intervals. A package of the list above was judged by"
        " a model trained without it, any other by this model.",
        "",
        *_rows("package", "F1", package_means(held)),
        "",
        *_others(held),
    ]


def _others(held: Sequence[Held]) -> list[str]:
    """Tell what is known of pages without gold text."""
    figures = other_means(held)
    about = "Pages without gold text, judged in the same way: the share of the strings, or of the pages."
    return [about, "", *_rows("package", "share", figures), ""] if figures else []


def _rows(what: str, measure: str, figures: Mapping[str, Figure]) -> list[str]:
    rows = (
        f"| {name} | {f['pages']:.0f} | {f['f1']:.4f} | {f['low']:.3f} to {f['high']:.3f} |"
        for name, f in figures.items()
    )
    return [f"| {what} | pages | {measure} | interval |", "|---|---|---|---|", *rows]


def _crossed(held: Sequence[Held], folds: int) -> list[str]:
    if not held:
        return ["Not cross validated: train with `--folds 5` to see figures for sites that it has not seen."]
    return [
        f"## Word-bag F1 in {folds}-fold cross validation by site",
        "",
        "Plain rule, headline optional, mean over pages; each was judged by a model that saw no page of its site.",
        "",
        *_others(held),
        *_rows("slice", "F1", means(held)),
    ]
