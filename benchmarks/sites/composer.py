"""Composing documents: sections of a topic in changing order, structures at changing places between the paragraphs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, TypeGuard

from benchmarks.sites.blocks import Block, Heading, Items, Paragraph
from benchmarks.sites.texts import Language, Section, Topic, read_samples

FIRST_DAY: Final = date(2021, 1, 4)
DAYS: Final = 1700
COLONS: Final = (":", "：")

LONG: Final = 0.35
"""How many documents go on with the other topics of their half, in long paragraphs, as articles and essays do."""

Unit = tuple[Block, ...]
"""Blocks that stay together: a sentence that ends in a colon, and what it leads to."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A document as authored, before any generator saw it."""

    slug: str
    title: str
    topic: str
    author: str
    date: date
    tags: tuple[str, ...]
    blocks: tuple[Block, ...]

    def summary(self) -> str:
        """Return the first paragraph."""
        return next((block.text for block in self.blocks if isinstance(block, Paragraph) and not block.note), "")


def compose(language: Language, half: int, seed: str) -> list[Composed]:
    """Compose a document for each topic of a half and each of its sections; the same seed gives the same."""
    middle = len(language.topics) // 2
    topics = language.topics[middle:] if half else language.topics[:middle]
    leads: list[tuple[Topic, Section | None]] = [(topic, lead) for topic in topics for lead in (None, *topic.sections)]
    chance = random.Random(f"{seed}/{language.code}/{half}")
    chance.shuffle(leads)
    documents = [_document(language, topic, lead, at, chance) for at, (topic, lead) in enumerate(leads, 1)]
    return [_lengthened(each, topics, language, chance) if chance.random() < LONG else each for each in documents]


def _lengthened(document: Composed, topics: Sequence[Topic], language: Language, chance: random.Random) -> Composed:
    """Let a document go on with the other topics, and join its paragraphs."""
    blocks = list(document.blocks)
    for topic in topics:
        if topic.title != document.topic:
            blocks += [Heading(topic.title), *topic.opening]
            for section in topic.sections:
                blocks += [Heading(section.title, 3), *_arranged(section.blocks, _samples(language, chance), chance)]
    return replace(document, blocks=tuple(_numbered(_joined(blocks, chance))))


def _joined(blocks: Sequence[Block], chance: random.Random) -> list[Block]:
    """Join paragraphs that follow each other, most of them; those with a footnote stay apart."""
    joined: list[Block] = []
    for block in blocks:
        before = joined[-1] if joined else None
        if _runs_on(before) and _runs_on(block) and chance.random() < 0.8:
            between = "" if before.text.endswith("。") else " "
            joined[-1] = Paragraph(f"{before.text}{between}{block.text}")
        else:
            joined.append(block)
    return joined


def _runs_on(block: Block | None) -> TypeGuard[Paragraph]:
    return isinstance(block, Paragraph) and block.note is None and not block.text.endswith(COLONS)


def _document(language: Language, topic: Topic, lead: Section | None, at: int, chance: random.Random) -> Composed:
    others = [section for section in topic.sections if section is not lead]
    chosen = chance.sample(others, k=chance.randint(1, len(others)))
    opening = topic.opening if lead is None else lead.blocks
    blocks = _arranged(opening, _samples(language, chance), chance)
    # Sometimes the other sections stand one level deeper, under the title of the topic.
    level = 3 if lead is not None and chance.random() < 0.3 else 2
    blocks += [Heading(topic.title)] if level == 3 else []
    for section in chosen:
        blocks += [Heading(section.title, level), *_arranged(section.blocks, _samples(language, chance), chance)]
    frame = language.frame
    return Composed(
        slug=f"{language.code}-{chance.choice(('guide', 'notes', 'page', 'story'))}-{at}",
        title=topic.title if lead is None else lead.title,
        topic=topic.title,
        author=chance.choice(frame["authors"]),
        date=FIRST_DAY + timedelta(days=chance.randrange(DAYS)),
        tags=tuple(sorted(chance.sample(frame["tags"], k=2))),
        blocks=tuple(_numbered(blocks)),
    )


def _samples(language: Language, chance: random.Random) -> list[Unit]:
    """Choose code or a formula for every second section."""
    code, equations = read_samples()
    if chance.random() < 0.5:
        return []
    if chance.random() < 0.7:
        return [(Paragraph(language.frame["leads_to_code"]), chance.choice(code))]
    return [(Paragraph(language.frame["leads_to_formula"]), chance.choice(equations))]


def _arranged(blocks: Sequence[Block], more: Sequence[Unit], chance: random.Random) -> list[Block]:
    """Put structures anywhere after the first paragraph; paragraphs keep their order."""
    units = _units(blocks)
    prose: list[Unit] = [unit for unit in units if len(unit) == 1 and isinstance(unit[0], Paragraph)]
    structures = [unit for unit in units if unit not in prose]
    for unit in (*structures, *more):
        slots = [slot for slot in range(min(1, len(prose)), len(prose) + 1) if _fits(unit, slot, prose)]
        if slots:
            _place(unit, chance.choice(slots), prose, chance)
    return [block for unit in prose for block in unit]


def _place(unit: Unit, slot: int, units: list[Unit], chance: random.Random) -> None:
    """Insert a unit; a numbered list is often interrupted and goes on, still counting, after the next unit."""
    steps = unit[-1]
    if isinstance(steps, Items) and len(steps.items) > 2 and slot < len(units) and chance.random() < 0.7:
        rest = (Items(steps.items[2:]),)
        if all(item.sign != "-" for item in steps.items) and _fits(rest, slot + 1, units):
            units.insert(slot + 1, rest)
            unit = (*unit[:-1], Items(steps.items[:2]))
    units.insert(slot, unit)


def _fits(unit: Unit, slot: int, units: Sequence[Unit]) -> bool:
    """Two lists in a row would be read as one, and so would two quotations."""
    before = {type(block) for neighbour in units[slot - 1 : slot] for block in neighbour[-1:]} if slot else set()
    after = {type(block) for neighbour in units[slot : slot + 1] for block in neighbour[:1]}
    return type(unit[0]) not in before - {Paragraph} and type(unit[-1]) not in after - {Paragraph}


def _units(blocks: Sequence[Block]) -> list[Unit]:
    units: list[Unit] = []
    for block in blocks:
        before = units[-1][-1] if units else None
        if isinstance(before, Paragraph) and before.text.endswith(COLONS):
            units[-1] = (*units[-1], block)
        else:
            units.append((block,))
    return units


def _numbered(blocks: Sequence[Block]) -> list[Block]:
    number = 0
    numbered: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph) and block.note is not None:
            number += 1
            numbered.append(replace(block, number=number))
        else:
            numbered.append(block)
    return numbered
