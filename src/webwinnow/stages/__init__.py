"""Stages: values that filter, extract and refine, and the ways to combine them."""

from webwinnow.stages.combined import Prefilters, Serial
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage
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
