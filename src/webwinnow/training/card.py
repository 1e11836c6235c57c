"""The card of a model: what it was trained on, how, and how well it did on sites that it had not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webwinnow.models import Model


def card(
    model: Model,
    command: str,
    date: str,
    data: Sequence[Mapping[str, Any]],
    figures: Mapping[str, Mapping[str, float]],
    folds: int,
) -> str:
    """Write the card as Markdown."""
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
        *_figures(figures, folds),
    ]
    return "\n".join(lines) + "\n"


def _inputs(model: Model) -> str:
    """Tell what the model looks at."""
    if "columns" in model.settings:
        return f"{len(model.settings['columns'])} columns: {', '.join(model.settings['columns'])}"
    return f"{len(model.settings.get('signals', ()))} signals per block, none of which knows a language"


def _figures(figures: Mapping[str, Mapping[str, float]], folds: int) -> list[str]:
    if not figures:
        return ["Not cross validated: train with `--folds 5` to see figures for sites that it has not seen."]
    return [
        f"## Word-bag F1 in {folds}-fold cross validation by site",
        "",
        "Plain rule, headline optional, mean over pages; each was judged by a model that saw no page of its site.",
        "",
        "| slice | pages | F1 |",
        "|---|---|---|",
        *(f"| {name} | {each['pages']:.0f} | {each['f1']:.4f} |" for name, each in figures.items()),
    ]
