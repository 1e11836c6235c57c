"""The best path through a sequence of labels (Viterbi), in numpy.

The usual loop looks at one place after the other. Ours: best scores over stretches combine like products of matrices,
where adding takes the place of multiplying and the maximum that of adding; so all prefixes are found in as many rounds
as the length has binary digits. The way back composes, in the same manner, the choice that each place made.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]


def best_path(first: Scores, steps: Scores) -> Labels:
    """Find the labels with the largest total score.

    `first[j]` scores label j at the first place, `steps[t, i, j]` going from label i at place t to label j at t + 1.
    """
    best = np.vstack([first[None], (first[None, :, None] + _prefixes(steps)).max(axis=1)])
    chosen = (best[:-1, :, None] + steps).argmax(axis=1)  # at place t + 1 with label j: the label before
    last = int(best[-1].argmax())
    return np.append(_suffixes(chosen)[:, last], last).astype(np.intp)


def _prefixes(steps: Scores) -> Scores:
    """Return the best scores from the first place to each later one, for every pair of labels at the two ends."""
    total, reach = steps.copy(), 1
    while reach < len(total):
        total[reach:] = (total[:-reach, :, :, None] + total[reach:, None, :, :]).max(axis=2)
        reach *= 2
    return total


def _suffixes(chosen: Labels) -> Labels:
    """Compose the choices: from the label at the last place to the label at each place before."""
    total, reach = chosen.copy(), 1
    while reach < len(total):
        total[:-reach] = np.take_along_axis(total[:-reach], total[reach:], axis=1)
        reach *= 2
    return total
