"""Geometry: what a browser showed of a page, as columns beside those of its elements and runs of text.

A sidecar is the same as JSON, in a file beside the page: `page.html` has `page.geometry.json`. It names every element
by the offset of its start tag and every run by its offsets, so one that belongs to another page, or to a tree that was
built otherwise, is refused and never laid over the wrong elements. `webwinnow render` makes it (see geometry/).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.markup import Markup
from webwinnow.errors import PageError

Numbers = npt.NDArray[np.float64]
Marked = npt.NDArray[np.bool_]

ENDING: Final = ".geometry.json"
"""How the name of a sidecar ends, which begins as that of its page does."""
FORMAT: Final = "webwinnow geometry 1"
_KINDS: Final[dict[str, Any]] = {"known": np.bool_, "shown": np.bool_, "inline": np.bool_, "loaded": np.bool_}
_WHOLE: Final = ("weight", "colour", "background")


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """How elements or runs of text were shown, a number per element or run; places are pixels from the page's corner.

    A run knows the background and the display of the element around it.
    """

    known: Marked
    """Whether the browser had it at all; if not, the other columns say nothing."""
    shown: Marked
    """Whether readers can see it: it has an area, and nothing hides, cuts off or fades it."""
    left: Numbers
    top: Numbers
    width: Numbers
    height: Numbers
    size: Numbers
    """Pixels of the font."""
    weight: Numbers
    """How bold the font is: 400 is plain, 700 bold."""
    colour: Numbers
    """Red, green and blue as one number."""
    background: Numbers
    """As `colour`; -1 where what is behind shines through."""
    inline: Marked
    """Whether it flows within a line of text."""
    loaded: Marked
    """Whether all that it shows was there: not so for a picture that could not be loaded, whose box tells little."""

    def __len__(self) -> int:
        """Count them."""
        return len(self.known)

    @property
    def area(self) -> Numbers:
        """Square pixels."""
        return self.width * self.height

    @property
    def right(self) -> Numbers:
        """Where they end to the right."""
        return self.left + self.width

    @property
    def bottom(self) -> Numbers:
        """Where they end at the bottom."""
        return self.top + self.height

    @classmethod
    def empty(cls, count: int) -> Boxes:
        """Make columns for things of which nothing is known."""
        columns: dict[str, npt.NDArray[Any]] = {
            each.name: np.zeros(count, dtype=_KINDS.get(each.name, np.float64)) for each in fields(cls)
        }
        return cls(**columns)

    def to_json(self) -> dict[str, list[float]]:
        """Return the columns as lists; places and sizes to a hundredth of a pixel."""
        return {each.name: _listed(each.name, getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def from_json(cls, listed: dict[str, Any], count: int) -> Boxes:
        """Read the columns; ValueError where one is missing or of another length."""
        columns: dict[str, npt.NDArray[Any]] = {
            each.name: np.asarray(listed[each.name], dtype=np.float64).astype(_KINDS.get(each.name, np.float64))
            for each in fields(cls)
        }
        if {column.shape for column in columns.values()} != {(count,)}:
            raise ValueError("its columns differ in length from the page")
        if not all(np.isfinite(column).all() for column in columns.values()):
            raise ValueError("it holds numbers that are none")
        return cls(**columns)


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """What a browser showed of one page."""

    elements: Boxes
    runs: Boxes
    viewport: tuple[int, int]
    """Width and height of the window, in pixels."""
    extent: tuple[float, float]
    """Width and height of the whole page."""
    about: dict[str, object] = field(default_factory=dict)
    """Which browser it was, whether scripts ran, whether it could load what the page refers to."""

    def to_json(self, markup: Markup) -> dict[str, object]:
        """Return the sidecar of the page whose markup this is."""
        return {
            "format": FORMAT,
            "source": _source_of(markup.source),
            "viewport": list(self.viewport),
            "extent": [round(side, 2) for side in self.extent],
            **self.about,
            "elements": {"start": _element_starts(markup).tolist(), **self.elements.to_json()},
            "runs": {"start": markup.runs.start.tolist(), "end": markup.runs.end.tolist(), **self.runs.to_json()},
        }

    @classmethod
    def read(cls, sidecar: str | bytes, markup: Markup, name: str = "the sidecar") -> Geometry:
        """Read the sidecar of a page; PageError says why it cannot be one, by its `name`."""
        try:
            content = json.loads(sidecar)
            return cls._from_json(content, markup)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            why = f"it has no {error}" if isinstance(error, KeyError) else str(error)
            raise PageError(f"{name}: no geometry of this page ({why}): make it again with webwinnow render") from error

    @classmethod
    def _from_json(cls, content: dict[str, Any], markup: Markup) -> Geometry:
        if content["format"] != FORMAT:
            raise ValueError(f"its format is not {FORMAT!r}")
        if content["source"] != _source_of(markup.source):
            raise ValueError("it belongs to another page")
        elements, runs = content["elements"], content["runs"]
        same = elements["start"] == _element_starts(markup).tolist() and runs["start"] == markup.runs.start.tolist()
        if not same:
            raise ValueError("another version built another tree")
        width, height = map(int, content["viewport"])
        across, down = map(float, content["extent"])
        described = {"format", "source", "viewport", "extent", "elements", "runs"}
        return cls(
            Boxes.from_json(elements, len(markup.elements)),
            Boxes.from_json(runs, len(markup.runs)),
            (width, height),
            (across, down),
            {name: value for name, value in content.items() if name not in described},
        )


def _element_starts(markup: Markup) -> npt.NDArray[np.int64]:
    """Return where the start tag of each element stands; -1 for those that the page only implies."""
    tags = markup.elements.start_tags()
    places: npt.NDArray[np.int64] = np.append(markup.tokens.tag_start, -1)[tags].astype(np.int64)
    return places


def _source_of(source: str) -> dict[str, object]:
    digest = hashlib.sha256(source.encode(errors="replace")).hexdigest()
    return {"characters": len(source), "sha256": digest}


def _listed(name: str, column: npt.NDArray[Any]) -> list[float]:
    if name in _KINDS or name in _WHOLE:
        whole: list[float] = column.astype(np.int64).tolist()
        return whole
    rounded: list[float] = np.round(column, 2).tolist()
    return [int(each) if each == int(each) else each for each in rounded]
