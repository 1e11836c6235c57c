"""Test packages in the server's folder, and what annotators say of their pages, in the `.json` file of each page.

    "annotations": {"anna": {"saved": "2026-03-12T09:30:00Z", "visible": 5120, "characters": 20480, "encoding": "utf-8",
                             "labels": {"content": [[1200, 1530], ...], "headline": [[1100, 1142]], ...}, ...}}

Each annotator has an entry, so nobody overwrites another. The gold text and the keys that evaluations read (`title`,
`author`, `date`, flags, `media`) are those of one of them: the first who saved, until another says "take mine".
Whoever saves names the version of the files that was seen: if it changed meanwhile, nothing is written.

Packages are listed, read, begun and added to in the folder that the server was started with, and nowhere else.

How far two annotators of the same pages agree is F1 and Cohen's kappa over the characters that readers see.
Paper: cohen1960 (kappa); gottron2007, section 5.5, has one annotator a page and speaks of "subjectivity".
Counts add up: the agreement over a package is that of the sums, so that long pages count for more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from threading import Lock
from typing import Any, Final

from webwinnow.document import Document
from webwinnow.errors import PackageError, WebwinnowError
from webwinnow.evaluate.making import NewPage, new, page_id_of, write_page
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import DESCRIPTION, GOLD_ENDING, META_ENDING, GoldPage, Package, load
from webwinnow.evaluate.validation import EMPTY
from webwinnow.evaluate.writing import claimed, file_stem, write_aside
from webwinnow.serve.labelling import LABELS
from webwinnow.serve.requests import RequestError
from webwinnow.spans import Spans


@dataclass(frozen=True, slots=True)
class Agreement:
    """Characters by what two annotators said of them."""

    both: int = 0
    first: int = 0
    """Marked by the first alone."""
    second: int = 0
    neither: int = 0

    @classmethod
    def between(cls, first: Spans, second: Spans, visible: int) -> Agreement:
        """Compare what two annotators marked of a page with so many visible characters."""
        both = (first & second).characters
        alone = first.characters - both, second.characters - both
        return cls(both, *alone, max(visible - both - sum(alone), 0))

    def __add__(self, other: Agreement) -> Agreement:
        """Join the counts of two pages."""
        return Agreement(
            self.both + other.both,
            self.first + other.first,
            self.second + other.second,
            self.neither + other.neither,
        )

    @property
    def f1(self) -> float:
        """The F1 of one annotator measured by the other, whichever of them; 1 if both marked nothing."""
        marked = 2 * self.both + self.first + self.second
        return 2 * self.both / marked if marked else 1.0

    @property
    def kappa(self) -> float:
        """How much better than by chance they agree: 1 is always, 0 is chance; 1 where chance alone would do as well.

        >>> round(Agreement(both=20, first=5, second=10, neither=15).kappa, 6)
        0.4
        """
        total = self.both + self.first + self.second + self.neither
        if not total:
            return 1.0
        agreed = (self.both + self.neither) / total
        one, other = (self.both + self.first) / total, (self.both + self.second) / total
        by_chance = one * other + (1 - one) * (1 - other)
        return 1.0 if by_chance >= 1 else (agreed - by_chance) / (1 - by_chance)

    def to_json(self) -> dict[str, float]:
        """Return the two figures."""
        return {"f1": round(self.f1, 6), "kappa": round(self.kappa, 6)}


KEY: Final = "annotations"
GOLD_BY: Final = "gold_by"
"""Whose labels the gold was made of."""
LONGEST_NAME: Final = 40
_WRITING: Final = Lock()
"""Threads of one server take turns; the lock of the folder keeps other servers out."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page as one annotator sees it: what was marked, and what was made of that."""

    annotator: str
    made: Mapping[str, Any]
    """What `labelling.label` returned."""
    said: Mapping[str, Any]
    """Flags and note."""

    def entry(self) -> dict[str, Any]:
        """Return what the package keeps of it."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        kept = {name: self.made[name] for name in ("visible", "characters", "encoding", "labels", "media")}
        return {"saved": now, **kept, **{name: value for name, value in self.said.items() if value}}

    def meta(self, before: PageMeta) -> PageMeta:
        """Return what is known of the page if this is its gold; what was known else stays."""
        made, kind = self.made, {"gold_kind": EMPTY} if self.said.get("empty") else {}
        rest = {name: value for name, value in before.extra.items() if name not in ("gold_kind", "media")}
        return replace(
            before,
            title=made["title"] or before.title,
            author=tuple(made["author"]) or before.author,
            date=made["date"] or before.date,
            fragmented=bool(self.said.get("fragmented")),
            multiple_articles=bool(self.said.get("multiple_articles")),
            extra=rest | kind | {"media": made["media"], GOLD_BY: self.annotator},
        )


def annotator_name(given: object) -> str:
    """Return the name of an annotator, or say what is wrong with it."""
    name = " ".join(given.split()) if isinstance(given, str) else ""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise RequestError(f"'annotator' must be a name of 1 to {LONGEST_NAME} characters", "wrong_value")
    return name


def said_of(options: Mapping[str, Any], gold: str) -> dict[str, Any]:
    """Return flags and note; refuse a page without main content unless that is said."""
    said = {name: options[name] for name in ("fragmented", "multiple_articles", "empty", "note") if name in options}
    if bool(gold.strip()) == bool(said.get("empty")):
        wrong = "but content is marked" if gold.strip() else "nothing is marked as main content"
        raise RequestError(f"{wrong}: mark it, or say 'empty' if the page has none", "wrong_value")
    return said


def entries(page: GoldPage) -> dict[str, dict[str, Any]]:
    """Return what annotators said of a page; what is no entry of ours is passed over."""
    found = page.meta.extra.get(KEY)
    known = found.items() if isinstance(found, dict) else ()
    return {name: entry for name, entry in known if isinstance(entry, dict) and isinstance(entry.get("labels"), dict)}


def version(folder: Path, page_id: str) -> str:
    """Name the state of the files that saving may change."""
    digest = hashlib.sha256()
    for ending in (META_ENDING, GOLD_ENDING):
        path = folder / f"{page_id}{ending}"
        digest.update(path.read_bytes() if path.exists() else b"-")
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def save(folder: Path, page_id: str, labelled: LabelledPage, seen: str | None, *, as_gold: bool) -> dict[str, Any]:
    """Write an annotator's labels, and the gold if it is theirs; raises RequestError if somebody saved meanwhile.

    Gold text is written first, then what is known of the page, each seen whole or not at all: whenever the program
    ends, the package is a valid one.
    """
    with _WRITING, _claimed(folder):
        page = load(folder).page(page_id)
        if seen is not None and seen != version(folder, page_id):
            raise RequestError(_changed(page, labelled.annotator), "changed", 409)
        every = {**entries(page), labelled.annotator: labelled.entry()}
        adopted = as_gold or page.gold is None or page.meta.extra.get(GOLD_BY) == labelled.annotator
        meta = labelled.meta(page.meta) if adopted else page.meta
        if adopted:
            write_aside(folder / f"{page_id}{GOLD_ENDING}", labelled.made["gold"].encode(errors="replace"))
        text = json.dumps(replace(meta, extra={**meta.extra, KEY: every}).to_json(), ensure_ascii=False, indent=1)
        write_aside(folder / f"{page_id}{META_ENDING}", f"{text}\n".encode(errors="replace"))
        return {"version": version(folder, page_id), "is_gold": adopted, "agreement": agreements(every)}


@contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Keep other programs out while a page is written."""
    try:
        with claimed(folder):
            yield
    except RequestError:
        raise
    except WebwinnowError as error:
        raise RequestError(str(error), "not_written", 409) from None


def _changed(page: GoldPage, annotator: str) -> str:
    known = entries(page)
    by = ", ".join(f"{name} (saved {entry.get('saved', '?')})" for name, entry in known.items()) or "somebody"
    advice = "look at that, and save again" if annotator in known else "open it again, and save yours beside theirs"
    return f"the page was changed since you opened it, by {by}; nothing was written: {advice}"


def agreements(found: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Compare every two annotators of a page, label by label."""
    return [
        {"annotators": [one, other]} | {name: counted.to_json() for name, counted in by_label.items()}
        for one, other in combinations(sorted(found), 2)
        if (by_label := compared(found[one], found[other]))
    ]


def compared(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Agreement]:
    """Compare two entries, label by label; nothing if they speak of different pages, or are broken."""
    try:
        size, visible = int(one["characters"]), int(one["visible"])
        if size != int(other["characters"]):
            return {}
        pairs = {name: (_spans(one, name, size), _spans(other, name, size)) for name in LABELS}
    except (KeyError, TypeError, ValueError, WebwinnowError):
        return {}
    return {name: Agreement.between(*both, visible) for name, both in pairs.items()}


def _spans(entry: Mapping[str, Any], name: str, size: int) -> Spans:
    pairs = entry["labels"].get(name, [])
    if not all(type(place) is int and 0 <= place <= size for pair in pairs for place in pair):
        raise PackageError(f"label {name} has places outside of the page")
    return Spans([(start, end) for start, end in pairs], size=size)


@dataclass(frozen=True, slots=True)
class Packages:
    """The packages below one folder; without a folder there is none."""

    folder: Path | None

    def names(self) -> list[str]:
        """Return the names of the folders that are packages."""
        if self.folder is None:
            return []
        return sorted(each.parent.name for each in self.folder.glob(f"*/{DESCRIPTION}"))

    def package(self, name: str) -> Package:
        """Find a package by a name that is listed: nothing else ever becomes a path."""
        if self.folder is None or name not in self.names():
            raise RequestError("there is no such package: GET /v1/packages lists those there are", "no_package", 404)
        return load(self.folder / name)

    def writable(self, name: str) -> Package:
        """Find a package that lies in the folder itself, and not behind a link that leads out of it."""
        package = self.package(name)
        if package.folder.resolve().parent != self.root.resolve():
            raise RequestError("the package is a link to another folder: it can only be read", "read_only", 403)
        return package

    @property
    def root(self) -> Path:
        """The folder, for what writes to it."""
        if self.folder is None:
            raise RequestError("there is no folder to save to: start the server with --packages DIR", "no_package", 404)
        return self.folder

    def begin(self, name: str, about: dict[str, str]) -> str:
        """Start an empty package."""
        if not name or file_stem(name) != name:
            raise RequestError("'name' must be of letters, digits, dots, dashes and underscores", "wrong_value")
        if (self.root / name).exists():
            raise RequestError(f"{name!r} is there already: take another name", "exists", 409)
        return new(self.root / name, name, **about).name


def overview(package: Package) -> dict[str, Any]:
    """List the pages with who annotated them, and how far annotators agree over all of them."""
    pages, together = [], dict[tuple[str, str], Agreement]()
    for files in package.pages:
        try:
            found = entries(files.read())
        except PackageError as error:
            pages.append({"id": files.id, "gold": False, "annotators": [], "broken": str(error)})
            continue
        pages.append({"id": files.id, "gold": files.gold is not None, "annotators": sorted(found)})
        for one, other in ((one, other) for one in found for other in found if one < other):
            if content := compared(found[one], found[other]).get("content"):
                together[one, other] = together.get((one, other), Agreement()) + content
    agreed = [{"annotators": list(pair), **counted.to_json()} for pair, counted in sorted(together.items())]
    return {"name": package.name, "pages": pages, "agreement": agreed}


def whole_page(package: Package, page_id: str) -> dict[str, Any]:
    """Return a page as a request for it would hold it, with all that is known of it."""
    page = read_page(package, page_id)
    source = Document.from_bytes(page.html(), url=page.meta.url).source
    annotated = entries(page)
    known = {name: value for name, value in page.meta.to_json().items() if name != "annotations"}
    return {
        "html": source,
        "url": page.meta.url,
        "gold": page.gold,
        "meta": known,
        "annotations": annotated,
        "agreement": agreements(annotated),
        "version": version(package.folder, page_id),
    }


def read_page(package: Package, page_id: str) -> GoldPage:
    """Read a page that is listed."""
    if page_id not in {files.id for files in package.pages}:
        raise RequestError("there is no such page in the package", "no_page", 404)
    return package.page(page_id)


def add_page(package: Package, html: bytes, url: str | None, about: dict[str, Any]) -> str:
    """Write a new page into a package; never over one that is there."""
    taken = {files.id for files in package.pages}
    wished = page_id_of(about.get("id") or _from_address(url))
    if "id" in about and (wished != about["id"] or wished in taken):
        problem = "is there already" if wished in taken else "cannot name a file: use letters, digits, dots, dashes"
        raise RequestError(f"'id': {about['id'][:80]!r} {problem}", "exists" if wished in taken else "wrong_value", 409)
    free = next(name for at in range(len(taken) + 1) if (name := f"{wished}-{at + 1}" if at else wished) not in taken)
    meta = PageMeta(url=url, language=about.get("language"), page_type=about.get("page_type"))
    write_page(package.folder, NewPage(free, html, None, meta))
    return free


def _from_address(url: str | None) -> str:
    """Make a name of an address: host and path."""
    return (url or "page").partition("://")[2].partition("?")[0].strip("/") or "page"
