"""Extractors and other libraries side by side on one page: what each found, where they differ, and scores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from webwinnow import evaluate as evaluation  # a server starts without its parts: they are imported when first used
from webwinnow.catalogue import PEERS
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.recipes import Recipes
from webwinnow.serve.requests import RequestError

if TYPE_CHECKING:
    from webwinnow.evaluate.adapters import Adapter, Answer, Asked
    from webwinnow.evaluate.report.worst import GoldView

MOST: Final = 12
"""Candidates of one comparison."""
GOLD: Final = "gold"
_MEASURES: Final = ("word-bag", "word-sequence")


def compared_candidates(extractors: Sequence[str], peers: Sequence[str], recipes: Recipes) -> tuple[Adapter, ...]:
    """Read expressions and names of libraries; raises UsageError for those that are none, or not installed."""
    if find_spec("rapidfuzz") is None:
        raise MissingExtraError("rapidfuzz", "evaluate")
    if not 0 < len(extractors) + len(peers) <= MOST:
        raise RequestError(f"name 1 to {MOST} extractors and peers to compare", "wrong_value")
    ours = [evaluation.ExpressionAdapter.of(each, recipes) for each in extractors]
    others = [evaluation.PeerAdapter.of(each) for each in peers]
    for adapter in others:
        adapter.version()  # complains if it is missing
    return (*{each.name: each for each in ours}.values(), *others)


def installed_peers() -> list[dict[str, str]]:
    """List the libraries that can be compared with, as far as they are installed here."""
    found = []
    for name in PEERS:
        try:
            found.append({"name": name, "version": evaluation.PeerAdapter(name).version()})
        except UsageError:
            continue
    return found


def compare(adapters: Sequence[Adapter], page: bytes, url: str | None, gold: str | None) -> dict[str, Any]:
    """Ask every candidate for the page, and compare what it found with gold, or else with what the first found."""
    from webwinnow.evaluate.adapters import Asked

    asked = Asked("page", page, url)
    answers = [(adapter, _asked(adapter, asked)) for adapter in adapters]
    first = next((answer.text for _, answer in answers if not isinstance(answer, str)), "")
    reference = first if gold is None else gold
    against = adapters[0].name if gold is None else GOLD
    return {"reference": against, "candidates": [_candidate(each, answer, reference, gold) for each, answer in answers]}


def _asked(adapter: Adapter, page: Asked) -> Answer | str:
    """Return the answer, or why there is none: somebody else's code may raise anything."""
    try:
        adapter.prepare()
        return adapter(page)
    except Exception as error:  # the fence: a failure of one candidate is its answer
        return f"{type(error).__name__}: {error}"[:500]


def _candidate(adapter: Adapter, answer: Answer | str, reference: str, gold: str | None) -> dict[str, Any]:
    known = {"name": adapter.name, "kind": adapter.kind, "version": adapter.version()}
    if isinstance(answer, str):
        return known | {"failure": answer}
    from webwinnow.evaluate.report.worst import compare_texts

    view = compare_texts(reference, answer.text)
    scores = {} if gold is None else {"scores": _scores(gold, answer.text)}
    return known | {"seconds": answer.seconds, "text": answer.text} | _differences(view) | scores


def _differences(view: GoldView) -> dict[str, Any]:
    counts = {kind: view.words(kind) for kind in ("same", "missing", "superfluous")}
    return {"words": counts, "passages": [[passage.kind, passage.text] for passage in view.passages]}


def _scores(gold: str, found: str) -> dict[str, Any]:
    from webwinnow.evaluate.measures import FoundText, Gold

    outcomes = {name: evaluation.parse_measure(name)(Gold(gold), FoundText(found)) for name in _MEASURES}
    return {name: outcome.numbers() for name, outcome in outcomes.items() if outcome is not None}
