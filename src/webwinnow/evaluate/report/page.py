"""The report as one page: head, contents, sections; style and script stand inside, so that it opens anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

from webwinnow.drawing.markup import Html, element, join

_START: Final = Html("<!DOCTYPE html>\n")
_NOTHING_OUTSIDE: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The page may use what stands in it and nothing else: whatever it shows, it asks nobody for anything."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with a heading that the contents lead to."""

    id: str
    title: str
    content: Html


def page(title: str, about: str, sections: Sequence[Section]) -> Html:
    """Write the whole page; sections without content are left out."""
    shown = [section for section in sections if section.content]
    top = element("header", element("h1", title), _toggle(), element("p", about, class_="about"))
    main = element("main", *map(_section, shown), id="main")
    body = element("body", _skip(), top, _contents(shown), main, _script())
    return join((_START, element("html", _head(title), body, lang="en"), Html("\n")))


def _head(title: str) -> Html:
    viewport = element("meta", name="viewport", content="width=device-width, initial-scale=1")
    policy = element("meta", http_equiv="Content-Security-Policy", content=_NOTHING_OUTSIDE)
    style = element("style", Html(_asset("style.css")))
    return element("head", element("meta", charset="utf-8"), viewport, policy, element("title", title), style)


def _toggle() -> Html:
    return element("button", "Colours", type="button", id="theme", hidden=True)


def _skip() -> Html:
    return element("a", "Skip to the results", href="#main", class_="skip")


def _contents(sections: Iterable[Section]) -> Html:
    links = (element("li", element("a", section.title, href=f"#{section.id}")) for section in sections)
    return element("nav", element("ul", *links), aria_label="Contents")


def _section(section: Section) -> Html:
    return element("section", element("h2", section.title), section.content, id=section.id)


def _script() -> Html:
    return element("script", Html(_asset("script.js")))


def _asset(name: str) -> str:
    return resources.files("webwinnow.evaluate.report").joinpath(name).read_text(encoding="utf-8")
