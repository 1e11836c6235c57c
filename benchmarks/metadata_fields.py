"""Share of right answers for each field of metadata, beside trafilatura and newspaper4k.

    python -m benchmarks.metadata_fields FOLDER... [--every N]

Folders are test packages; their json has `title`, `author`, `date`, `site`, `language`, `tags` or `topics`, and
`categories`. Title and site must be the same but for case, blanks and punctuation, authors the same words in any order,
the date the same day, the language the same without its country, the section one of the categories; tags count as F1.
Only pages whose gold has a value count. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from benchmarks.metadata import same_day
from benchmarks.table import table

FIELDS: Final = ("title", "authors", "date", "site", "language", "tags", "section")
Values = dict[str, tuple[str, ...]]
"""Field to what was found, or is right; empty where there is nothing."""
_BETWEEN: Final = re.compile(r"[\s,;|&/]+")
_NO_NAMES: Final = frozenset({"by", "and", ""})


def ours(data: bytes, url: str | None) -> Values:
    """Find with webwinnow."""
    from webwinnow import Document
    from webwinnow.metadata import find_metadata

    found = find_metadata(Document.from_bytes(data, url=url))
    single = {
        "title": found.title, "date": found.published, "site": found.site_name, "language": found.language,
        "section": found.section,
    }  # fmt: skip
    several = {"authors": found.authors, "tags": found.tags}
    return {name: (each.value,) if each else () for name, each in single.items()} | {
        name: tuple(each.value for each in values) for name, values in several.items()
    }


def trafilatura(data: bytes, url: str | None) -> Values:
    """Find with trafilatura; the language only where it tells one."""
    found = import_module("trafilatura").bare_extraction(data, url=url, with_metadata=True)
    found = found or import_module("trafilatura.metadata").extract_metadata(data, default_url=url)
    names = {"title": "title", "authors": "author", "date": "date", "site": "sitename", "language": "language"}
    single = {field: _texts(getattr(found, name, None)) for field, name in names.items()}
    return single | {
        "tags": _texts(getattr(found, "tags", ())),
        "section": _texts(getattr(found, "categories", ()))[:1],
    }


def newspaper4k(data: bytes, url: str | None) -> Values:
    """Find with newspaper4k."""
    article = import_module("newspaper").Article(url or "http://localhost/", fetch_images=False)
    article.download(input_html=data.decode("utf-8", "replace"))
    article.parse()
    return {
        "title": _texts(article.title), "authors": _texts(article.authors), "date": _texts(article.publish_date),
        "language": _texts(article.meta_lang), "tags": _texts(article.tags or article.meta_keywords),
    }  # fmt: skip


FINDERS: Final[dict[str, Callable[[bytes, str | None], Values]]] = {
    "webwinnow": ours,
    "trafilatura": trafilatura,
    "newspaper": newspaper4k,
}
"""By the name of the module that must be installed."""


def gold(meta: dict[str, Any]) -> Values:
    """Return what the package says."""
    names = {"title": "title", "authors": "author", "date": "date", "site": "site", "language": "language"}
    known = {field: _texts(meta.get(name)) for field, name in names.items()}
    return known | {"tags": _texts(meta.get("tags") or meta.get("topics")), "section": _texts(meta.get("categories"))}


def score(field: str, right: Sequence[str], found: Sequence[str]) -> float:
    """Score one field of one page, from 0 to 1."""
    if not found:
        return 0.0
    if field == "date":
        return float(same_day(right[0], found[0]))
    if field == "language":
        return float(right[0][:2].lower() == found[0][:2].lower())
    if field == "authors":
        return float(_words(right) == _words(found))
    wanted, answers = {_folded(each) for each in right}, {_folded(each) for each in found}
    if field == "tags":
        return 2 * len(wanted & answers) / (len(wanted) + len(answers))
    return float(bool(wanted & answers))


def _texts(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple | set) else [value]
    return tuple(text for each in listed if each and (text := str(each).strip()))


def _folded(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text.casefold()) if letter.isalnum())


def _words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_folded(word) for name in names for word in _BETWEEN.split(name)) - _NO_NAMES


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metadata_fields", description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="every n-th page only")
    asked = parser.parse_args(arguments)
    finders = {name: find for name, find in FINDERS.items() if _installed(name)}
    for folder in asked.folders:
        right, of = measured(sorted(folder.glob("*.json"))[:: asked.every], finders)
        print(folder.name)
        print(table(("finder", *(f"{each} of {of[each]}" for each in FIELDS)), _rows(right, of)))
    return 0


def measured(
    files: Sequence[Path], finders: dict[str, Callable[[bytes, str | None], Values]]
) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Add up the scores of each finder and the pages that have a value, field by field."""
    right: dict[str, Any] = {name: Counter() for name in finders}
    of: Counter[str] = Counter()
    for file in files:
        meta = json.loads(file.read_text(encoding="utf-8"))
        known, data = gold(meta), gzip.decompress(file.with_suffix(".html.gz").read_bytes())
        of.update(field for field in FIELDS if known[field])
        for name, find in finders.items():
            try:
                found = find(data, meta.get("url"))
            except Exception:  # a fence: another program's failure is a wrong answer, not the end
                found = {}
            right[name].update({each: score(each, known[each], found.get(each, ())) for each in FIELDS if known[each]})
    return right, of


def _rows(right: dict[str, Counter[str]], of: Counter[str]) -> Iterable[list[str | int | float | None]]:
    for name, scores in right.items():
        yield [name, *(f"{scores[each] / of[each]:.3f}" if of[each] else None for each in FIELDS)]


def _installed(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        print(f"{name} is not installed and is left out", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
