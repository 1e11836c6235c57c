"""Consensus: one learned judgement over the signals of all families.

Paper: none of its own; the signals are those of the papers: text and tags (finn2001, gottron2008), links
(mantratzis2005, gottron2007), densities (sun2011, weninger2010), and containers, titles, repeated structure and class
names. Boosted trees weigh them for each block (see `signals.symmetric_trees`).
Decision: blocks are kept by falling probability as long as the expected F1 of what is kept rises.
Deviations: none to deviate from; no signal knows a language.   Cost: O(page).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.extractors.consensus.discussion import CHOICES
from webwinnow.extractors.consensus.judging import judge_page
from webwinnow.extractors.consensus.learned import Learned, learned
from webwinnow.extractors.consensus.verdict import Verdict
from webwinnow.models import Model, load_model
from webwinnow.spans import Spans
from webwinnow.stages import Extractor

if TYPE_CHECKING:  # explanations and kinds are imported when they are first asked for: most callers want the spans
    from webwinnow.extractors.consensus.reasons import Reasons
    from webwinnow.kind import PageKind
    from webwinnow.stages.curves import Panels

FAVOURS: Final = ("balance", "precision", "recall")


@dataclass(frozen=True, slots=True)
class Consensus(Extractor):
    """Keeps what most signals speak for: the best all round, on articles, forums, documentation and products."""

    name: ClassVar[str] = "consensus"
    favour: str = "balance"
    """`precision` keeps less and cleaner text, `recall` loses less."""
    comments: str = "auto"
    """Comments of readers: `keep` or `drop` them; `auto` keeps the posts of a page that is the thread, as in forums,
    and drops comments below an article."""
    model: str = ""
    """A file that `webwinnow train consensus` made; without one, the model that comes with the package."""

    def __post_init__(self) -> None:
        """Check the choice."""
        if self.favour not in FAVOURS:
            raise ParameterError(f"{self.name}: favour must be {', '.join(FAVOURS)}, not {self.favour!r}")
        if self.comments not in CHOICES:
            raise ParameterError(f"{self.name}: comments must be {', '.join(CHOICES)}, not {self.comments!r}")
        if self.model:
            _unpacked(self.model)  # a wrong file is refused before any page is read

    def __call__(self, page: Document) -> Spans:
        """Judge the blocks and keep the best."""
        if not len(page.blocks):
            return Spans(size=len(page.source))
        return self.kept_spans(page, self.verdict(page))

    def curves(self, page: Document) -> Panels:
        """Show the probability of each block, what spoke for and against it, and the text that is kept."""
        from webwinnow.stages.curves import kept_text

        kept = kept_text(page, str(self), self(page))
        if not len(page.blocks):
            return (kept,)
        return *self.reasons(page).curves(page, str(self)), kept

    def confidence(self, page: Document) -> float | None:
        """Return the F1 that is expected of the answer."""
        return self.verdict(page).confidence if len(page.blocks) else None

    def verdict(self, page: Document) -> Verdict:
        """Judge a page that has at least one block, once: what decides, and what explanations show."""
        return page.once(self, lambda: judge_page(page, self._learned(), self.favour, self.comments))

    def kinds(self, page: Document) -> dict[str, float]:
        """Return the probabilities of the kinds of pages, for a page that has at least one block."""
        return self.verdict(page).kinds

    def reasons(self, page: Document) -> Reasons:
        """Tell which signals spoke for and against each block of a page that has at least one."""
        from webwinnow.extractors.consensus.reasons import reasons

        return reasons(page, self._learned(), self.verdict(page))

    def _learned(self) -> Learned:
        return _unpacked(self.model)

    def kept_spans(self, page: Document, verdict: Verdict) -> Spans:
        """Return the text of the blocks that the verdict keeps."""
        return page.select_blocks(verdict.keep)


def trained_on() -> tuple[str, ...]:
    """Name the packages that the model that comes with the package was trained on."""
    return tuple(_model().settings["packages"])


def page_kind(page: Document) -> PageKind:
    """Tell the kind of a page, finer than its type, as the model knows it."""
    from webwinnow.kind import PageKind

    if not len(page.blocks):
        return PageKind("empty", 1.0, {})
    verdict = Consensus().verdict(page)
    kinds = verdict.kinds
    if not verdict.keep.any():
        return PageKind("empty", verdict.confidence, kinds)
    name = max(kinds, key=lambda each: kinds[each])
    return PageKind(name, kinds[name], kinds)


@lru_cache(maxsize=8)
def _unpacked(path: str) -> Learned:
    """Read the model at a path, or the one that comes with the package, and unpack it, once."""
    return learned(_model(path))


def _model(path: str = "") -> Model:
    return load_model(Consensus.name, "webwinnow.extractors.consensus", path)
