"""Boolean queries: which texts make an expression of words with AND, OR, NOT and parentheses true.

Paper: mohammadzadeh2013, section 2.2.2.1, formulas 2.2 and 2.3. A text makes the expression true if and only if one of
the conjunctions of its disjunctive normal form fits the text, so the expression is evaluated as it stands.
NOT binds more than AND, AND more than OR; words side by side are joined by AND; quotes make phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from webwinnow.errors import ExpressionError
from webwinnow.trends.index import InvertedIndex, Marked
from webwinnow.trends.stream import stemmed

_PART: Final = re.compile(r"\s*(?:([()])|\"([^\"]*)\"|([^\s()\"]+))")
_RANK: Final = {"OR": 1, "AND": 2, "NOT": 3}
LONGEST: Final = 10_000
"""Characters of a query."""


def matching(index: InvertedIndex, query: str) -> tuple[Marked, list[str]]:
    """Give the texts for which a query is true, and the words of it that are nothing but stop words and left out."""
    left_out: list[str] = []
    stack: list[Marked | None] = []
    for kind, word in _postfix(query):
        if kind == "word":
            stems = stemmed(word, index.stream.language)
            left_out += [] if stems else [word]
            stack.append(_row(index, stems) if stems else None)
        elif kind == "NOT":
            last = stack.pop()
            stack.append(None if last is None else ~last)
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_joined(kind, left, right))
    found = stack.pop() if stack else None
    return np.zeros(index.stream.texts, dtype=np.bool_) if found is None else found, left_out


def _row(index: InvertedIndex, stems: list[str]) -> Marked:
    row = np.zeros(index.stream.texts, dtype=np.bool_)
    row[index.texts_having(stems)] = True
    return row


def _joined(kind: str, left: Marked | None, right: Marked | None) -> Marked | None:
    """Join two rows; a word that is left out changes nothing."""
    if left is None or right is None:
        return right if left is None else left
    return left & right if kind == "AND" else left | right


def _postfix(query: str) -> Iterator[tuple[str, str]]:
    """Put operators behind what they join (the shunting yard), so that no parenthesis is left."""
    waiting: list[str] = []
    operand = False
    """Whether what was read so far ends with something that can be joined."""
    for kind, word in _parts(query):
        if operand and kind in ("word", "NOT", "("):
            yield from _released(waiting, "AND")
            waiting.append("AND")
            operand = False
        if kind == "word":
            yield kind, word
            operand = True
        elif kind in ("(", "NOT"):
            waiting.append(kind)
        elif not operand:
            raise ExpressionError(f"{query!r}: a word is missing before {kind}: add one or take {kind} away")
        elif kind == ")":
            yield from _closed(waiting, query)
        else:
            yield from _released(waiting, kind)
            waiting.append(kind)
            operand = False
    yield from _ended(waiting, query, operand=operand)


def _parts(query: str) -> Iterator[tuple[str, str]]:
    if len(query) > LONGEST:
        raise ExpressionError(f"the query has {len(query):,} characters: {LONGEST:,} at most can be read")
    at, end = 0, len(query.rstrip())
    while at < end:
        found = _PART.match(query, at)
        if not found:
            raise ExpressionError(f'{query!r}: a quote is never closed: add the missing "')
        parenthesis, phrase, word = found.groups()
        yield (parenthesis, "") if parenthesis else (word, "") if word in _RANK else ("word", phrase or word or "")
        at = found.end()


def _released(waiting: list[str], kind: str) -> Iterator[tuple[str, str]]:
    """Let out the operators that bind at least as much as the next one."""
    while waiting and waiting[-1] != "(" and _RANK[waiting[-1]] >= _RANK[kind]:
        yield waiting.pop(), ""


def _closed(waiting: list[str], query: str) -> Iterator[tuple[str, str]]:
    while waiting and waiting[-1] != "(":
        yield waiting.pop(), ""
    if not waiting:
        raise ExpressionError(f"{query!r}: a parenthesis is closed that was never opened: take it away")
    waiting.pop()


def _ended(waiting: list[str], query: str, *, operand: bool) -> Iterator[tuple[str, str]]:
    if not operand:
        raise ExpressionError(f"{query!r}: the query is empty or ends where a word should stand: add one")
    while waiting:
        if waiting[-1] == "(":
            raise ExpressionError(f"{query!r}: a parenthesis is never closed: add the missing )")
        yield waiting.pop(), ""
