"""The page from its start to its end, block by block: what was kept, what was dropped, and how much of it is linked.

For every stage without a picture of its own, and for the votes of several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.explain.panel import Axis, Panel, Series, Threshold, regions
from webwinnow.signals.runs import runs
from webwinnow.spans import Spans

_LINK: Final = column("a")
_TEXT: Final = Axis("characters of visible text, from the start of the page to its end", "character")
Places = npt.NDArray[np.int32]


def page_panels(page: Document, stage: str, found: Spans) -> tuple[Panel, ...]:
    """Show the share of linked text in each block, and which text was kept."""
    start, end = _pieces(page, [found])
    kept = found.contains(start)
    chosen = regions(*runs(kept))
    length = _within(page.visible, start, end)
    linked = _within(_linked_text(page), start, end)
    return (
        Panel(
            stage=stage,
            title="Share of linked text",
            caption="The page's visible text from start to end; each block is as wide as its text is long and as high"
            " as the share of it that is linked. Blocks of links alone are mostly navigation. Shaded: kept.",
            x=_TEXT,
            y=Axis("share of linked characters", "of its text is linked"),
            start=start,
            end=end,
            series=(Series("linked share", "columns", linked / np.maximum(length, 1), "code"),),
            regions=chosen,
            edges=np.concatenate([[0], np.cumsum(length)]),
        ),
        Panel(
            stage=stage,
            title="Text kept and dropped",
            caption="Each column is a block of the page (cut where kept and dropped text meet): text outside of links"
            " above the axis, linked text below it. Shaded: kept.",
            x=Axis("block of text, from the start of the page to its end", "block"),
            y=Axis("characters", "characters"),
            start=start,
            end=end,
            series=(Series("text", "above", length - linked), Series("linked", "below", linked)),
            regions=chosen,
        ),
    )


def vote_panel(page: Document, stage: str, members: Sequence[Spans], quorum: float, shares: Sequence[float]) -> Panel:
    """Show how many members chose each place, or what their votes weigh, and where that was enough."""
    start, end = _pieces(page, members)
    votes: npt.NDArray[np.float64] = np.asarray(shares) @ np.vstack([member.contains(start) for member in members])
    weighed = set(shares) != {1}
    return Panel(
        stage=stage,
        title="Votes for each place",
        caption=f"{'What the votes weigh' if weighed else 'How many'} of the {len(members)} extractors above"
        f"{' that' if weighed else ''} chose each place of the page's visible text;"
        f" {quorum:g} {'is' if quorum == 1 else 'are'} enough. Shaded: kept. Section 3.4.2 of mohammadzadeh2013.",
        x=_TEXT,
        y=Axis("votes", "votes"),
        start=start,
        end=end,
        series=(Series("votes", "steps", votes),),
        regions=regions(*runs(votes >= quorum - 1e-9)),
        thresholds=(Threshold(quorum, f"{quorum:g} needed"),),
        edges=np.concatenate([[0], np.cumsum(_within(page.visible, start, end))]),
    )


def _pieces(page: Document, many: Sequence[Spans]) -> tuple[Places, Places]:
    """Cut the visible text at blocks, and inside a block only where text that was kept meets text that was not."""
    blocks = page.runs.start[page.blocks.runs[page.blocks.first[:-1]]]
    bounds = [bound for spans in many for bound in (spans.starts, spans.ends)]
    cuts = np.unique(np.concatenate([[0, len(page.source)], blocks, *bounds])).astype(np.int32)
    filled = np.diff(page.visible.characters_before(cuts)) > 0
    start, end = cuts[:-1][filled], cuts[1:][filled]
    alike = np.vstack([np.searchsorted(blocks, start, side="right"), *(spans.contains(start) for spans in many)])
    changes = np.any(np.diff(alike, axis=1), axis=0)
    opens, closes = np.concatenate([[True], changes]), np.concatenate([changes, [True]])
    return start[opens[: len(start)]], end[closes[-len(end) :] if len(end) else []]


def _within(spans: Spans, start: Places, end: Places) -> npt.NDArray[np.int64]:
    return spans.characters_before(end) - spans.characters_before(start)


def _linked_text(page: Document) -> Spans:
    linked = page.inside(_LINK[page.elements.tag])[page.runs.home]
    return page.select_runs(linked)
