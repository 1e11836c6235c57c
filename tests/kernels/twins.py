"""Both implementations side by side: what a page is read into by compiled code and by numpy, as plain arrays.

`python tests/kernels/twins.py SECONDS` compares them on mutated pages until the time is over; with the library built by
sanitizers, it also shows reads and writes outside of bounds.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

import numpy as np

from webwinnow.document import Document, letters, shortening
from webwinnow.document.attributes import LONGEST_TAG, AttributeSearch
from webwinnow.document.folded import folded_texts
from webwinnow.document.html_names import NUMBER
from webwinnow.document.markup import lay_out
from webwinnow.document.reading import Layout, read_page
from webwinnow.document.structures import data_tables, find_structures, layout_lists
from webwinnow.document.tree.elements import surroundings, tags_of
from webwinnow.document.word_search import ALL_LEVELS, WordSearch, count_terms, elements_around
from webwinnow.extractors.bte import BTE
from webwinnow.extractors.consensus import features
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.extractors.consensus.judging import best_selection
from webwinnow.extractors.consensus.lexicon import Lexicon
from webwinnow.extractors.consensus.wholes import joined, with_sections
from webwinnow.extractors.dana import DANAg
from webwinnow.extractors.lqf import LQF
from webwinnow.headline import find_outline, ranking
from webwinnow.headline.rules import FEATURES
from webwinnow.headline.titlefinder import most_like_title
from webwinnow.items.finding import find_items
from webwinnow.kernels import LIBRARY
from webwinnow.kind.tally import tally
from webwinnow.language.characters import units
from webwinnow.losses import find_dropped
from webwinnow.media import find_media, main_media
from webwinnow.media.main_images import main_images
from webwinnow.metadata.may_be_dates import may_hold_dates
from webwinnow.posts import compiled, find_posts, repetition, sections
from webwinnow.posts.interviews import find_turns
from webwinnow.posts.signs import may_be_thread, speaks_of_interview
from webwinnow.render.flowing import flowing_texts
from webwinnow.render.hidden import find_hidden, shown_text
from webwinnow.render.markdown import tree_markdown
from webwinnow.render.structure.building import build_tree
from webwinnow.render.structure.gaps import read_pieces
from webwinnow.render.text import readable_text

LEXICON = Lexicon({"a": 0.1, "b": -0.3, "content": 0.7, "nav": -1.1, "x": 0.2, "main": 1.9, "é": 3.0, "story": 0.6})
PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))
PIECES = [
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "--!>",
    "<!",
    "<?",
    "&",
    "&amp;",
    "&#",
    "&#x41;",
    "&#99999999",
    "&nbsp",
    " 3 May 2024 ",
    "10:15",
    "2h",
    " ago",
    "<li class=comment>",
    "<h2><a href=y>",
    "<dt>",
    "&copyx;",
    "=",
    "='",
    '="',
    "'",
    '"',
    "<script>",
    "</script ",
    "<TextArea ",
    "</tITLE>",
    "<title>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<svg>",
    "</svg>",
    "<g/>",
    "<math>",
    "<select>",
    "<form>",
    "</form>",
    "<h1>",
    "</h2>",
    "<li>",
    "<dd>",
    "<button>",
    "<img src=a.jpg width=640 height=480>",
    "<img src=b.png>",
    "<p><img src='/c-640x480.jpg?x=1&amp;y' class=icon>",
    "<img data-src=//h/d@2x.png srcset='e.jpg 900w'>",
    "<figure>",
    "<figcaption>",
    "<p class=caption>",
    "<noscript>",
    "<iframe src=//youtube.com/embed/x></iframe>",
    " style='width:10px'",
    " width=900 height='500 px'",
    "<object>",
    "<template>",
    "</template>",
    "<body>",
    "</body>",
    "<head>",
    "<x-y>",
    "</x-y>",
    "<ruby>",
    "<rt>",
    " hidden",
    " hidden=until-found",
    " STYLE='Display : None",
    ";visibility:hidden",
    " aria-hidden=tru&#101;",
    " class=",
    " CLASS='a1 B",
    "<nav>",
    "<div class='x Menu-bar ad' id=é>",
    " role=footer3>",
    " id=ID=nav>",
    " id=x>",
    "none",
    "\0",
    "\u200c",
    "中",
    "한",
    "ก",
    "ſ",
    "K",
    "𠀋",
    "👩\u200d👧",
    "'",
]


def columns(read: Layout) -> dict[str, Any]:
    """Collect all that a source is read into."""
    found = {f"tokens {name}": getattr(read.tokens, name) for name in ("edge", "code", "invented")}
    found |= {f"runs {name}": getattr(read.runs, name) for name in ("gap", "start", "end", "home")}
    for name in ("tag", "parent", "first", "close", "last", "owner"):
        found[f"elements {name}"] = getattr(read.elements, name)
    return found | {"characters before": read.characters_before}


def text_columns(source: str) -> dict[str, Any]:
    """Collect words, tallies and signals of a page."""
    page = Document(source)
    found: dict[str, Any] = {"word start": page.words.start, "word end": page.words.end}
    links = page.elements.tag == NUMBER["a"]
    found |= {"inside links": page.inside(links), "nearest link": page.nearest(links)}
    found |= {"marks": page.markup.marks, "marks of runs": page.marks, "runs that are seen": page.starts_shown}
    found |= {"seen before": page.characters_before, "blocks": page.blocks.first, "runs": page.blocks.runs}
    found["repetitions"] = list(shortening._repetitions(source, 2))
    sequence = page.words_and_tags
    found |= {f"sequence {name}": getattr(sequence, name) for name in ("start", "end", "is_tag")}
    found["characters of tags"] = page.code
    found |= views(page)
    lines = page.normalised_lines(20)
    found |= {f"lines {name}": getattr(lines, name) for name in ("edge", "content", "code")}
    names = page.names.words_among(np.arange(len(page.elements)))
    found |= {f"names {name}": getattr(names, name) for name in ("number", "kind", "text")}
    whole = page.names.words_among(np.arange(len(page.elements)), links=True, longest=LONGEST_TAG)
    found |= {f"whole names {name}": getattr(whole, name) for name in ("number", "kind", "text")}
    found["words of the title"] = letters.text_hashes(page.title or "")
    found |= post_columns(page) | speaking(page)
    found |= fact_columns(Document.from_bytes(source.encode(errors="replace")))
    structured = find_structures(page)
    found |= {"structures": structured.element, "kinds of structures": structured.kind}
    found["flowing text"] = flowing_texts(page, read_pieces(page, page.visible))
    found["breaks before gaps"] = page.markup.breaks_before
    found["shown text"] = list(shown_text(page, page.visible, "strip"))
    found["readable text"] = readable_text(page, page.visible)
    tree = build_tree(page, page.visible)
    found |= {"markdown": tree_markdown(tree), "tree of blocks": tuple(tree)}
    found["lists for the layout"] = layout_lists(page)
    found["tables of data"] = sorted(data_tables(page, np.ones(len(page.elements), dtype=np.bool_)))
    found["surroundings"] = surroundings(page)
    some = np.arange(len(page.elements)) % 5 == 3
    found |= {
        "tags of some": tags_of(page.tokens, page.elements, some),
        "without some": page.without_elements(some).code,
    }
    around = elements_around(page, page.runs.home, WordSearch(("class", "hidden")), ALL_LEVELS)
    found |= {"tags around": around, "hidden text": find_hidden(page).parts(((0, len(source)),))}
    found["words of runs"] = list(map(list, count_terms(page, ["a", "b"], 1, page.runs.start, page.runs.end)))
    found["headlines"] = headlines(page)
    found["texts like the title"] = most_like_title(page, 3)
    if len(page.letters.run):
        tallies = page.letters.tallies()
        found |= {name: getattr(tallies, name) for name in tallies.__slots__}
    if len(page.blocks):
        table = features.table(page)
        found["said"] = LEXICON.said(table.names)
        chances = np.abs(np.sin(np.arange(len(table.words), dtype=np.float32) // 2))
        found["kept blocks"], found["expected"] = best_selection(chances, table.words + 0.1)
        odds = np.sin(np.arange(len(table.words), dtype=np.float32)) * 6
        found["odds as wholes"] = joined(odds, table.words, table.whole, table.whole_kind, table.lead)
        heading = table.values[:, features.signal_names().index("in heading")] > 0
        found["odds of sections"] = with_sections(odds, table.words, table.whole, heading, 0.4)
        found |= {"weights of blocks": table.words, "elements of blocks": table.place}
        found |= {"said again": table.again, "structures of blocks": table.whole}
        judged = Consensus().verdict(Document(source))
        found |= {"verdict": judged.odds, "blocks that are kept": judged.keep, "expected F1": judged.expected}
        found |= {f"added {name}": np.float32(added) for name, added in judged.added.items()}
        found |= {f"signal {name}": table.values[:, at] for at, name in enumerate(features.signal_names())}
    return found


def views(page: Document) -> dict[str, Any]:
    """Collect what some stages keep of a page and of views of it, and what the views show."""
    every_third = page.select_runs(np.arange(len(page.runs)) % 3 != 1)
    kept = {"page": page, "links": page.reduced(LQF(0.3)(page)), "some": page.reduced(every_third)}
    kept |= {"some of links": kept["links"].within(every_third), "a part": page.reduced(page.visible.first(50))}
    kept["no tags"] = kept["links"].with_code(page.code * (np.arange(len(page.code)) % 2))
    found: dict[str, Any] = {}
    for name, view in kept.items():
        found[f"{name}: seen"] = [view.starts_shown, view.characters_before, view.blocks.first, view.blocks.runs]
        found[f"{name}: words"] = [view.words.start, view.words.end, view.present, view.code]
        for stage in (BTE(), DANAg(gap=2, width=20), DANAg(gap=0, smoothing=1, width=10), DANAg(), LQF(0.2)):
            found[f"{name}: {stage}"] = list(stage(view))
    return found


def fact_columns(page: Document) -> dict[str, Any]:
    """Collect what facts of a page are found by."""
    every = np.arange(len(page.elements))
    counts, titles = tally(page, "the story of a page, in short", 6)
    some = page.select_runs(np.arange(len(page.runs)) % 3 == 1)
    dropped = [
        (each.kind, each.characters, each.share, list(each.spans))
        for part in (page.select([]), some)
        for each in find_dropped(page, part)
    ]
    return {
        "values of attributes": AttributeSearch(("class", "href", "hidden", "src")).places(page, every),
        "counts of the page type": counts,
        "blocks like the title": [titles.block.tolist(), titles.net.tolist()],
        "kinds of dropped text": dropped,
        "texts with dates": may_hold_dates(page, page.runs.start, page.runs.end),
        "bytes of runs": list(page.byte_spans(page.visible)),
        "texts of runs": folded_texts(page.markup, page.runs.start, page.runs.end),
        "texts of stretches": folded_texts(page.markup, np.maximum(page.runs.start - 1, 0), page.runs.end),
        "texts of elements": [page.texts.of(every, limit) for limit in (0, 5, 60)],
        "runs that are parted": page.texts.parted,
        "listed": find_items(page),
        "outline": [find_outline(page, part, below) for part in (page.visible, some) for below in (None, some)],
        "media": find_media(page),
        "main images": [main_images(Document(page.source), part) for part in (page.visible, page.select([]))],
        "main media": [main_media(page, part) for part in (page.visible, page.select([]), page.visible.first(2000))],
    }


def headlines(page: Document) -> list[Any]:
    """List the candidates for the headline, each with what is said for and against it."""
    contest = ranking._contest(page, None)
    described = contest.described_alone(range(len(contest)))
    told = [{name: value for name, value in each.items() if value and name in FEATURES} for each in described]
    return [[contest.shown(at), told[at]] for at in range(len(contest))]


def post_columns(page: Document) -> dict[str, Any]:
    """Collect what posts are found by."""
    library = vars(sections)["LIBRARY"]
    all_found = compiled.find_repeated(library, page, likely=False) if library else repetition.find_repeated(page)
    evidence, repeated = all_found
    found: dict[str, Any] = {"dated gaps": evidence.dated, "sums of evidence": evidence.sums}
    names = ("units", "first", "last", "amounts", "naming", "parent")
    for at, each in enumerate(repeated):
        found |= {f"units {at} {name}": getattr(each, name) for name in names}
    posts = sections.find_lists(page).lists
    found["lists of posts"] = [(each.first.tolist(), each.last.tolist(), each.judged.points) for each in posts]
    return found


def speaking(page: Document) -> dict[str, Any]:
    """Collect who speaks on a page, and the signs of it."""
    found: dict[str, Any] = {"signs": (may_be_thread(Document(page.source)), speaks_of_interview(page))}
    found["turns"] = find_turns(page, page.visible)
    posts = find_posts(page).posts
    found["posts"] = [(post.author, post.time, list(post.text), list(post.spans), post.parent) for post in posts]
    return found


def differences(source: str) -> list[str]:
    """Name the columns in which the implementations differ."""
    assert LIBRARY is not None
    read = read_page(LIBRARY, source, units(source))
    ours = columns(read) if read else {}
    ours |= text_columns(source)
    with ExitStack() as by_numpy:
        for module in [module for name, module in sys.modules.items() if name.startswith("webwinnow.")]:
            if getattr(module, "LIBRARY", None) is not None:
                by_numpy.enter_context(patch.object(module, "LIBRARY", None))
        theirs = (columns(lay_out(source)) if read else {}) | text_columns(source)
    return [name for name in theirs if not _equal(ours[name], theirs[name])]


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, list) and one and isinstance(one[0], np.ndarray):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


def mutated(seed: int) -> Iterator[str]:
    """Make pages without end, from those of the tests: cut, doubled, and with pieces of markup strewn in."""
    chance = random.Random(seed)
    sources = [path.read_bytes().decode("utf-8", "replace") for path in PAGES]
    while True:
        page = chance.choice(sources)
        start = chance.randrange(len(page))
        parts = [page[start : start + chance.randrange(1, 3000)]]
        for _ in range(chance.randrange(12)):
            at = chance.randrange(len(parts))
            cut = chance.randrange(len(parts[at]) + 1)
            strewn = "".join(chance.choices(PIECES, k=chance.randrange(1, 5)))
            parts[at : at + 1] = [parts[at][:cut], strewn, parts[at][cut + chance.randrange(4) :]]
        yield "".join(parts)


def main(seconds: float, seed: int) -> None:
    """Compare until the time is over."""
    end = monotonic() + seconds
    for count, page in enumerate(mutated(seed)):
        found = differences(page)
        if found:
            sys.exit(f"page {count} of seed {seed} differs in {', '.join(found)}: {page!r}")
        if monotonic() > end:
            print(f"{count + 1} pages, no difference")
            return


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
