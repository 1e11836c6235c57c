"""How much memory a Document keeps for its columns, next to the source itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.pages import Pages
from benchmarks.progress import counted
from webwinnow.document import Document


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
    """Add up what is reachable from a document apart from its source, each thing once."""
    seen = {id(document.source), id(document.data), id(document.url), id(document.encoding)}
    todo, total = [vars(document)], 0
    while todo:
        thing: object = todo.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        total += _own_size(thing)
        todo.extend(_parts(thing))  # type: ignore[arg-type]  # the list holds things of any kind
    return total


def _own_size(thing: object) -> int:
    """Count arrays by their data; a view holds none of its own, and the numbers up to 256 are shared by all."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes if thing.base is None else 0
    shared = thing is None or (isinstance(thing, int) and -6 < thing < 257)
    return 0 if shared else sys.getsizeof(thing)


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, np.ndarray):
        yield from () if thing.base is None else (thing.base,)
    elif isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif not isinstance(thing, str | bytes | int | float | None):
        yield from vars(thing).values() if hasattr(thing, "__dict__") else ()
        yield from (getattr(thing, slot) for slot in _slots(thing) if hasattr(thing, slot))


def _slots(thing: object) -> Iterable[str]:
    return [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
