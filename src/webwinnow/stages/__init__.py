"""Stages: values that filter, extract and refine, and the ways to combine them."""

from typing import TYPE_CHECKING

from webwinnow.lazy_names import lazy_names
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage

if TYPE_CHECKING:
    from webwinnow.stages.combined import Prefilters, Serial
    from webwinnow.stages.voting import Intersection, Parallel, Union, Vote, Weighted

__all__ = [
    "Extractor",
    "Intersection",
    "Parallel",
    "Prefilter",
    "Prefilters",
    "Refiner",
    "Serial",
    "Stage",
    "Union",
    "Vote",
    "Weighted",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {"combined": ("Prefilters", "Serial"), "voting": ("Intersection", "Parallel", "Union", "Vote", "Weighted")},
)
