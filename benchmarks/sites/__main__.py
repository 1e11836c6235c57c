"""`python -m benchmarks.sites -o FOLDER`: make test packages of generated sites, one for training and one for testing.

Each theme builds a site in some of the languages, in turn, so that every language is seen under many themes. What
cannot be installed or built is skipped with a line that says so. The same seed gives the same documents.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.sites.composer import compose
from benchmarks.sites.generators import THEMES
from benchmarks.sites.package import HALVES, MadePage, made_page, write_package
from benchmarks.sites.site import Site, Theme
from benchmarks.sites.texts import languages, read_language
from benchmarks.sites.tools import UnavailableError
from benchmarks.table import table
from webwinnow.errors import WebwinnowError
from webwinnow.evaluate.making import Skipped


@dataclass(slots=True)
class Outcome:
    """What a run made, and what it had to leave out."""

    pages: dict[int, list[MadePage]] = field(default_factory=lambda: {half: [] for half in range(len(HALVES))})
    skipped: list[Skipped] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the packages and print how many pages each theme and language gave."""
    asked = _parser().parse_args(arguments)
    started = time.monotonic()
    outcome = make(asked, asked.build or asked.output / ".build")
    try:
        for half, name in enumerate(HALVES):
            if outcome.pages[half]:
                write_package(asked.output / name, outcome.pages[half])
    except WebwinnowError as error:
        print(error, file=sys.stderr)
        return 1
    print(summary(outcome))
    print(f"{sum(map(len, outcome.pages.values()))} pages in {time.monotonic() - started:.0f} s: {asked.output}")
    return 0 if any(outcome.pages.values()) else 1


def make(asked: argparse.Namespace, build: Path) -> Outcome:
    """Build site after site; one that fails takes no other with it, a generator that is missing is tried once."""
    outcome = Outcome()
    plan = list(planned([THEMES[name] for name in asked.themes], asked.languages, asked.languages_each))
    missing: set[str] = set()
    for at, (theme, code) in enumerate(plan, 1):
        name = f"{theme.name}-{code}"
        if theme.name in missing:
            continue
        print(f"[{at}/{len(plan)}] {name}", file=sys.stderr, flush=True)
        language = read_language(code)
        folder = build / "sites" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        site = Site(theme.name, language, compose(language, theme.half, f"{asked.seed}/{theme.name}"), folder)
        try:
            built = theme.build(site, (build / "tools").resolve())
            found = [made_page(site, theme, each, built[each.slug].read_bytes()) for each in site.documents]
        except (UnavailableError, OSError) as error:
            outcome.skipped.append(Skipped(name, str(error)))
            missing |= {theme.name} if isinstance(error, UnavailableError) else set()
            print(f"    skipped: {error}", file=sys.stderr)
            continue
        outcome.pages[theme.half] += [each for each in found if isinstance(each, MadePage)][: asked.pages]
        outcome.skipped += [each for each in found if isinstance(each, Skipped)]
    return outcome


def planned(themes: Sequence[Theme], codes: Sequence[str], each: int) -> Iterator[tuple[Theme, str]]:
    """Give every theme the next languages in turn, in each half anew."""
    for half in range(len(HALVES)):
        for at, theme in enumerate(theme for theme in themes if theme.half == half):
            for step in range(min(each, len(codes))):
                yield theme, codes[(at * each + step) % len(codes)]


def summary(outcome: Outcome) -> str:
    """Lay out how many pages there are, and what was skipped."""
    parts = []
    for half, name in enumerate(HALVES):
        metas = [page.page.meta for page in outcome.pages[half]]
        themes, codes = Counter(meta.extra["theme"] for meta in metas), Counter(meta.language for meta in metas)
        parts.append(table([name, "pages"], [[theme, count] for theme, count in sorted(themes.items())]))
        parts.append("languages: " + ", ".join(f"{code} {count}" for code, count in sorted(codes.items())) + "\n")
    parts += [f"skipped {each.name}: {each.reason}" for each in outcome.skipped]
    return "\n".join(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sites", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, help=f"folder for {' and '.join(HALVES)}")
    parser.add_argument("--build", type=Path, help="folder for generators and sites (default: .build in the output)")
    parser.add_argument("--themes", nargs="+", choices=sorted(THEMES), default=list(THEMES), metavar="THEME")
    parser.add_argument("--languages", nargs="+", choices=languages(), default=languages(), metavar="CODE")
    parser.add_argument("--languages-each", type=int, default=4, help="languages for each theme (default: 4)")
    parser.add_argument("--pages", type=int, default=6, help="pages of each site, at most 8 (default: 6)")
    parser.add_argument("--seed", default="2026", help="another seed composes other documents (default: 2026)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
