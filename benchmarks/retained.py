"""How much memory a Document keeps for its columns, next to the source itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.pages import Pages
from benchmarks.progress import counted
from webwinnow.document import Document

_CONTAINERS: Final = (dict, list, tuple, set, frozenset)
_VALUES: Final = (str, bytes, int, float)


@dataclass(frozen=True, slots=True)
class Retained:
    """Bytes per character of the source, over many pages."""

    columns: str
    overall: float
    """All bytes by all characters."""
    median: float
    largest: float
    largest_page: str


def retained(pages: Pages) -> list[Retained]:
    """Measure pages with the columns that every stage needs, and with the words too."""
    names, characters, markup, with_words = list[str](), list[int](), list[int](), list[int]()
    for page in counted(pages, len(pages), "retained: page"):
        document = Document.from_bytes(page.data)
        names.append(page.name)
        characters.append(max(len(document.source), 1))
        _ = document.marks, document.visible, document.characters_before
        markup.append(bytes_kept(document))
        _ = document.words
        with_words.append(bytes_kept(document))
    kept = {"tokens, tree, runs": markup, "tokens, tree, runs, words": with_words}
    return [_summary(columns, names, np.array(sizes), np.array(characters)) for columns, sizes in kept.items()]


def _summary(columns: str, names: list[str], kept: npt.NDArray[np.int_], characters: npt.NDArray[np.int_]) -> Retained:
    shares = kept / characters
    overall, largest = float(kept.sum() / characters.sum()), int(shares.argmax())
    return Retained(columns, overall, float(np.median(shares)), float(shares[largest]), names[largest])


def bytes_kept(document: Document) -> int:
    """Add up the columns that are reachable from a document, each once; what it was made of are no columns."""
    seen = {id(made_of) for made_of in document.__getstate__().values()}
    todo: list[object] = [document]
    total = 0
    while todo:
        thing = todo.pop()
        if id(thing) not in seen:
            seen.add(id(thing))
            total += _own_size(thing)
            todo.extend(_parts(thing))
    return total


def _own_size(thing: object) -> int:
    """Count arrays by their data, and what stands in for an array; an object that only holds columns is none."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes if thing.base is None else 0  # a view holds no data of its own
    shared = isinstance(thing, int) and -6 < thing < 257
    return sys.getsizeof(thing) if isinstance(thing, _CONTAINERS + _VALUES) and not shared else 0


def _parts(thing: object) -> Iterable[object]:
    if isinstance(thing, np.ndarray):
        return () if thing.base is None else (thing.base,)
    if isinstance(thing, dict):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, _CONTAINERS):
        return thing
    if isinstance(thing, (*_VALUES, type(None), type)):
        return ()
    slots = [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
    return [*getattr(thing, "__dict__", {}).values(), *(getattr(thing, slot, None) for slot in slots)]
