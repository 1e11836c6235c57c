"""Stages: values that filter, extract and refine, and the ways to combine them."""

from webwinnow.stages.combined import Intersection, Prefilters, Serial, Union, Vote
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage

__all__ = [
    "Extractor",
    "Intersection",
    "Prefilter",
    "Prefilters",
    "Refiner",
    "Serial",
    "Stage",
    "Union",
    "Vote",
]
