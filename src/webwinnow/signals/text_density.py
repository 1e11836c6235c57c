"""Text density: how many characters there are for each tag, and how few of them are linked.

Paper: mohammadzadeh2013, section 3.2.7, formulas 3.1 and 3.2; sun2011, sections 3 and 4.
Formula 3.2 is misprinted in the thesis; as sun2011 has it, with C characters, T tags, LC linked characters, LT link
tags and the body's values marked b:

    CTD = C / T * log_k(C / LC * T / LT),   k = ln(C / (C - LC) * LC + LC_b / C_b * C + e)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.integer] | npt.NDArray[np.floating]
Densities = npt.NDArray[np.float64]


def text_density(characters: Counts, tags: Counts) -> Densities:
    """Divide characters by tags (formula 3.1); no tag counts as one, as in Algorithm 4."""
    density: Densities = characters / np.maximum(tags, 1)
    return density


def composite_density(
    characters: Counts, tags: Counts, linked: Counts, links: Counts, linked_share: float
) -> Densities:
    """Weigh the density down where much is linked (formula 3.2); `linked_share` is that of the body.

    UNSPECIFIED: what a count of zero stands for in a quotient. Ours, as in the program of sun2011: one.
    """
    unlinked = np.maximum(characters - linked, 1)
    tags, linked, links = np.maximum(tags, 1), np.maximum(linked, 1), np.maximum(links, 1)
    base = np.log(characters * (linked / unlinked) + linked_share * characters + np.e)
    # Nothing to read has no density; one character keeps the logarithm of such a place defined.
    contrast = np.log(np.maximum(characters, 1) / linked * (tags / links))
    density: Densities = np.where(characters > 0, characters / tags * contrast / np.log(np.maximum(base, 1.01)), 0.0)
    return density
