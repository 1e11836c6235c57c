"""Histograms for growing trees: compiled where the machine has a C compiler, in numpy elsewhere, with equal sums.

The compiler is the one that `CC` names, else `cc` or `gcc`. What it makes lies in a temporary folder for as long as
the process runs.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Amounts = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer[Any]]
"""Bins of values, or leaves of rows: of eight bits."""
Histograms = Callable[[Codes, Codes, Amounts, int, int], Amounts]
"""From the bins of values (columns by rows), the leaf of each row and its amounts (rows by two), to their sums per
column, leaf, bin and amount; the last arguments are how many leaves and bins there are."""
_SOURCE: Final = "histograms.c"
_OPTIONS: Final = ("-O3", "-shared", "-fPIC", "-ffp-contract=off")
_PATIENCE: Final = 120
"""Seconds that a compiler may take."""


def numpy_histograms(codes: Codes, leaf: Codes, amounts: Amounts, leaves: int, bins: int) -> Amounts:
    """Add up with numpy: what the compiled loop is tested against."""
    cells, size = leaf.astype(np.int64) * bins, leaves * bins
    found = np.stack([[np.bincount(cells + code, amount, minlength=size) for amount in amounts.T] for code in codes])
    return np.ascontiguousarray(found.reshape(len(codes), 2, leaves, bins).transpose(0, 2, 3, 1))


@cache
def best_histograms() -> Histograms:
    """Return the quickest way that this machine has."""
    return compiled_histograms() or numpy_histograms


def compiled_histograms() -> Histograms | None:
    """Compile the loop; None where there is no compiler, or one that cannot."""
    command = shlex.split(os.environ.get("CC", "")) or [shutil.which("cc") or shutil.which("gcc") or ""]
    with tempfile.TemporaryDirectory(prefix="webwinnow-") as folder, resources.as_file(_source()) as source:
        library = Path(folder) / "histograms.so"
        try:
            subprocess.run(
                [*command, *_OPTIONS, str(source), "-o", str(library)],
                check=True,
                capture_output=True,
                timeout=_PATIENCE,
            )
            return _called(ctypes.CDLL(str(library)).histograms)
        except (OSError, subprocess.SubprocessError, AttributeError):
            return None


def _source() -> Any:
    return resources.files("webwinnow.training").joinpath(_SOURCE)


def _called(function: Any) -> Histograms:
    """Give the C function the face of the numpy one."""
    function.restype = None

    def histograms(codes: Codes, leaf: Codes, amounts: Amounts, leaves: int, bins: int) -> Amounts:
        sums = np.zeros((len(codes), leaves, bins, 2))
        small: list[npt.NDArray[Any]] = [np.ascontiguousarray(each, np.uint8) for each in (codes, leaf)]
        packed = [*small, np.ascontiguousarray(amounts, np.float64)]  # kept for as long as C reads them
        arrays = [ctypes.c_void_p(each.ctypes.data) for each in packed]
        sizes = [ctypes.c_int64(each) for each in (len(codes), codes.shape[1], leaves, bins)]
        function(*arrays, *sizes, ctypes.c_void_p(sums.ctypes.data))
        return sums

    return histograms
