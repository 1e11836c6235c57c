"""Builds the documentation site: `python docs/site.py`, or `make site`.

The pages of this folder, one page for each algorithm (its paper, a picture on the bundled page, where it deviates, its
row of the results), `llms.txt`, and beside every page its Markdown. Links that lead nowhere stop the build, and no page
loads anything from another host.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final
from unicodedata import normalize

from webwinnow import Document, parse
from webwinnow.catalogue import stage_class
from webwinnow.descriptions import Description, about, described_recipes, described_stages
from webwinnow.explain import draw_svg, explain
from webwinnow.stages import Extractor

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
SOURCE: Final = ROOT / "build" / "site-source"
SITE: Final = ROOT / "build" / "site"
CONFIGURATION: Final = "mkdocs.yml"
_OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")
_PICTURE: Final = re.compile(r"^!\[.*\n\n", re.MULTILINE)
_FROM_ELSEWHERE: Final = re.compile(r'<script src="https?://[^"]+"[^>]*></script>')
_NOTE: Final = re.compile(r"^(Ours|Deviations|UNSPECIFIED|Cost): *(.+(?:\n(?!\w+:|\s*$).+)*)", re.MULTILINE)
_ENTRY: Final = re.compile(r"^@\w+\{(\w+),\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD: Final = re.compile(r"^ *(\w+) *= *\{(.*)\},?$", re.MULTILINE)
_LIST: Final = """Every algorithm on a page of its own: its paper, a picture of how it decides, its scores.
[Combine](../combining.md) them: prefilters stand before an extractor, refiners behind it. The default is
[`consensus`](consensus.md)."""
_SAMPLES: Final = {"by-hand": 'by-hand(keep="main", drop=".ad")', "comments": 'comments(policy="drop")'}
"""Stages that do something only with parameters."""
_WORDS: Final = {
    "Ours": "Our form",
    "Deviations": "Deviations",
    "UNSPECIFIED": "Left open by the paper",
    "Cost": "Cost",
}


def main() -> int:
    """Write the source of the site, build it, and put the Markdown beside."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(HERE, SOURCE, ignore=shutil.ignore_patterns("*.py", "*.toml", "__pycache__"))
    shutil.copy(ROOT / "benchmarks" / "README.md", SOURCE / "speed.md")
    for page in SOURCE.glob("*.md"):  # other files of the repository are no pages of the site: their names stay alone
        text = page.read_text(encoding="utf-8").replace("(../benchmarks/README.md", "(speed.md")
        page.write_text(_OUTSIDE.sub(r"\1", text), encoding="utf-8")
    write_algorithms(SOURCE / "algorithms")
    (SOURCE / "llms.txt").write_text(llms_text(SOURCE), encoding="utf-8")
    shutil.rmtree(SITE, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "-f", CONFIGURATION], cwd=ROOT, check=False
    )
    for page in SOURCE.rglob("*.md") if not done.returncode else ():
        shutil.copy(page, SITE / page.relative_to(SOURCE))
    for page in SITE.rglob("*.html"):
        to_root = "../" * (len(page.relative_to(SITE).parts) - 1)
        page.write_text(closed(page.read_text(encoding="utf-8"), to_root), encoding="utf-8")
    return done.returncode


def write_algorithms(folder: Path) -> None:
    """Write one page for each stage, and a page that lists them."""
    folder.mkdir(parents=True)
    example = Document(resources.files("webwinnow").joinpath("example.html").read_text(encoding="utf-8"))
    stages = described_stages()
    for stage in stages:
        picture = _draw(stage, example, folder)
        page = "\n\n".join(algorithm(stage, picture))
        (folder / f"{stage.name}.md").write_text(f"{page}\n", encoding="utf-8")
    rows = [f"| [`{stage.name}`]({stage.name}.md) | {stage.kind} | {stage.summary} |" for stage in stages]
    table = "\n".join(["| name | kind | what it does |", "|---|---|---|", *rows])
    (folder / "index.md").write_text(f"# Algorithms\n\n{_LIST}\n\n{table}\n", encoding="utf-8")


def _draw(stage: Description, page: Document, folder: Path) -> str | None:
    """Draw how an extractor decides on the bundled page; other stages decide nothing alone."""
    if not issubclass(stage_class(stage.name), Extractor):
        return None
    picture = f"{stage.name}.svg"
    (folder / picture).write_text(draw_svg(explain(page, parse(stage.name))), encoding="utf-8")
    return picture


def algorithm(stage: Description, picture: str | None) -> Iterator[str]:
    """Write the page of an algorithm, part by part."""
    text = about(stage_class(stage.name))
    yield f"# {stage.name}"
    yield stage.summary
    yield f"    {command(stage)}"
    if picture:
        yield f"![How it decides on the bundled page]({picture})"
    if stage.paper:
        yield f"**Paper:** {stage.paper}"
        yield "\n".join(f"- {each}" for each in references(stage.paper))
    for kind, note in _NOTE.findall(text):
        yield f"**{_WORDS[kind]}:** {' '.join(note.split())}"
    if stage.parameters:
        yield f"Its parameters are in the [reference](../extractors.md#{stage.name})."
    yield from scores(stage.name)


def command(stage: Description) -> str:
    """Write the line that tries a stage: filters before an extractor, refiners behind one."""
    name = _SAMPLES.get(stage.name, stage.name)
    chain = {"prefilter": f"{name} >> consensus", "refiner": f"consensus >> {name}"}.get(stage.kind, name)
    return f"webwinnow extract page.html -e {shlex.quote(chain)}"


def references(paper: str) -> Iterator[str]:
    """Name the papers whose keys stand in a text: key, authors, title, year."""
    entries = dict(_ENTRY.findall((ROOT / "references.bib").read_text(encoding="utf-8")))
    for key in dict.fromkeys(re.findall(r"\b[a-z]+\d{4}\b", paper)):
        fields = {name: _plain(value) for name, value in _FIELD.findall(entries.get(key, ""))}
        if fields:
            authors = (" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and "))
            yield f"{key}: {', '.join(authors)}, *{fields['title']}*, {fields['year']}"


def _plain(text: str) -> str:
    """Read TeX's accents and drop its braces."""
    accents = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "c": "\u0327", "v": "\u030c"}
    accented = re.sub(r"\\([\"'`^~cv])\s*\{?(\w)\}?", lambda found: found[2] + accents[found[1]], text)
    return normalize("NFC", re.sub(r"[{}]", "", accented))


def scores(name: str) -> Iterator[str]:
    """Take the row of a stage, or of the recipe that stands for it, out of the first table of the results."""
    lines = (HERE / "results.md").read_text(encoding="utf-8").splitlines()
    names = [name, *(each.name for each in described_recipes() if each.expression == name)]
    row = next((line for line in lines for each in names if line.startswith(f"| `{each}` |")), None)
    head = next((line for line in lines if line.startswith("| | ")), None)
    if row and head and row.count("|") == head.count("|"):
        cells = zip(*([each.strip() for each in line.strip("|").split("|")] for line in (head, row)), strict=True)
        next(cells)
        yield "## Scores"
        yield "F1 of words, with half the width of its 95 % interval, on all pages of each package."
        yield "\n".join(["| package | F1 |", "|---|---|", *(f"| {package} | {found} |" for package, found in cells)])
        yield "† and ‡ mark packages that learned extractors were trained on; see [all results](../results.md)."


def llms_text(source: Path) -> str:
    """Write the front page for language models: what it says, without pictures, then the algorithms."""
    front = (source / "index.md").read_text(encoding="utf-8")
    said = re.sub(r"^\*\*(.+)\*\*$", r"> \1", front, count=1, flags=re.MULTILINE)
    rows = [f"- [{stage.name}](algorithms/{stage.name}.md): {stage.summary}" for stage in described_stages()]
    return "\n".join([_PICTURE.sub("", said).rstrip("\n"), "", "## Algorithms", "", *rows]) + "\n"


def closed(page: str, to_root: str) -> str:
    """Take our own script for the one that the theme asks another host for: search in pages opened from files."""
    return _FROM_ELSEWHERE.sub(f'<script src="{to_root}search-from-files.js"></script>', page)


if __name__ == "__main__":
    sys.exit(main())
