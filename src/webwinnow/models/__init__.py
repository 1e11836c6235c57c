"""Learned models as files: numpy's own archive of arrays, and a header that tells what they are; never code.

    header      JSON: format version, name of the stage, settings, hash
    (others)    the arrays

Nothing in it is ever executed. The hash covers names, types, shapes and contents of all arrays and the settings, so
that a file that was cut, altered or made for something else is refused with a clear message, and two trainings can be
compared by one line. Whatever fits into JSON (weights by name, limits, texts) may stand in the settings, so that small
models need no arrays at all.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.errors import ModelError

__all__ = ["Model", "load_model", "read_model", "require_arrays", "require_columns", "unpacking", "write_model"]

VERSION: Final = 1
"""Changes when files of before can no longer be read."""
_HEADER: Final = "header"
_LARGEST: Final = 64 * 2**20
"""Bytes that a model may unpack to."""


@dataclass(frozen=True, slots=True)
class Model:
    """A learned model: which stage it is for, what it was trained with, and its numbers."""

    name: str
    settings: Mapping[str, Any]
    arrays: Mapping[str, npt.NDArray[Any]]

    def group(self, prefix: str) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays whose names start with a word and a blank, under the rest of their names."""
        return {
            name.removeprefix(f"{prefix} "): each for name, each in self.arrays.items() if name.startswith(f"{prefix} ")
        }

    @property
    def digest(self) -> str:
        """The hash of everything that decides what the model answers."""
        total = hashlib.sha256(json.dumps([self.name, self.settings], sort_keys=True).encode())
        for name in sorted(self.arrays):
            array = np.ascontiguousarray(self.arrays[name])
            total.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
            total.update(array.tobytes())
        return total.hexdigest()


def write_model(model: Model) -> bytes:
    """Return the file of a model; the same model gives the same bytes."""
    header = {"format": VERSION, "name": model.name, "settings": dict(model.settings), "sha256": model.digest}
    stream = io.BytesIO()
    arrays = {_HEADER: np.frombuffer(json.dumps(header, sort_keys=True).encode(), np.uint8), **model.arrays}
    np.savez_compressed(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def read_model(data: bytes, name: str, place: str) -> Model:
    """Read a model for the stage of this name; `place` names the file in messages."""
    try:
        arrays = _arrays(data)
        header = json.loads(arrays.pop(_HEADER).tobytes())
        version, found, claimed = header["format"], header["name"], header["sha256"]
        model = Model(found, header["settings"], arrays)
        dict(model.settings)
    except _DAMAGED:
        raise ModelError(
            f"{place}: not a model of webwinnow, or damaged: train it again with 'webwinnow train'"
        ) from None
    if version != VERSION:
        raise ModelError(f"{place}: has format {version}, this version reads {VERSION}: train it again")
    if found != name:
        raise ModelError(f"{place}: is a model for {found!r}, not for {name!r}: give the right file")
    if model.digest != claimed:
        raise ModelError(f"{place}: its contents do not match its hash, so it is damaged: replace the file")
    return model


_DAMAGED: Final = (
    *(ValueError, KeyError, TypeError, OSError, EOFError, RecursionError, MemoryError, AttributeError),
    *(NotImplementedError, RuntimeError, SyntaxError, struct.error, zlib.error, zipfile.BadZipFile),
)
"""What the readers of zip, numpy's headers and JSON raise for bytes that are none: an altered length, way of packing,
flag, type or shape."""


def _arrays(data: bytes) -> dict[str, npt.NDArray[Any]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
            raise ValueError("too large")
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


@lru_cache(maxsize=32)
def load_model(name: str, package: str, path: str = "", check: Callable[[Model], None] = lambda _: None) -> Model:
    """Read the model of a stage: the file at `path`, or without one the file that lies in the stage's package.

    `check` raises ModelError if it does not hold what the stage needs.
    """
    model = _read(name, package, path)
    check(model)
    return model


def _read(name: str, package: str, path: str) -> Model:
    if not path:
        place = resources.files(package).joinpath(f"{name}.npz")
        return read_model(place.read_bytes(), name, place.name)
    try:
        if Path(path).exists() and not Path(path).is_file():  # a pipe or a device never ends
            raise ModelError(f"{path}: no file: give a model's file")
        with Path(path).open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}): give a model's file") from None
    return read_model(data, name, path)


def require_columns(model: Model, columns: tuple[str, ...]) -> None:
    """Refuse a model that was trained for other columns than this version computes."""
    if list(columns) != model.settings.get("columns"):
        raise ModelError(
            f"the model of {model.name!r} was trained for other columns than this version has: train again"
        )


@contextmanager
def unpacking(model: Model) -> Iterator[None]:
    """Refuse a model that, whatever its hash says, does not hold what its stage unpacks from it."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ModelError(
            f"the model of {model.name!r} does not hold what this version needs ({error!r}): train it again"
        ) from None


Sizes = tuple[int | str, ...]
"""The sizes of an array; those that stand under one name are equal."""


def require_arrays(
    model: Model, forms: Mapping[str, Sizes], places: Mapping[str, int | str] | None = None, group: str = ""
) -> None:
    """Refuse a model whose arrays have other sizes than these, hold no numbers, or point to what is not there.

    `places` tells of how many things an array names the places, by number or by the name of a size.
    """
    with unpacking(model):
        arrays, known = model.group(group) if group else model.arrays, dict[str, int]()
        for name, form in forms.items():
            _require_form(arrays[name], name, form, known)
        for name, size in (places or {}).items():
            _require_places(arrays[name], name, known[size] if isinstance(size, str) else size)


def _require_form(array: npt.NDArray[Any], name: str, form: Sizes, known: dict[str, int]) -> None:
    """Compare the sizes of an array; those that have a name are noted when they first occur."""
    found = zip(form, array.shape, strict=True)
    sizes = tuple(known.setdefault(size, here) if isinstance(size, str) else size for size, here in found)
    if array.shape != sizes or array.dtype.kind not in "iuf":
        raise ValueError(f"{name} is {array.dtype} {array.shape}, not {sizes}")
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise ValueError(f"{name} holds what is no number")


def _require_places(array: npt.NDArray[Any], name: str, size: int) -> None:
    """Compare places with how many there are; those below 0 count from the end, as numpy has it."""
    if array.dtype.kind not in "iu" or (array.size and not -size <= int(array.min()) <= int(array.max()) < size):
        raise ValueError(f"{name} leads to what is not there")
