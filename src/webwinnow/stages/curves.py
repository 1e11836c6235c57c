"""What a stage decides by, as plain values: curves over the page, what was chosen, and the limits that decided.

A panel's x-axis counts positions in their own unit (lines, tokens, characters), and every position knows which stretch
of the page's source it stands for: any face can draw a panel and lead back to the text. What stages have in common when
they show themselves stands here, too: panels over text, lines, tokens, blocks and elements, and the text that was kept
and dropped, which every stage can show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.document.lines import Lines
from webwinnow.document.markup import Blocks
from webwinnow.signals.stretches import runs
from webwinnow.spans import Offsets, Spans

Values = npt.NDArray[np.number]
Mark = Literal["above", "below", "signed", "line", "columns", "steps", "readout", "adds"]
"""How a curve is drawn: columns above or below the x-axis, columns on the side of their sign, a line, columns side by
side, steps, or not at all: it is only named where a place is looked at, as a number of its own (`readout`) or one of
those that add up to the decision (`adds`): places are chosen whose sum is above zero. What is drawn below is positive
all the same.
"""
Tone = Literal["content", "code"]


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """What is counted along an axis, and in what."""

    name: str
    unit: str
    """In the singular, `line` or `token`; for the y-axis in the plural, as it is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One number for each position."""

    name: str
    mark: Mark
    values: Values
    tone: Tone = "content"
    """What it speaks of; what is drawn below the axis is always code."""
    meaning: str = ""
    """What the number is about, where its name does not say it."""

    @property
    def drawn(self) -> bool:
        """Say whether pictures show it."""
        return self.mark not in ("readout", "adds")

    def to_json(self) -> dict[str, object]:
        """Return the data as JSON has it."""
        meaning = {"meaning": self.meaning} if self.meaning else {}
        return {"name": self.name, **meaning, "mark": self.mark, "tone": self.tone, "values": numbers(self.values)}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Positions that were chosen, from the first to the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Threshold:
    """A limit on the y-axis, and what it means."""

    value: float
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Curves over the same positions, with what was chosen by them."""

    stage: str
    """The expression of the stage that is explained."""
    title: str
    caption: str
    """What is seen, and which formula or figure of which paper it is."""
    x: AxisLabel
    y: AxisLabel
    start: Offsets
    end: Offsets
    """Per position: the stretch of the source that it stands for."""
    curves: tuple[Curve, ...]
    chosen: tuple[Chosen, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    edges: Values | None = None
    """Where positions begin on the x-axis, and where the last one ends; without it, each is one long."""

    def __len__(self) -> int:
        """Count the positions."""
        return len(self.start)

    @property
    def x_edges(self) -> Values:
        """Where positions begin on the x-axis, and where the last one ends."""
        return np.arange(len(self) + 1) if self.edges is None else self.edges

    def bounds(self) -> npt.NDArray[np.intp]:
        """Return the first and the last position of every stretch that was chosen, as two columns."""
        return np.array([(each.first, each.last) for each in self.chosen], dtype=np.intp).reshape(-1, 2)

    def is_chosen(self) -> npt.NDArray[np.bool_]:
        """Mark the positions that were chosen."""
        bounds, size = self.bounds(), len(self) + 1
        opened = np.bincount(bounds[:, 0], minlength=size) - np.bincount(bounds[:, 1] + 1, minlength=size)
        marked: npt.NDArray[np.bool_] = np.cumsum(opened)[:-1] > 0
        return marked

    def pairs(self) -> npt.NDArray[np.int32]:
        """Return what was chosen as stretches of the source; `page.select` makes spans of them."""
        first, last = self.bounds().T
        return np.column_stack([self.start[first], self.end[last]])

    def to_json(self) -> dict[str, object]:
        """Return the data as JSON has it; regions, which were chosen, say their stretch of the source, too."""
        regions = [
            {"first": each.first, "last": each.last, "start": start, "end": end}
            for each, (start, end) in zip(self.chosen, self.pairs().tolist(), strict=True)
        ]
        return {
            "stage": self.stage,
            "title": self.title,
            "caption": self.caption,
            "x": asdict(self.x) | ({} if self.edges is None else {"edges": numbers(self.edges)}),
            "y": asdict(self.y),
            "start": self.start.tolist(),
            "end": self.end.tolist(),
            "series": [curve.to_json() for curve in self.curves],
            "regions": regions,
            "thresholds": [asdict(threshold) for threshold in self.thresholds],
        }


Panels: TypeAlias = tuple[Panel, ...]
"""What a stage shows of itself, in the order of its work: the last panel shows the decision."""


def chosen_where(holds: npt.NDArray[np.bool_]) -> tuple[Chosen, ...]:
    """Choose the positions where something holds."""
    return chosen_between(*runs(holds))


def chosen_between(first: npt.NDArray[np.integer], last: npt.NDArray[np.integer]) -> tuple[Chosen, ...]:
    """Choose the positions from each first to each last one."""
    return tuple(map(Chosen, first.tolist(), last.tolist()))


def numbers(values: Values) -> list[float]:
    """Write numbers out, no finer than anybody would draw them."""
    listed: list[float] = (values if values.dtype.kind in "iu" else np.round(values.astype(np.float64), 6)).tolist()
    return listed


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
