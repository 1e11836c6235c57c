"""Test packages: a folder with `package.toml` and, per page, files of one name with different endings.

    <id>.html or <id>.html.gz   the page, bytes as they came
    <id>.txt                    the gold main content, UTF-8; may be missing
    <id>.json                   what is known about the page (see `PageMeta`); may be missing
    <id>.md                     the gold as Markdown, headline first; mostly missing
    <id>.geometry.json          what a browser showed of the page (`webwinnow render FOLDER`); mostly missing

Paper: gottron2007, section 4.1. Nothing is read before it is asked for and nothing read is kept, so a package
of any size needs little memory; a broken file breaks the reading of its own page only. So does what is no file (a named
pipe would never end) and a link that leads out of the folder, for its contents would come into the report.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from io import BufferedReader
from pathlib import Path
from typing import Any, Final

from webwinnow.document.geometry import ENDING as GEOMETRY_ENDING
from webwinnow.errors import PackageError
from webwinnow.evaluate.meta import PageMeta
from webwinnow.lazy_values import cached_property

DESCRIPTION: Final = "package.toml"


def read_description(folder: Path) -> dict[str, Any]:
    """Read a package's description; raises PackageError if there is none or it is broken."""
    path = folder / DESCRIPTION
    try:
        return tomllib.loads(_whole(path).decode())
    except FileNotFoundError:
        missing = f"no {DESCRIPTION}: run `webwinnow package new`" if folder.is_dir() else "no such folder"
        raise PackageError(f"{folder}: not a test package, {missing}") from None
    except ValueError as error:  # TOML errors and bytes that are not UTF-8
        raise PackageError(f"{path}: broken description ({error}): correct the file") from None
    except OSError as error:
        raise PackageError(f"{path}: cannot be read ({error.strerror or error}): check its permissions") from None


def toml_text(content: Mapping[str, Any]) -> str:
    """Write keys and values as TOML, tables last; Python reads TOML but does not write it."""
    return "".join(f"{line}\n" for line in _table(content, ()))


def _table(content: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    tables = {key: value for key, value in content.items() if isinstance(value, Mapping)}
    lines = [f"{_string(key)} = {_toml_value(value)}" for key, value in content.items() if key not in tables]
    for key, value in tables.items():
        inner = (*path, key)
        lines += ["", f"[{'.'.join(map(_string, inner))}]", *_table(value, inner)]
    return lines


def _toml_value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return _string(value)
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_toml_value, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{_string(key)} = {_toml_value(item)}' for key, item in value.items())}}}"
        case _:
            raise PackageError(f"{DESCRIPTION} cannot hold {value!r}: use text, numbers, lists or tables")


def _string(text: str) -> str:
    """Quote text; TOML's basic strings are JSON's, except that TOML wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


PAGE_ENDINGS: Final = (".html", ".html.gz")
GOLD_ENDING: Final = ".txt"
META_ENDING: Final = ".json"
MARKDOWN_ENDING: Final = ".md"
ENDINGS: Final = (".html.gz", ".html", GOLD_ENDING, GEOMETRY_ENDING, META_ENDING, MARKDOWN_ENDING)

LARGEST_PAGE: Final = 256 * 2**20
"""Bytes that a file may have or unpack to; a small gzip file, or one full of holes, can otherwise fill the memory."""


@dataclass(frozen=True, slots=True)
class GoldPage:
    """One page with what is known about it; the page itself is read when asked for."""

    id: str
    meta: PageMeta
    gold: str | None
    file: Path
    markdown: str | None = None
    sidecar: Path | None = None

    def html(self) -> bytes:
        """Read the page's original bytes; raises PackageError naming the file."""
        return read_page(self.file)

    def geometry(self) -> bytes | None:
        """Read what a browser showed of the page, if that is known; raises PackageError naming the file."""
        return None if self.sidecar is None else read_page(self.sidecar)


@dataclass(frozen=True, slots=True)
class PageFiles:
    """Where the parts of one page lie; light enough to be sent to another process."""

    id: str
    html: Path
    gold: Path | None
    meta: Path | None
    markdown: Path | None = None
    geometry: Path | None = None

    def read(self) -> GoldPage:
        """Read gold and meta data; raises PackageError naming the broken file."""
        gold = None if self.gold is None else read_gold(self.gold)
        meta = PageMeta() if self.meta is None else read_meta(self.meta)
        markdown = None if self.markdown is None else read_gold(self.markdown)
        return GoldPage(self.id, meta, gold, self.html, markdown, self.geometry)

    def paths(self) -> Iterator[Path]:
        """Return the files there are."""
        parts = (self.html, self.gold, self.meta, self.markdown, self.geometry)
        return (path for path in parts if path is not None)


@dataclass(frozen=True, slots=True)
class PackageInfo:
    """A package in numbers; what no file tells is counted as "unknown"."""

    pages: int
    with_gold: int
    unreadable: int
    languages: Mapping[str, int]
    page_types: Mapping[str, int]
    gold_kinds: Mapping[str, int]


@dataclass(frozen=True)
class Package:
    """A folder of pages: `pages` lists them sorted by id, `pages[i].read()` reads one and may fail alone."""

    folder: Path
    description: Mapping[str, Any]
    pages: tuple[PageFiles, ...]

    @property
    def name(self) -> str:
        """The name the description gives, or else the folder's."""
        name = self.description.get("name")
        return name if isinstance(name, str) and name else self.folder.resolve().name

    def page(self, page_id: str) -> GoldPage:
        """Read the page of this id; raises PackageError if there is none or it is broken."""
        try:
            return self._by_id[page_id].read()
        except KeyError:
            raise PackageError(f"{self.folder}: no page has the id {page_id!r}: choose one of its pages") from None

    def digest(self) -> str:
        """Hash the pages' files, names and contents: results hold as long as this stays the same.

        The description is left out: rewording a note changes no result. A file that cannot be read counts as such.
        """
        return self._digest

    def info(self) -> PackageInfo:
        """Count the pages by language, page type and kind of gold; reads meta data only."""
        languages: Counter[str] = Counter()
        page_types: Counter[str] = Counter()
        gold_kinds: Counter[str] = Counter()
        unreadable = 0
        for files in self.pages:
            try:
                meta = PageMeta() if files.meta is None else read_meta(files.meta)
            except PackageError:
                unreadable += 1
                continue
            languages[meta.language or "unknown"] += 1
            page_types[meta.page_type or "unknown"] += 1
            gold_kinds[gold_kind(meta, has_gold=files.gold is not None)] += 1
        with_gold = sum(files.gold is not None for files in self.pages)
        counted = (dict(counter.most_common()) for counter in (languages, page_types, gold_kinds))
        return PackageInfo(len(self.pages), with_gold, unreadable, *counted)

    @cached_property
    def _by_id(self) -> dict[str, PageFiles]:
        return {files.id: files for files in self.pages}

    @cached_property
    def _digest(self) -> str:
        total = hashlib.sha256()
        files = (path for files in self.pages for path in files.paths())
        for path in sorted(files, key=lambda path: path.name):
            total.update(f"{_name(path)}\0{_file_digest(path)}\n".encode())
        return total.hexdigest()


def load(folder: Path) -> Package:
    """List a package's pages; raises PackageError if the folder or its description cannot be read."""
    description = read_description(folder)
    grouped, _ = group_files(folder)
    pages = (_page_files(page_id, files) for page_id, files in sorted(grouped.items()))
    return Package(folder, description, tuple(page for page in pages if page is not None))


def group_files(folder: Path) -> tuple[dict[str, dict[str, Path]], list[Path]]:
    """Sort a folder's files by page id and ending; second comes what is part of no page.

    Names with a leading dot are passed over: files are written under such a name first. Bytes of a name that are not
    UTF-8 are spelled out in the id, which is text.
    """
    grouped: dict[str, dict[str, Path]] = {}
    strangers = []
    for path in sorted(path for path in folder.iterdir() if not path.name.startswith(".")):
        ending = next((ending for ending in ENDINGS if path.name.endswith(ending)), None)
        if ending and not path.is_dir():
            grouped.setdefault(_name(path).removesuffix(ending), {})[ending] = path
        elif path.name != DESCRIPTION:
            strangers.append(path)
    alone = [page_id for page_id, files in grouped.items() if files.keys() == {MARKDOWN_ENDING}]  # such as a README
    return grouped, sorted([*strangers, *(grouped.pop(page_id)[MARKDOWN_ENDING] for page_id in alone)])


def gold_kind(meta: PageMeta, *, has_gold: bool) -> str:
    """Say what a page can be scored with: what its meta data claims, or else what there is."""
    claimed = meta.extra.get("gold_kind")
    if isinstance(claimed, str):
        return claimed
    if has_gold:
        return "full"
    if meta.with_snippets or meta.without_snippets:
        return "snippets"
    return "page-type-only" if meta.page_type else "metadata-only"


def read_page(path: Path) -> bytes:
    """Read a page's bytes, unpacked if the file's name ends in `.gz`; raises PackageError naming the file."""
    try:
        if path.suffix != ".gz":
            return _whole(path)
        with _opened(path) as file, gzip.open(file) as stream:
            content = stream.read(LARGEST_PAGE + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise PackageError(f"{path}: broken gzip ({error}): replace the file") from None
    except OSError as error:
        raise PackageError(_unreadable(path, error)) from None
    if len(content) > LARGEST_PAGE:
        raise PackageError(f"{path}: unpacks to more than {LARGEST_PAGE} bytes: remove the page")
    return content


def read_gold(path: Path) -> str:
    """Read gold text: UTF-8 with or without a byte order mark; raises PackageError naming the file."""
    try:
        return _whole(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise PackageError(f"{path}: not UTF-8 (byte {error.start}): save the gold as UTF-8") from None
    except OSError as error:
        raise PackageError(_unreadable(path, error)) from None


def read_meta(path: Path) -> PageMeta:
    """Read a page's meta data; raises PackageError naming the file."""
    try:
        content = json.loads(_whole(path).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # bad JSON, not UTF-8, or nested without end
        raise PackageError(f"{path}: broken JSON ({error}): correct the file") from None
    except OSError as error:
        raise PackageError(_unreadable(path, error)) from None
    try:
        return PageMeta.from_json(content)
    except PackageError as error:
        raise PackageError(f"{path}: {error}: correct it") from None


def _page_files(page_id: str, files: Mapping[str, Path]) -> PageFiles | None:
    html = next((files[ending] for ending in PAGE_ENDINGS if ending in files), None)
    if html is None:
        return None
    others = (GOLD_ENDING, META_ENDING, MARKDOWN_ENDING, GEOMETRY_ENDING)
    return PageFiles(page_id, html, *map(files.get, others))


def _name(path: Path) -> str:
    """Return a file's name as text that can be printed, compared and hashed."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def _whole(path: Path) -> bytes:
    """Read a file of a package, whole."""
    with _opened(path) as file:
        return file.read()


def _opened(path: Path) -> BufferedReader:
    """Open a file of a package; raises PackageError for what is no file, too large, or elsewhere."""
    target = Path(os.path.realpath(path))
    if path.is_symlink() and Path(os.path.realpath(path.parent)) not in target.parents:
        raise PackageError(f"{path}: a link out of the package: put the file itself there")
    if target.exists() and not (target.is_file() or target.is_dir()):
        raise PackageError(f"{path}: no file, but a device or a pipe: remove it")
    file = path.open("rb")
    if os.fstat(file.fileno()).st_size > LARGEST_PAGE:
        file.close()
        raise PackageError(f"{path}: has more than {LARGEST_PAGE} bytes: remove the page")
    return file


def _file_digest(path: Path) -> str:
    try:
        with _opened(path) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, PackageError):
        return "unreadable"  # the cells of this page say why


def _unreadable(path: Path, error: OSError) -> str:
    return f"{path}: cannot be read ({error.strerror or error}): check the file and its permissions"
