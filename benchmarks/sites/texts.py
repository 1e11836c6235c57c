"""Our own texts, one file for each language: words for the frame of a site, then documents by topic.

A file begins with TOML between lines of `+++` and goes on in our Markdown: `#` begins a topic, `##` a section of it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.blocks import Block, CodeBlock, Equation, Heading, read_blocks

FOLDER: Final = Path(__file__).parent / "texts"
SAMPLES: Final = "samples.md"
"""The file of code and formulas, which all languages share."""

RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a topic under its own heading."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject: what opens its overview, and sections that can stand alone or together in any order."""

    title: str
    opening: tuple[Block, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """What is written in one language: the words of a site's frame by their keys, and the topics."""

    code: str
    frame: dict[str, Any] = field(hash=False)
    topics: tuple[Topic, ...]

    @property
    def direction(self) -> str:
        """Say which way the script runs."""
        return "rtl" if self.code in RIGHT_TO_LEFT else "ltr"


def languages() -> list[str]:
    """List the languages there are texts in."""
    return sorted(file.stem for file in FOLDER.glob("*.md") if file.name != SAMPLES)


def read_language(code: str) -> Language:
    """Read the texts of a language."""
    _, frame, markdown = (FOLDER / f"{code}.md").read_text(encoding="utf-8").split("+++\n", 2)
    topics: list[list[Block]] = []
    for block in read_blocks(markdown):
        if isinstance(block, Heading) and block.level == 1:
            topics.append([])
        topics[-1].append(block)
    return Language(code, tomllib.loads(frame), tuple(map(_topic, topics)))


@cache
def read_samples() -> tuple[tuple[CodeBlock, ...], tuple[Equation, ...]]:
    """Read code and formulas, which need no translation."""
    blocks = read_blocks((FOLDER / SAMPLES).read_text(encoding="utf-8"))
    code = tuple(block for block in blocks if isinstance(block, CodeBlock))
    return code, tuple(block for block in blocks if isinstance(block, Equation))


def _topic(blocks: list[Block]) -> Topic:
    heads = [at for at, block in enumerate(blocks) if isinstance(block, Heading)]
    parts = [
        Section(head.text, tuple(blocks[first + 1 : last]))
        for first, last in zip(heads, [*heads[1:], len(blocks)], strict=True)
        if isinstance(head := blocks[first], Heading)
    ]
    return Topic(parts[0].title, parts[0].blocks, tuple(parts[1:]))
