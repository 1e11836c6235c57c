"""The colours of candidates stay apart, also for who sees fewer colours, and stand out from the page."""

import re
from importlib import resources
from itertools import combinations

import numpy as np
import pytest

from webwinnow.evaluate.report.frame import COLOURS

# Machado, Oliveira and Fernandes (2009): what full protanopia, deuteranopia and tritanopia make of linear RGB.
VISION = {
    "all colours": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
TO_CONES = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566]]
TO_CONES += [[0.0883024619, 0.2817188376, 0.6299787005]]
TO_OKLAB = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099]]
TO_OKLAB += [[0.0259040371, 0.7827717662, -0.808675766]]


def colours() -> dict[str, tuple[str, str]]:
    css = resources.files("webwinnow.evaluate.report").joinpath("style.css").read_text(encoding="utf-8")
    return {
        name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)
    }


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def seen(colour: str, vision: str) -> np.ndarray:
    """A colour as it is seen, in a space where distances are differences."""
    light = np.clip(np.array(VISION[vision]) @ linear(colour), 0, 1)
    return np.array(TO_OKLAB) @ np.cbrt(np.array(TO_CONES) @ light)


def contrast(first: str, second: str) -> float:
    light = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) + 0.05 for colour in (first, second))
    return light[1] / light[0]


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", [0, 1])
def test_candidates_stay_apart(vision: str, theme: int) -> None:
    ours = [colours()[f"c{number}"][theme] for number in range(COLOURS)]
    nearest = min(np.linalg.norm(seen(a, vision) - seen(b, vision)) for a, b in combinations(ours, 2))
    assert nearest > 0.08


@pytest.mark.parametrize("theme", [0, 1])
def test_marks_stand_out_from_the_page_and_text_is_readable(theme: int) -> None:
    known = colours()
    paper = known["paper"][theme]
    assert min(contrast(known[f"c{number}"][theme], paper) for number in range(COLOURS)) >= 3
    for text in ("ink", "quiet", "link", "missing", "superfluous"):
        assert contrast(known[text][theme], paper) >= 4.5, text
    for text, back in (("missing", "missing-back"), ("better", "better-back"), ("worse", "worse-back")):
        assert contrast(known[text][theme], known[back][theme]) >= 4.5, text
