"""Making test packages: a new one, one page more, two out of one, or one from a site's pages and a CSS selector.

Nothing that exists is overwritten, and nothing half made is ever seen: a folder appears when it is complete, and
of a page the `.html.gz` file, which makes it a page, is written last.

Gold must not be made with the code it is to judge, so the text of an element does not come from `Document.text_of`, but
from another parser: lexbor, by selectolax. It has a line for each paragraph, where `text_of` has one line; white space
is folded, scripts and the like are left out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from webwinnow.document.charset.decode import decode
from webwinnow.errors import MissingExtraError, PackageError, UsageError
from webwinnow.evaluate.meta import PageMeta, primary_language, site_of
from webwinnow.evaluate.package import (
    DESCRIPTION,
    GOLD_ENDING,
    META_ENDING,
    PAGE_ENDINGS,
    GoldPage,
    Package,
    PageFiles,
    load,
    read_description,
    read_meta,
    read_page,
    toml_text,
)
from webwinnow.evaluate.writing import folder_aside, write_aside

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_INVISIBLE = "head script style template noscript iframe object svg canvas audio video select textarea"
_LINES = (
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary "
    "table tbody tfoot thead tr ul"
)
INVISIBLE: Final = frozenset(_INVISIBLE.split())
LINES: Final = frozenset(_LINES.split())
"""Elements that start a line where they open and where they close."""
CELLS: Final = frozenset({"td", "th"})

_SPACE = re.compile(r"\s+")


def parse(text: str) -> LexborHTMLParser:
    """Parse a page; raises MissingExtraError if selectolax is not installed."""
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError:
        raise MissingExtraError("selectolax", "evaluate") from None
    return LexborHTMLParser(text)


def select(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """Find the elements of a CSS selector in page order, without those that lie inside another one found."""
    from selectolax.lexbor import SelectolaxError

    try:
        found = tree.css(selector)
    except SelectolaxError:
        raise UsageError(f"the CSS selector {selector!r} cannot be read: correct it") from None
    chosen = {node.mem_id for node in found}
    return [node for node in found if not _inside(node, chosen)]


def text_of(nodes: Iterable[LexborNode]) -> str:
    """Return the text of elements, a line per paragraph."""
    return folded(piece for node in nodes for piece in ("\n", *pieces(node)))


def pieces(root: LexborNode) -> Iterator[str]:
    """Return the visible text below an element in page order, with line breaks where blocks begin and end."""
    return (text_at(node) if opening else break_at(node) for node, opening in walk(root))


def walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Visit each visible node when it opens (True) and when it closes (False); deep pages need no recursion."""
    node = root
    while True:
        visible = node.tag not in INVISIBLE
        if visible:
            yield node, True
            if node.first_child is not None:
                node = node.first_child
                continue
            yield node, False
        while node.mem_id == root.mem_id or node.next is None:
            if node.mem_id == root.mem_id or node.parent is None:
                return
            node = node.parent
            yield node, False
        node = node.next


def text_at(node: LexborNode) -> str:
    """Return what a node contributes where it opens: its own text on one line, or a break."""
    return _SPACE.sub(" ", node.text_content or "") if node.is_text_node else break_at(node)


def break_at(node: LexborNode) -> str:
    """Return what separates an element from its surroundings."""
    if node.tag in LINES:
        return "\n"
    return " " if node.tag in CELLS else ""


def folded(parts: Iterable[str]) -> str:
    """Join pieces of text, fold the white space within lines and drop empty lines."""
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _inside(node: LexborNode, chosen: set[int]) -> bool:
    above = node.parent
    while above is not None and above.mem_id not in chosen:
        above = above.parent
    return above is not None


PAGE_PATTERNS: Final = ("*.html", "*.htm", "*.html.gz", "*.htm.gz")
COUNTS: Final = ("pages", "gold_kinds", "languages", "page_types")
"""Keys of a description that count pages: no longer true of a part."""


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page on its way into a package."""

    id: str
    html: bytes
    gold: str | None
    meta: PageMeta


def write_page(folder: Path, page: NewPage) -> PageFiles:
    """Write a page's files, the page itself last; raises PackageError rather than overwrite one."""
    if not page.id or page.id != page.id.strip() or page.id.startswith(".") or re.search(r"[/\\\0\n]", page.id):
        raise PackageError(f"{folder}: {page.id!r} cannot name a file: use no slash and no leading dot")
    if any((folder / f"{page.id}{ending}").exists() for ending in PAGE_ENDINGS):
        raise PackageError(f"{folder}: a page {page.id!r} exists already: give another id or remove it first")
    meta, gold = folder / f"{page.id}{META_ENDING}", folder / f"{page.id}{GOLD_ENDING}"
    known = json.dumps(page.meta.to_json(), ensure_ascii=False, indent=1)
    # Lone surrogates, which JSON can smuggle in, are no text and have no UTF-8; they become question marks.
    _write_once(meta, f"{known}\n".encode(errors="replace"))
    if page.gold is not None:
        _write_once(gold, page.gold.encode(errors="replace"))
    html = folder / f"{page.id}.html.gz"
    write_aside(html, gzip.compress(page.html, mtime=0))  # no time stamp: the same page gives the same file
    return PageFiles(page.id, html, None if page.gold is None else gold, meta)


def _write_once(path: Path, content: bytes) -> None:
    """Write a file unless it is there; the same content may be, left by an addition that was cut off."""
    if not path.exists():
        write_aside(path, content)
    elif path.read_bytes() != content:
        raise PackageError(f"{path}: exists already and differs: remove it or give another id")


def encoded_page(source: str) -> bytes:
    """Write a decoded page as bytes that are decoded to the same text, whatever the page says of its charset."""
    return b"\xef\xbb\xbf" + source.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that did not become a page, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Made:
    """A package that was made or enlarged: how many pages were written and what was left out."""

    package: Package
    added: int
    skipped: tuple[Skipped, ...]


def new(
    folder: Path,
    name: str | None = None,
    *,
    licence: str = "",
    origin: str = "",
    gold: str = "",
    notes: str = "",
) -> Package:
    """Start an empty package; raises PackageError if the folder already is one."""
    if (folder / DESCRIPTION).exists():
        raise PackageError(f"{folder}: already is a test package: add pages to it or choose another folder")
    given = {"licence": licence, "origin": origin, "gold": gold, "notes": notes}
    folder.mkdir(parents=True, exist_ok=True)
    known = {key: value for key, value in given.items() if value}
    _describe(folder, {"name": name or folder.resolve().name, **known})
    return load(folder)


def add(
    folder: Path,
    page_bytes: bytes,
    gold_text: str | None,
    meta: PageMeta | None = None,
    *,
    page_id: str | None = None,
) -> GoldPage:
    """Add one page to a package, named after its content unless an id is given; refuses to overwrite."""
    read_description(folder)  # refuses what is no package
    page_id = page_id or hashlib.sha256(page_bytes).hexdigest()[:16]
    return write_page(folder, NewPage(page_id, page_bytes, gold_text, meta or PageMeta())).read()


def create(destination: Path, description: Mapping[str, Any], pages: Iterable[NewPage | Skipped]) -> Made:
    """Make a whole package, seen only when complete; raises PackageError if not one page came."""
    skipped: list[Skipped] = []
    seen: set[str] = set()
    with folder_aside(destination) as folder:
        _describe(folder, {"name": destination.resolve().name, **description})
        for page in pages:
            if isinstance(page, Skipped):
                skipped.append(page)
            elif page.id in seen:
                skipped.append(Skipped(page.id, "another page has this id already"))
            else:
                seen.add(page.id)
                write_page(folder, page)
        if not seen:
            reason = f"{skipped[0].name}: {skipped[0].reason}" if skipped else "none was found"
            raise PackageError(f"{destination}: no page to make a package of ({reason}): check the source")
    return Made(load(destination), len(seen), tuple(skipped))


def split(
    folder: Path,
    *,
    by: Literal["domain", "page"] = "domain",
    ratio: float = 0.5,
    into: tuple[Path, Path] | None = None,
) -> tuple[Package, Package]:
    """Make two packages of one, always the same two; the first has `ratio` of the pages, domains stay whole."""
    if by not in ("domain", "page") or not 0 < ratio < 1:
        raise UsageError(f"cannot split by {by!r} at {ratio}: take domain or page, and a ratio between 0 and 1")
    package = load(folder)
    groups = grouped((files.id if by == "page" else _site(files), files.id) for files in package.pages)
    sides = halves(groups, ratio)
    if not all(sides):
        raise PackageError(f"{folder}: {len(groups)} {by}(s) do not fill two sides: change the ratio or `by`")
    folders = into or (folder.with_name(f"{folder.name}-a"), folder.with_name(f"{folder.name}-b"))
    if folders[0].resolve() == folders[1].resolve():
        raise UsageError(f"both sides of the split would be {folders[0]}: name two folders")
    about = {key: value for key, value in package.description.items() if key not in COUNTS}
    about["split_of"] = f"{package.name}, by {by} at {ratio}"
    with folder_aside(folders[0]) as first, folder_aside(folders[1]) as second:
        for part, ids, final in zip((first, second), sides, folders, strict=True):
            _describe(part, {**about, "name": final.resolve().name})
            _copy(package, ids, part)
    return load(folders[0]), load(folders[1])


def build(folder: Path, pages: Sequence[Path], selector: str, headline: str | None = None) -> Made:
    """Make gold for a site's pages with CSS selectors, into a new package or one that exists.

    Paper: gottron2007, section 5.5: an extractor written for one site makes a package of any size. The text of
    what `selector` finds is the gold, that of `headline` the title. `pages` are files, or folders of them.
    """
    for chosen in filter(None, (selector, headline)):
        select(parse(""), chosen)  # a wrong selector is refused before anything is written
    found = (_selected(path, selector, headline) for path in _page_paths(pages))
    if not (folder / DESCRIPTION).exists():
        return create(folder, {"gold": f"text of {selector!r}, made by selector"}, found)
    outcomes = [_extend(folder, page) for page in found]
    skipped = tuple(outcome for outcome in outcomes if outcome is not None)
    return Made(load(folder), len(outcomes) - len(skipped), skipped)


def page_id_of(name: str) -> str:
    """Make an id out of any name: letters, digits, dots, dashes and underscores, no ending of a page."""
    stem = re.sub(r"\.html?(\.gz)?$", "", name, flags=re.IGNORECASE)
    return re.sub(r"[^\w.-]+", "-", stem).strip("-.")[:150] or "page"


def _extend(folder: Path, page: NewPage | Skipped) -> Skipped | None:
    if isinstance(page, Skipped):
        return page
    try:
        add(folder, page.html, page.gold, page.meta, page_id=page.id)
    except PackageError as error:
        return Skipped(page.id, str(error))
    return None


def _selected(path: Path, selector: str, headline: str | None) -> NewPage | Skipped:
    try:
        html = read_page(path)
    except PackageError as error:
        return Skipped(path.name, str(error))
    tree = parse(decode(html).text)
    gold = text_of(select(tree, selector))
    if not gold:
        return Skipped(path.name, f"nothing with text matches {selector!r}")
    title = " ".join(text_of(select(tree, headline)).split()) if headline else ""
    root, address = tree.css_first("html[lang]"), tree.css_first("link[rel=canonical][href^=http]")
    meta = PageMeta(
        url=address.attributes.get("href") if address else None,
        language=primary_language(root.attributes.get("lang")) if root else None,
        title=title or None,
        extra={"gold_kind": "full-selected", "gold_selector": selector},
    )
    return NewPage(page_id_of(path.name), html, gold, meta)


def _page_paths(pages: Iterable[Path]) -> Iterator[Path]:
    for path in pages:
        if path.is_dir():
            yield from sorted({found for pattern in PAGE_PATTERNS for found in path.glob(pattern)})
        else:
            yield path


def _describe(folder: Path, description: Mapping[str, Any]) -> None:
    write_aside(folder / DESCRIPTION, toml_text(description).encode())


def _copy(package: Package, ids: Iterable[str], folder: Path) -> None:
    wanted = set(ids)
    for files in package.pages:
        for path in files.paths() if files.id in wanted else ():
            shutil.copyfile(path, folder / path.name)


def _site(files: PageFiles) -> str:
    """Name a page's site; a page whose meta data is broken is a site of its own."""
    try:
        return site_of(files.id, PageMeta() if files.meta is None else read_meta(files.meta))
    except PackageError:
        return site_of(files.id, PageMeta())


def halves(groups: Mapping[str, Sequence[str]], ratio: float) -> tuple[list[str], list[str]]:
    """Put whole groups on two sides whose sizes are near `ratio` to `1 - ratio`; always the same way.

    The largest groups are placed first, each where most is lacking; small ones then level the sides. Groups of
    one size come in the order of a hash of their names, so that the alphabet has no say.
    """
    sides: tuple[list[str], list[str]] = ([], [])
    total = sum(map(len, groups.values()))
    lacking = [total * ratio, total * (1 - ratio)]
    for name in sorted(groups, key=lambda name: (-len(groups[name]), _shuffled(name), name)):
        side = 0 if lacking[0] >= lacking[1] else 1
        sides[side].extend(groups[name])
        lacking[side] -= len(groups[name])
    return sorted(sides[0]), sorted(sides[1])


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Collect (group, page id) pairs by group."""
    groups: dict[str, list[str]] = {}
    for group, page_id in pairs:
        groups.setdefault(group, []).append(page_id)
    return groups


def _shuffled(name: str) -> bytes:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
