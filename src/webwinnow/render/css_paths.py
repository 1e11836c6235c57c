"""The place of an element as a CSS selector, such as `#story > p:nth-of-type(3)`.

A path starts at the nearest element whose identifier nobody else has, else at the root. It has no more steps than
`LONGEST`, so that deep pages stay small; a path that was cut may fit more than one element.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.render.structure.tags import StartTags

LONGEST: Final = 32
_IDENTIFIER: Final = re.compile(r"""\sid\s*=\s*["']?([^"'\s>]*)""", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_SIGN: Final = re.compile(r"([^\w-])", re.ASCII)


class CssPaths:
    """Paths to the elements of one page; each step is made once."""

    def __init__(self, page: Document) -> None:
        """Take the page."""
        self._page, self._tags = page, StartTags.of(page)
        self._parents: list[int] = page.elements.parent.tolist()
        self._steps: dict[int, str] = {}

    def path(self, element: int) -> str:
        """Write the path to an element."""
        steps: list[str] = []
        while element >= 0 and len(steps) < LONGEST:
            step = self._step(element)
            steps.append(step)
            if step.startswith("#"):
                break
            element = self._parents[element]
        return " > ".join(reversed(steps))

    def _step(self, element: int) -> str:
        known = self._steps.get(element)
        if known is None:
            known = self._steps[element] = self._identifier(element) or self._by_place(element)
        return known

    def _identifier(self, element: int) -> str:
        tag = self._tags.written(element)
        named = read_attributes(tag).get("id", "") if "id" in tag else ""
        return f"#{named}" if _PLAIN.fullmatch(named) and self._identifiers[named] == 1 else ""

    def _by_place(self, element: int) -> str:
        name = _SIGN.sub(r"\\\1", self._page.name(element))
        rank, count = self._places
        return f"{name}:nth-of-type({rank[element]})" if count[element] > 1 else name

    @cached_property
    def _identifiers(self) -> Counter[str]:
        return Counter(_IDENTIFIER.findall(self._page.source))

    @cached_property
    def _places(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Give for each element its number among those of its name in the same parent, and how many those are."""
        elements = self._page.elements
        keys = elements.parent.astype(np.int64) * (int(elements.tag.max(initial=0)) + 1) + elements.tag
        order = np.argsort(keys, kind="stable")
        listed = keys[order]
        first, behind = np.searchsorted(listed, listed), np.searchsorted(listed, listed, side="right")
        rank, count = (np.empty(len(keys), dtype=np.intp) for _ in range(2))
        rank[order], count[order] = np.arange(len(keys)) - first + 1, behind - first
        return rank, count
