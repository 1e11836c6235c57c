"""The pages we test with are themselves tested: files complete, gold found in the page, counts right."""

import html
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "examples" / "package"
GOLDEN = ROOT / "tests" / "pages"
PAGES = sorted(path.stem for path in PACKAGE.glob("*.html"))
SLUGS = sorted(path.name for path in GOLDEN.iterdir())

PAGE_TYPES = {"article", "documentation", "service", "forum", "listing", "collection", "product", "home"}
FIELDS = {"id", "url", "language", "title", "author", "date", "page_type", "encoding", "gold_kind"} | {
    "fragmented", "multiple_articles", "headline_in_gold", "with", "without"
}  # fmt: skip
FLAGS = ("fragmented", "multiple_articles", "headline_in_gold")
INLINE = "a|abbr|b|big|code|em|font|i|img|input|small|span|strong|sub|sup|time"
UNSEEN = re.compile(r"(?is)<!--.*?-->|<(script|style)\b.*?</\1\s*>")
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
THAI = re.compile("[\u0e00-\u0e7f]")


def decoded(data: bytes) -> str:
    """Decode crudely: byte order mark, declared charset, UTF-8, and Chinese when all else fails."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    declared = re.search(rb"charset=[\"']?([\w-]+)", data[:2000], re.I)
    if declared:
        return data.decode(declared.group(1).decode("ascii"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("gb18030")


def words_of_page(source: str) -> list[str]:
    """Strip tags (inline ones leave no gap, all others a space), resolve entities, split at white space."""
    text = re.sub(rf"(?i)</?({INLINE})\b[^>]*>", "", UNSEEN.sub(" ", source))
    return html.unescape(re.sub(r"<[^>]*>", " ", text)).split()


def in_order(wanted: Iterable[str], words: Iterable[str]) -> bool:
    """Say whether the wanted words are a subsequence of the words."""
    rest = iter(words)
    return all(word in rest for word in wanted)


def contiguous(wanted: list[str], words: list[str]) -> bool:
    """Say whether the wanted words stand side by side somewhere in the words."""
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words)))


def folded(text: str) -> str:
    return " ".join(text.split())


def length(words: Iterable[str]) -> float:
    """Count words; scripts without spaces are converted at a rough number of characters per word."""
    return sum(_length(word) for word in words)


def _length(word: str) -> float:
    characters = len(UNSPACED.findall(word)) / 1.7 + len(THAI.findall(word)) / 4
    return characters or 1.0


def record(page: str) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads((PACKAGE / f"{page}.json").read_text("utf-8"))
    return entry


def gold(page: str) -> str | None:
    path = PACKAGE / f"{page}.txt"
    return path.read_text("utf-8") if path.exists() else None


def page_words(page: str) -> list[str]:
    return words_of_page(decoded((PACKAGE / f"{page}.html").read_bytes()))


def full_pages() -> list[str]:
    return [page for page in PAGES if record(page)["gold_kind"] == "full"]


def test_the_checks_can_say_no() -> None:
    words = words_of_page("<p>one <b>t</b>wo<p>thr&eacute;e<script>four</script>")
    assert words == ["one", "two", "thrée"]
    assert in_order(["one", "thrée"], words) and not in_order(["thrée", "one"], words)
    assert contiguous(["two", "thrée"], words) and not contiguous(["one", "thrée"], words)
    assert not in_order(["one", "one"], words)


def test_package_has_no_stray_files() -> None:
    known = {f"{page}.{kind}" for page in PAGES for kind in ("html", "json", "txt")} | {"package.toml"}
    assert {path.name for path in PACKAGE.iterdir()} <= known


@pytest.mark.parametrize("page", PAGES)
def test_record_is_complete(page: str) -> None:
    entry = record(page)
    assert set(entry) == FIELDS and entry["id"] == page and entry["title"]
    assert entry["page_type"] in PAGE_TYPES and re.match(r"https?://[\w.-]+\.example/", entry["url"])
    assert entry["date"] is None or re.fullmatch(r"\d{4}-\d\d-\d\d", entry["date"])
    assert all(isinstance(entry[flag], bool) for flag in FLAGS)


@pytest.mark.parametrize("page", PAGES)
def test_recorded_encoding_is_that_of_the_bytes(page: str) -> None:
    data = (PACKAGE / f"{page}.html").read_bytes()
    assert data.decode(record(page)["encoding"]).removeprefix("\ufeff") == decoded(data)


@pytest.mark.parametrize("page", PAGES)
def test_gold_is_there_and_in_the_page(page: str) -> None:
    kind, text = record(page)["gold_kind"], gold(page)
    assert {"full": bool(text), "empty": text == "", "page-type-only": text is None}[kind]
    assert in_order((text or "").split(), page_words(page))


@pytest.mark.parametrize("page", PAGES)
def test_snippets(page: str) -> None:
    entry, found, whole = record(page), folded(gold(page) or ""), " ".join(page_words(page))
    assert entry["gold_kind"] != "full" or (2 <= len(entry["with"]) <= 3 and 2 <= len(entry["without"]) <= 3)
    assert all(folded(snippet) in found for snippet in entry["with"])
    assert all(folded(snippet) in whole and folded(snippet) not in found for snippet in entry["without"])


@pytest.mark.parametrize("page", full_pages())
def test_gold_is_well_formed(page: str) -> None:
    text, entry = gold(page) or "", record(page)
    assert (folded(entry["title"]) in folded(text)) == entry["headline_in_gold"]
    assert 150 <= length(text.split()) <= 900
    assert text.endswith("\n") and "\n\n\n" not in text and text == text.strip() + "\n"


def test_most_pages_are_a_third_furniture() -> None:
    shares = [1 - length((gold(page) or "").split()) / length(page_words(page)) for page in full_pages()]
    assert median(shares) >= 0.3 and min(shares) >= 0.2


def test_package_file_counts_its_pages() -> None:
    about = tomllib.loads((PACKAGE / "package.toml").read_text("utf-8"))
    records = [record(page) for page in PAGES]
    assert about["pages"] == len(PAGES) >= 34 and about["licence"] == "CC0-1.0"
    assert about["languages"] == Counter(entry["language"] for entry in records)
    assert about["page_types"] == Counter(entry["page_type"] for entry in records)
    assert about["gold_kinds"] == Counter(entry["gold_kind"] for entry in records)
    assert len(about["languages"]) >= 12 and set(about["page_types"]) == PAGE_TYPES


def test_farsi_gold_keeps_its_joiners() -> None:
    farsi = [page for page in full_pages() if record(page)["language"] == "fa"]
    assert farsi and all("\u200c" in (gold(page) or "") for page in farsi)
    assert "\u200c" in (GOLDEN / "farsi-zwnj" / "expected.txt").read_text("utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_golden_page_is_one_stretch_of_its_source(slug: str) -> None:
    words = words_of_page(decoded((GOLDEN / slug / "source.html").read_bytes()))
    expected = (GOLDEN / slug / "expected.txt").read_text("utf-8").split()
    assert contiguous(expected, words)
    assert 60 <= length(expected) <= 250 and len(expected) < len(words)


@pytest.mark.parametrize("slug", SLUGS)
def test_golden_page_is_described(slug: str) -> None:
    assert {path.name for path in (GOLDEN / slug).iterdir()} == {"source.html", "expected.txt", "about.toml"}
    about = tomllib.loads((GOLDEN / slug / "about.toml").read_text("utf-8"))
    assert {"language", "shows", "title"} <= set(about) <= {"language", "shows", "title", "extractor", "floor"}
    assert "\n" not in about["shows"]
    assert about["title"] == (GOLDEN / slug / "expected.txt").read_text("utf-8").split("\n", 1)[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_expected_text_is_well_formed(slug: str) -> None:
    text = (GOLDEN / slug / "expected.txt").read_text("utf-8")
    assert text == text.strip() + "\n" and "\n\n\n" not in text and not re.search(r"[ \t]\n", text)
    assert not re.search(r"&\w+;|</?\w+>|\u00a0|\r", text)
    code = "<pre>" in (GOLDEN / slug / "source.html").read_text("utf-8")
    assert code or all("\n" not in block and "  " not in block for block in text.rstrip("\n").split("\n\n"))


def test_enough_golden_pages() -> None:
    assert len(SLUGS) >= 14
