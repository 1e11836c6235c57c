"""What a page says about itself in its markup, and where readers look for the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from webwinnow.declared import Declared, Item, declared
from webwinnow.document import Document
from webwinnow.metadata.surroundings import Surroundings, find_surroundings
from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Statements:
    """The markup's own statements, and the surroundings of the headline."""

    page: Document
    declared: Declared
    around: Surroundings
    """Where readers look for author and date."""
    opened: npt.NDArray[np.int32]
    """Per tag: the element that it opens, -1 if it opens none."""
    items: tuple[tuple[str, Item], ...]
    """Items with the syntax they were written in."""


def read_statements(page: Document, content: Spans | None = None) -> Statements:
    """Read a page's statements about itself.

    Microdata and RDFa are read only if there is some near the headline: looking for them in every tag costs as much as
    all the rest.
    """
    said = declared(page)
    around = find_surroundings(page, [meta.content for meta in said.said("og:title")], content)
    items = [("json-ld", item) for item in said.json_ld]
    items += [("microdata", item) for item in said.microdata] if "itemprop" in around.near.text else []
    items += [("rdfa", item) for item in said.rdfa] if "typeof=" in around.near.text else []
    opened = page.elements.by_start_tag(len(page.tokens.code))
    return Statements(page, said, around, opened, tuple(items))
