"""The members of a search: the extractors that are named, and the series that they make with prefilters.

dsc, bte                 are members
filter3, dsc             `dsc` and `filter3 >> dsc`: a prefilter comes before every extractor once
dsc, bte, in series      `dsc >> bte` and `bte >> dsc`, too
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from webwinnow.errors import UsageError
from webwinnow.expression import parse
from webwinnow.recipes import Recipes
from webwinnow.stages import Extractor, Prefilter, Serial, Stage

_PART: Final = re.compile(r"[(),]")


@dataclass(frozen=True, slots=True)
class Member:
    """An extractor and what it is called: a recipe keeps its name."""

    name: str
    stage: Extractor


def read_members(written: Sequence[str], recipes: Recipes, *, series: bool = False) -> list[Member]:
    """Read the members of a search; raises UsageError if one cannot be read or none decides what is content."""
    stages = [(text.strip(), parse(text, recipes)) for text in written]
    for _, stage in stages:
        if not isinstance(stage, Extractor | Prefilter):
            raise UsageError(f"{stage} is a {stage.kind}: name extractors and prefilters as members")
    found: dict[str, Member] = {}
    for member in _members(stages, recipes, series):
        found.setdefault(str(member.stage), member)
    if not found:
        raise UsageError("no member decides what is content: name extractors, such as --members dsc,bte,accb")
    return list(found.values())


def split_members(written: str) -> list[str]:
    """Split a list at its commas; those inside of parentheses belong to a member."""
    members, depth, start = [], 0, 0
    for sign in _PART.finditer(written):
        depth += {"(": 1, ")": -1, ",": 0}[sign[0]]
        if sign[0] == "," and depth <= 0:
            members.append(written[start : sign.start()])
            start = sign.end()
    return [member for member in [*members, written[start:]] if member.strip()]


def _members(stages: Sequence[tuple[str, Stage]], recipes: Recipes, series: bool) -> Iterator[Member]:
    named = [
        Member(text if text in recipes else str(stage), stage) for text, stage in stages if isinstance(stage, Extractor)
    ]
    yield from named
    for before in [stage for _, stage in stages if isinstance(stage, Prefilter)]:
        yield from (_joined(before, member.stage) for member in named)
    if series:
        yield from (_joined(one.stage, other.stage) for one in named for other in named if one != other)


def _joined(before: Stage, after: Stage) -> Member:
    stage = Serial.of(before, after)
    if not isinstance(stage, Extractor):
        raise UsageError(f"{stage} is a {stage.kind} and does not decide what is content: add an extractor")
    return Member(str(stage), stage)
