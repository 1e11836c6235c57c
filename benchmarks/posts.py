"""`python -m benchmarks.posts FOLDER... [--every N]`: how well posts and comments are found, and in what time.

Each folder is a test package. Gold is aligned with the words of the page, so that a word counts where it stands:

- forum pages (`page_type` is forum): recall and precision of the posts' texts against the gold main content, and the
  share of the pages that are called a thread;
- pages with `gold_comments` beside their gold: recall and precision of the comments;
- pages with `posts` beside their gold, each with author and text: F1 of the pairs. A pair is right if the author is the
  same but for case and white space, and the words of the text are the same to four fifths (F1 of the bags of words);
  each post counts once. Beside it the F1 of the texts alone;
- other pages with gold: the share of the gold's words that are called comments, which should be none, and the share of
  the pages that are called a thread.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.progress import counted
from benchmarks.table import Cell, table
from webwinnow.document import Document
from webwinnow.evaluate.alignment import align, intern_words
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.language.words import words
from webwinnow.posts import Posts, find_posts, find_regions
from webwinnow.render.text import render_text
from webwinnow.spans import Spans

Marked = npt.NDArray[np.bool_]
_ALIKE: Final = 0.8
"""F1 of the words of two texts that are the same post."""


@dataclass(slots=True)
class Tally:
    """What was found on the pages of one kind; each list has one number per page."""

    recall: list[float] = field(default_factory=list)
    precision: list[float] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)
    """Share of the gold's words that are called comments."""
    pairs: list[float] = field(default_factory=list)
    texts: list[float] = field(default_factory=list)
    threads: list[bool] = field(default_factory=list)
    posts: list[int] = field(default_factory=list)
    regions_time: list[float] = field(default_factory=list)
    posts_time: list[float] = field(default_factory=list)

    def row(self, name: str) -> list[Cell]:
        """Return the row of a table."""
        return [
            name,
            len(self.threads),
            _mean(self.recall),
            _mean(self.precision),
            _mean(self.wrong),
            _mean(self.pairs),
            _mean(self.texts),
            _mean(self.threads),
            _mean(self.posts),
            1000 * median(self.regions_time),
            1000 * median(self.posts_time),
        ]


HEADER: Final = (
    "package, kind of page", "pages", "recall", "precision", "gold called comment", "pairs", "texts", "threads",
    "posts", "regions, ms", "posts, ms",
)  # fmt: skip


def measure(pages: Iterable[GoldPage]) -> dict[str, Tally]:
    """Measure the pages by kind."""
    tallies = {kind: Tally() for kind in ("forum", "with comments", "other")}
    for page in pages:
        if page.gold is None:
            continue
        comments = page.meta.extra.get("gold_comments")
        if page.meta.page_type == "forum":
            _add(tallies["forum"], page, page.gold, wanted="posts")
        elif isinstance(comments, str) and comments.strip():
            _add(tallies["with comments"], page, comments, wanted="comments")
        else:
            _add(tallies["other"], page, page.gold, wanted="nothing")
    return {kind: tally for kind, tally in tallies.items() if tally.threads}


def _add(tally: Tally, page: GoldPage, gold: str, *, wanted: str) -> None:
    document = Document.from_bytes(page.html(), url=page.meta.url)
    _ = document.visible, document.characters_before, document.marks  # what every extractor needs first
    started = time.process_time()
    regions = find_regions(document)
    tally.regions_time.append(time.process_time() - started)
    started = time.process_time()
    found = find_posts(document)
    tally.posts_time.append(time.process_time() - started)
    if isinstance(said := page.meta.extra.get("posts"), list):
        pairs, texts = speaker_scores(spoken(said), found_speakers(document, found))
        tally.pairs.append(pairs)
        tally.texts.append(texts)
    tally.threads.append(found.is_thread)
    tally.posts.append(len(found))
    is_gold = gold_places(document, gold)
    comments = regions.comments.spans.contains(document.words.start)
    if wanted == "nothing":
        tally.wrong.append(_share(is_gold & comments, is_gold))
        return
    called = _texts(document, found).contains(document.words.start) if wanted == "posts" else comments
    tally.recall.append(_share(is_gold & called, is_gold))
    tally.precision.append(_share(is_gold & called, called))
    if wanted == "comments" and page.gold:
        is_article = gold_places(document, page.gold) & ~is_gold
        tally.wrong.append(_share(is_article & comments, is_article))


Speaker = tuple[str, Counter[str]]
"""A name, and the words that were said under it."""


def spoken(posts: list[dict[str, str | None]]) -> list[Speaker]:
    """Read the posts of a gold standard."""
    return [(_folded(each.get("author")), _bag(each.get("text") or "")) for each in posts]


def found_speakers(document: Document, found: Posts) -> list[Speaker]:
    """Read the posts that were found."""
    return [(_folded(post.author), _bag(render_text(document, post.text))) for post in found.posts]


def speaker_scores(gold: list[Speaker], found: list[Speaker]) -> tuple[float, float]:
    """Return the F1 of pairs of author and text, and that of the texts alone; the likest texts are matched first."""
    likeness = (
        (_likeness(one[1], other[1]), -abs(at - place), at, place)
        for at, one in enumerate(gold)
        for place, other in enumerate(found)
    )
    matched = dict[int, int]()
    for _, _, at, place in sorted((each for each in likeness if each[0] >= _ALIKE), reverse=True):
        if at not in matched and place not in matched.values():
            matched[at] = place
    right = sum(gold[at][0] == found[place][0] for at, place in matched.items())
    count = max(len(gold) + len(found), 1)
    return 2 * right / count, 2 * len(matched) / count


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


def _bag(text: str) -> Counter[str]:
    return Counter(word.casefold() for word in words(text))


def _folded(name: str | None) -> str:
    return " ".join((name or "").split()).casefold()


def _texts(document: Document, found: Posts) -> Spans:
    every = [post.text for post in found.posts]
    return Spans.covered(every, at_least=1) if every else Spans(size=len(document.source))


def gold_places(document: Document, gold: str) -> Marked:
    """Mark the words of the page that the gold has, in the order of the gold."""
    pairs = zip(document.words.start.tolist(), document.words.end.tolist(), strict=True)
    shown = [document.text(start, end).casefold() for start, end in pairs]
    letters = intern_words([word.casefold() for word in words(gold)], shown)
    marked = np.zeros(len(shown), dtype=np.bool_)
    marked[[found for _, found in align(letters.gold, letters.found).pairs()]] = True
    return marked


def _share(part: Marked, whole: Marked) -> float:
    return float(part.sum() / whole.sum()) if whole.any() else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return mean(values) if values else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.posts", description=__doc__)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path, help="test packages")
    parser.add_argument("--every", type=int, default=1, help="only every n-th page")
    asked = parser.parse_args(arguments)
    rows = list[list[Cell]]()
    for folder in asked.folders:
        package = load(folder)
        files = package.pages[:: asked.every]
        read = (each.read() for each in counted(files, len(files), f"{package.name}: page"))
        rows += [tally.row(f"{package.name}, {kind}") for kind, tally in measure(read).items()]
    print(table(HEADER, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
