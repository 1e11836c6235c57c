"""Panels over the parts of a page: its text from start to end, its lines, tokens, blocks and elements.

What stages have in common when they show themselves: which stretch of the source each position stands for, and the text
that was kept and dropped, which every stage can show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.lines import Lines
from webwinnow.document.markup import Blocks
from webwinnow.spans import Offsets, Spans
from webwinnow.stages.curves import AxisLabel, Chosen, Curve, Panel, Panels, Threshold, chosen_where

_LINK: Final = column("a")
_TEXT: Final = AxisLabel("characters of visible text, from the start of the page to its end", "character")
_TOKENS: Final = AxisLabel("token of the page (a word or a tag)", "token")
_LINES: Final = AxisLabel("line of the page, normalised", "line")
_BLOCKS: Final = AxisLabel("block of the page", "block")
_ELEMENTS: Final = AxisLabel("element of the page, in the order of the document", "element")
_KEPT: Final = (
    "Each column is a block of the page (cut where kept and dropped text meet): text outside of links above the axis,"
    " linked text below it. Shaded: kept."
)
_LINKED: Final = (
    "The page's visible text from start to end; each block is as wide as its text is long and as high as the share of"
    " it that is linked. Blocks of links alone are mostly navigation. Shaded: kept."
)


def text_panels(page: Document, stage: str, found: Spans) -> Panels:
    """Show the share of linked text in each block, and which text was kept: what any decision can be seen by."""
    kept = kept_text(page, stage, found)
    text, linked = (curve.values for curve in kept.curves)
    length = text + linked
    share = Panel(
        stage=stage,
        title="Share of linked text",
        caption=_LINKED,
        x=_TEXT,
        y=AxisLabel("share of linked characters", "of its text is linked"),
        start=kept.start,
        end=kept.end,
        curves=(Curve("linked share", "columns", linked / np.maximum(length, 1), "code"),),
        chosen=kept.chosen,
        edges=np.concatenate([[0], np.cumsum(length)]),
    )
    return share, kept


def kept_text(
    page: Document, stage: str, found: Spans, title: str = "Text kept and dropped", caption: str = _KEPT
) -> Panel:
    """Show the text of each block, plain and linked, and which of it was kept."""
    start, end = _pieces(page, [found])
    linked = _within(_linked_text(page), start, end)
    return Panel(
        stage=stage,
        title=title,
        caption=caption,
        x=AxisLabel("block of text, from the start of the page to its end", "block"),
        y=AxisLabel("characters", "characters"),
        start=start,
        end=end,
        curves=(
            Curve("text", "above", _within(page.visible, start, end) - linked),
            Curve("linked", "below", linked),
        ),
        chosen=chosen_where(found.contains(start)),
    )


def votes(page: Document, stage: str, members: Sequence[Spans], quorum: float, shares: Sequence[float]) -> Panel:
    """Show how many members chose each place, or what their votes weigh, and where that was enough."""
    start, end = _pieces(page, members)
    counted: npt.NDArray[np.float64] = np.asarray(shares) @ np.vstack([member.contains(start) for member in members])
    weighed = set(shares) != {1}
    return Panel(
        stage=stage,
        title="Votes for each place",
        caption=f"{'What the votes weigh' if weighed else 'How many'} of the {len(members)} extractors above"
        f"{' that' if weighed else ''} chose each place of the page's visible text;"
        f" {quorum:g} {'is' if quorum == 1 else 'are'} enough. Shaded: kept. Section 3.4.2 of mohammadzadeh2013.",
        x=_TEXT,
        y=AxisLabel("votes", "votes"),
        start=start,
        end=end,
        curves=(Curve("votes", "steps", counted),),
        chosen=chosen_where(counted >= quorum - 1e-9),
        thresholds=(Threshold(quorum, f"{quorum:g} needed"),),
        edges=np.concatenate([[0], np.cumsum(_within(page.visible, start, end))]),
    )


def line_panel(
    stage: str, lines: Lines, title: str, caption: str, *curves: Curve, chosen: tuple[Chosen, ...] = ()
) -> Panel:
    """Lay curves out over normalised lines."""
    characters = AxisLabel("characters", "characters")
    return Panel(stage, title, caption, _LINES, characters, lines.edge[:-1], lines.edge[1:], curves, chosen)


def content_and_code(lines: Lines, content: str = "content", code: str = "code") -> tuple[Curve, Curve]:
    """Draw the content of each line above the axis and the code below it."""
    return Curve(content, "above", lines.content), Curve(code, "below", lines.code)


def token_panel(
    page: Document, stage: str, title: str, caption: str, y: AxisLabel, curve: Curve, chosen: tuple[Chosen, ...]
) -> Panel:
    """Lay a curve out over the words and tags of a page."""
    tokens = page.words_and_tags
    return Panel(stage, title, caption, _TOKENS, y, tokens.start, tokens.end, (curve,), chosen)


def block_panel(
    page: Document,
    blocks: Blocks,
    stage: str,
    title: str,
    caption: str,
    *curves: Curve,
    chosen: tuple[Chosen, ...] = (),
    thresholds: tuple[Threshold, ...] = (),
) -> Panel:
    """Lay curves out over blocks, each from its first run of text to its last."""
    first, last = blocks.runs[blocks.first[:-1]], blocks.runs[blocks.first[1:] - 1]
    start, end = page.runs.start[first], page.runs.end[last]
    return Panel(stage, title, caption, _BLOCKS, _y(curves), start, end, curves, chosen, thresholds)


def element_panel(
    page: Document,
    stage: str,
    title: str,
    caption: str,
    *curves: Curve,
    chosen: tuple[Chosen, ...] = (),
    thresholds: tuple[Threshold, ...] = (),
) -> Panel:
    """Lay curves out over what elements hold between their tags.

    Elements that no tag opened may stand aside; the order stays.
    """
    start = np.maximum.accumulate(page.tokens.gap_start[page.elements.first + 1])
    end = np.maximum(start, page.tokens.gap_end[page.elements.close])
    return Panel(stage, title, caption, _ELEMENTS, _y(curves), start, end, curves, chosen, thresholds)


def subtree(page: Document, element: int) -> Chosen:
    """Choose an element with all it holds."""
    return Chosen(element, int(page.elements.last[element]) - 1)


def _y(curves: tuple[Curve, ...]) -> AxisLabel:
    return AxisLabel(" and ".join(each.name for each in curves if each.drawn), curves[0].name)


def _pieces(page: Document, many: Sequence[Spans]) -> tuple[Offsets, Offsets]:
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


def _within(spans: Spans, start: Offsets, end: Offsets) -> npt.NDArray[np.int64]:
    return spans.characters_before(end) - spans.characters_before(start)


def _linked_text(page: Document) -> Spans:
    linked = page.inside(_LINK[page.elements.tag])[page.runs.home]
    return page.select_runs(linked)
