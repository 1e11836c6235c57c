"""Compiled kernels: hot functions on arrays, in C, each the twin of a numpy function that defines what is right.

They are called through ctypes, release Python's lock while they work, and keep nothing between calls. Whether they are
used is decided here, once: not where `WEBWINNOW_PURE=1` is set, or where the package was built without a C compiler.
The numpy twins stand in the rooms whose facts they compute; `native/` has the C.
"""

from webwinnow.kernels.library import Library, NameTable, address, check, give_back_free, given_back, load, passing_room
from webwinnow.kernels.turns import TURNS

LIBRARY = load()
"""The compiled kernels; None where numpy does all the work."""

IMPLEMENTATION = "numpy" if LIBRARY is None else "compiled"

__all__ = [
    "IMPLEMENTATION", "LIBRARY", "TURNS", "Library", "NameTable", "address", "check", "give_back_free", "given_back",
    "passing_room",
]  # fmt: skip
