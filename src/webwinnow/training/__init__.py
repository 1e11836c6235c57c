"""Training: how the models that come with the package were made, so that anyone can make them again.

trainer("mss").fit(read_examples([folder], trainer("mss").prepare), report=print)     see docs/training.md

`TRAINERS` is the one table of the stages that can be trained.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol

from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.models import Model
from webwinnow.training.examples import Example, Kept, read_examples

TRAINERS: Final = {
    "consensus": "webwinnow.training.consensus",
    "content-seeker": "webwinnow.training.content_seeker",
    "crf": "webwinnow.training.crf",
    "mss": "webwinnow.training.mss",
    "shallow": "webwinnow.training.shallow",
}
"""Names of stages, and the modules that train them."""


class Trainer(Protocol):
    """What such a module offers."""

    def prepare(self, page: Document) -> Any:
        """Compute what is learned from; runs in other processes."""

    def fit(self, examples: Sequence[Example], *, report: Callable[[str], None]) -> Any:
        """Train; `report` is called with how far it is. The same examples give the same answer."""

    def keep(self, found: Any, prepared: Any) -> Kept:
        """Decide what of a page is content."""

    def pack(self, found: Any, settings: dict[str, Any]) -> Model:
        """Make the file of the model."""


def learns_without_gold(chosen: Trainer) -> bool:
    """Tell whether a trainer takes pages without gold: that are to have no text, or of which snippets are known."""
    return bool(getattr(chosen, "LEARNS_WITHOUT_GOLD", False))


def trainer(name: str) -> Trainer:
    """Return the trainer of a stage."""
    if name not in TRAINERS:
        raise UsageError(f"{name!r} cannot be trained: choose {', '.join(TRAINERS)}")
    found: Trainer = import_module(TRAINERS[name])
    return found


def with_settings(found: Model, settings: dict[str, Any]) -> Model:
    """Add settings to a model: how trainers pack whose `fit` returns a model already."""
    return Model(found.name, {**settings, **found.settings}, found.arrays)


__all__ = ["Trainer", "read_examples", "trainer"]
