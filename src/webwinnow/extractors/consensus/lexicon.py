"""What class names tell: each word in them speaks for or against content, as learned from pages of many sites."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.names import NamedElements
from webwinnow.document.subtrees import along_jumps

Numbers = npt.NDArray[Any]

NAMES: Final = ("names own", "names parent", "names grandparent", "names lowest", "names highest", "names sum")


def lexicon_columns(
    names: NamedElements, lineage: tuple[Numbers, ...], place: Numbers, lexicon: Mapping[str, float]
) -> Numbers:
    """Give for each block what the names of its element and of those around it say.

    `lineage` holds for each named element those around it (see `subtrees.jumps`), `place` for each block its element.
    """
    scores, parent = _scores(names, lexicon), lineage[0]
    up = parent[place]
    extremes = along_jumps(lineage, np.maximum(np.array([-scores, scores]), 0), np.maximum)
    without_root = scores.copy()
    without_root[0] = 0.0
    total = along_jumps(lineage, without_root, np.add)
    found = np.empty((len(NAMES), len(place)), dtype=np.float32)
    found[:3] = scores[np.array([place, up, parent[up]])]
    found[3:5] = extremes[:, place]
    np.negative(found[3], out=found[3])
    found[5] = total[place]
    return found.T


def _scores(names: NamedElements, lexicon: Mapping[str, float]) -> Numbers:
    """Add up per element what its words say."""
    said = np.fromiter(map(lexicon.get, chain.from_iterable(names.parts), repeat(0.0)), np.float64)
    tag = np.repeat(np.arange(len(names.parts)), list(map(len, names.parts)))
    per_tag: Numbers = np.bincount(tag, said, minlength=len(names.parts))
    return per_tag[names.number]
