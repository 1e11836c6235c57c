"""A site to be built: a language's documents, the words of its frame, and the theme that will show them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.sites.composer import Composed
from benchmarks.sites.texts import Language

ADDRESS: Final = "https://example.org"
PICTURES: Final = 6
_COLOURS: Final = ("#8ecae6", "#219ebc", "#ffb703", "#fb8500", "#90be6d", "#577590", "#f9c74f")


@dataclass(frozen=True, slots=True)
class Site:
    """Documents under one theme; `folder` is where its sources and pages may be written."""

    theme: str
    language: Language
    documents: Sequence[Composed]
    folder: Path

    @property
    def frame(self) -> dict[str, Any]:
        """The words around the documents."""
        return self.language.frame

    def by_topic(self) -> dict[str, list[Composed]]:
        """Group the documents, as a menu does."""
        topics: dict[str, list[Composed]] = {}
        for document in self.documents:
            topics.setdefault(document.topic, []).append(document)
        return topics

    def write(self, path: str, text: str) -> Path:
        """Write a source file."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def draw(self, folder: str) -> None:
        """Draw the pictures that figures show."""
        for number in range(1, PICTURES + 1):
            self.write(f"{folder}/picture-{number}.svg", picture(number))


@dataclass(frozen=True, slots=True)
class Theme:
    """A look of a generator: which half its pages belong to, what kind they are, and how to build a site with it.

    `build` is given the site and the folder of installed tools, and returns the page of each document by its slug.
    """

    name: str
    generator: str
    half: int
    page_type: str
    build: Callable[[Site, Path], dict[str, Path]]


def front_matter(head: Mapping[str, Any]) -> str:
    """Write what stands before a text; JSON values are YAML."""
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in head.items())
    return f"---\n{''.join(lines)}---\n"


def picture(number: int) -> str:
    """Draw a small landscape; each number has its own colours."""
    sky, hill, sun = (_COLOURS[(number * step) % len(_COLOURS)] for step in (1, 2, 3))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">'
        f'<rect width="640" height="360" fill="{sky}"/><circle cx="{80 * number}" cy="90" r="45" fill="{sun}"/>'
        f'<path d="M0 360 L{90 * number} 150 L640 360 Z" fill="{hill}"/></svg>\n'
    )
