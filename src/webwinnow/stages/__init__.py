"""Stages: values that filter, extract and refine, and the ways to combine them."""

from webwinnow.stages.parallel import Intersection, Union
from webwinnow.stages.serial import Prefilters, Serial
from webwinnow.stages.stage import Extractor, Prefilter, Refiner, Stage
from webwinnow.stages.vote import Vote, Weighted

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
    "Weighted",
]
