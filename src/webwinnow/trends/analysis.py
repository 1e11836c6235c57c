"""From a collection and queries to trends: the mean score of each query in each year or month, for each source.

Paper: mohammadzadeh2013, section 6.6.3.3 and table 6.4; the share of texts without any keyword is asked for in section
6.6.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from webwinnow.errors import UsageError
from webwinnow.trends.collection import Collection
from webwinnow.trends.record import FileProblem, Record
from webwinnow.trends.scores import Dictionary, Query, QueryScores, TermStream, dictionary_of, score, stream_of
from webwinnow.trends.series import ALL, DRAWS, SourceTexts, TrendSeries, Typical, series_of, typical_texts

Period = Literal["year", "month"]
Source = Literal["journal", "site", "none"]
PERIODS: Final = {"year": 4, "month": 7}
"""Characters of a date that name the period."""


@dataclass(frozen=True, slots=True)
class TrendSettings:
    """What a run can be asked for."""

    period: Period = "year"
    source: Source = "journal"
    idf: bool = False
    single_words: bool = False
    """Whether each word of a keyword is a term of its own."""
    language: str | None = None
    draws: int = DRAWS
    seed: int = 0
    typical: int = 3
    """Texts that are shown for each query and period."""


@dataclass(frozen=True, slots=True)
class Trends:
    """What a run found."""

    records: tuple[Record, ...]
    """The texts that were counted."""
    dictionaries: tuple[Dictionary, ...]
    stream: TermStream
    scores: QueryScores
    series: tuple[TrendSeries, ...]
    """First those of all texts, query by query, then those of each source."""
    typical: tuple[Typical, ...]
    problems: tuple[FileProblem, ...]
    settings: TrendSettings

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources, those with most texts first, without the one that stands for all."""
        return tuple(dict.fromkeys(series.source for series in self.series if series.source != ALL))


def find_trends(
    collection: Collection, queries: Sequence[Query], settings: TrendSettings | None = None, *, file: str = "queries"
) -> Trends:
    """Score all texts and average by period; `file` is the name that problems with queries are reported with."""
    settings = settings or TrendSettings()
    records, problems = _dated(collection.records, settings.period)
    if not records:
        raise UsageError(f"none of {len(collection.records):,} texts has a date with a {settings.period}: take years")
    stream = stream_of((record.abstract for record in records), settings.language)
    dictionaries, unusable = _dictionaries(queries, stream.language, file, single_words=settings.single_words)
    scores = score(stream, dictionaries, idf=settings.idf)
    names = tuple(dictionary.name for dictionary in dictionaries)
    groups = _groups(records, settings)
    series = series_of(groups, scores, names, draws=settings.draws, seed=settings.seed)
    best = typical_texts(groups[0], scores, names, settings.typical)
    return Trends(records, dictionaries, stream, scores, series, best, (*problems, *unusable), settings)


def _dated(records: Sequence[Record], period: Period) -> tuple[tuple[Record, ...], list[FileProblem]]:
    """Take the texts whose date is exact enough."""
    exact = PERIODS[period]
    problems = [
        FileProblem(record.file, record.line, f"the date {record.date} has no {period}: left out")
        for record in records
        if len(record.date) < exact
    ]
    return tuple(record for record in records if len(record.date) >= exact), problems


def _dictionaries(
    queries: Sequence[Query], language: str | None, file: str, *, single_words: bool
) -> tuple[tuple[Dictionary, ...], list[FileProblem]]:
    made: list[Dictionary] = []
    problems: list[FileProblem] = []
    for query in queries:
        dictionary, found = dictionary_of(query, language, file, single_words=single_words)
        problems += found
        if dictionary:
            made.append(dictionary)
    if not made:
        message = "; ".join(str(problem) for problem in problems[:3])
        raise UsageError(f"{file}: no query has a keyword{f' ({message})' if message else ''}: write some")
    return tuple(made), problems


def _groups(records: Sequence[Record], settings: TrendSettings) -> list[SourceTexts]:
    """Put the texts of each source and period together; the first group is all texts."""
    exact = PERIODS[settings.period]
    groups = {ALL: SourceTexts(ALL, {})}
    for number, record in enumerate(records):
        source = {"journal": record.journal, "site": record.site, "none": ""}[settings.source]
        for name in (ALL, source or "(unknown)") if settings.source != "none" else (ALL,):
            texts = groups.setdefault(name, SourceTexts(name, {})).texts
            texts.setdefault(record.date[:exact], []).append(number)
    every, *sources = groups.values()
    return [every, *sorted(sources, key=lambda group: -sum(map(len, group.texts.values())))]
