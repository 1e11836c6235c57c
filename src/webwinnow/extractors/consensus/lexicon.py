"""What class names tell: each word in them speaks for or against content, as learned from pages of many sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.subtrees import along_ancestors
from webwinnow.extractors.consensus.class_names import ClassNames

Numbers = npt.NDArray[Any]

NAMES: Final = ("names own", "names parent", "names grandparent", "names lowest", "names highest", "names sum")


def lexicon_columns(names: ClassNames, parent: Numbers, place: Numbers, lexicon: Mapping[str, float]) -> Numbers:
    """Give for each block what the names of its element and of those around it say.

    `parent` holds for each named element the next one around it, `place` for each block its element among these.
    """
    scores = _scores(names, lexicon)
    without_root = np.where(np.arange(len(scores)) == 0, 0.0, scores)
    up = parent[place]
    columns = [
        scores[place],
        scores[up],
        scores[parent[up]],
        along_ancestors(parent, np.minimum(scores, 0), np.minimum)[place],
        along_ancestors(parent, np.maximum(scores, 0), np.maximum)[place],
        along_ancestors(parent, without_root, np.add)[place],
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _scores(names: ClassNames, lexicon: Mapping[str, float]) -> Numbers:
    """Add up per element what its words say."""
    known = lexicon.get
    per_tag = np.array([sum([known(part, 0.0) for part in parts]) for parts in names.parts])
    return per_tag[names.number]
