"""Text that looks like Markdown, written so that it is read as text: what is escaped where, addresses, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from webwinnow.render.formats import joined

_ALWAYS: Final = r"[\\`]"
_EMPHASIS: Final = r"[*~](?:(?! )|(?<! [*~]))"  # between two spaces it means nothing
_UNDERSCORE: Final = r"_(?:(?![^\W_])|(?<![^\W_]_))"  # inside of a word it means nothing
_REFERENCE: Final = r"&(?=#?\w{1,40};)"
_TAG: Final = r"<(?=[A-Za-z/!?]|$)"
_BRACKETS: Final = r"\[(?=[\^\[!]|[ xX]?\])|\](?=[(\[:]|$)"
"""Brackets that may be read as those of a link, a definition, a note, a task or a callout; `[so]` alone is none."""
_SUSPECT: Final = re.compile(r"[\\`*\[\]<~_&$]")


def _before(*signs: str) -> re.Pattern[str]:
    """Look for the places before signs: to put something there takes half as long as to replace each of them."""
    return re.compile(f"(?={_SUSPECT.pattern})(?={'|'.join(signs)})")


_SPECIAL: Final = _before(_ALWAYS, _EMPHASIS, _UNDERSCORE, _REFERENCE, _TAG, _BRACKETS)
_IN_LINK: Final = _before(_ALWAYS, _EMPHASIS, _UNDERSCORE, _REFERENCE, _TAG, r"[\[\]]")
_OPENING_DOLLAR, _CLOSING_DOLLAR = re.compile(r"\$(?=\S)"), re.compile(r"(?<=\S)\$(?!\d)")
"""Dollars that may open and close a formula, as pandoc reads them: `$5 and $10` is none."""
_LINE_START: Final = re.compile(r"(?:[-+=](?=[\s=+-]|$)|\#{1,6}(?=\s|$)|>|[:|](?=[\s:|-]|$))")
_NUMBERED: Final = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LAST_HASHES: Final = re.compile(r"(?<=\s)#+$|^#+$")
_IN_ADDRESS: Final = re.compile(r"[\s<>()\\|`\"]|&(?=[#\w]+;)")
_BACKTICKS: Final = re.compile("`+")
_AT_ONCE: Final = 16_384
"""Characters that are escaped at once, at least."""
_TOGETHER: Final = 2 * _AT_ONCE
"""Characters of a part whose pieces are held together."""
_BETWEEN: Final = re.compile(r"(?<=[A-Za-z0-9).,;:!?]) ")
"""A blank behind what is no sign, where a text may be cut."""


def escaped(text: str, *, dollars: bool | None = None, in_link: bool = False) -> str:
    """Escape what means something anywhere in a line; dollars only if two of them would be read as a formula's."""
    if not _SUSPECT.search(text):  # as in most texts; a class of characters is looked for several times as fast
        return text
    escape_dollars = may_be_formula(text) if dollars is None else dollars
    special = _IN_LINK if in_link else _SPECIAL
    text = joined(_with_backslashes(special, part) for part in _parts(text))
    return text.replace("$", "\\$") if escape_dollars else text


def _with_backslashes(special: re.Pattern[str], part: str) -> str:
    if len(part) <= _TOGETHER:
        return "\\".join(special.split(part))
    places = chain([0], (match.start() for match in special.finditer(part)), [len(part)])
    return joined((part[start:end] for start, end in pairwise(places)), "\\")


def _parts(text: str) -> Iterator[str]:
    """Cut a long text where nothing depends on what is beyond: what stands between signs takes ten times its room."""
    start = 0
    while start < len(text):
        between = _BETWEEN.search(text, start + _AT_ONCE)
        end = between.start() if between else len(text)
        yield text[start:end]
        start = end


def may_be_formula(text: str) -> bool:
    """Tell whether dollars in a text may be read as those around a formula."""
    opening = _OPENING_DOLLAR.search(text) if text.count("$") > 1 else None
    if opening is None:
        return False
    return any(match.start() > opening.start() for match in _CLOSING_DOLLAR.finditer(text))


def escaped_at_line_start(text: str) -> str:
    """Escape, in escaped text, what means something only where a line starts."""
    if text[:1].isalpha():  # as nearly always
        return text
    if _LINE_START.match(text):
        return "\\" + text
    return _NUMBERED.sub(r"\1\\\2", text, count=1) if _NUMBERED.match(text) else text


def escaped_heading(text: str) -> str:
    """Escape the hashes at the end of a heading, which would be taken for its end."""
    return _LAST_HASHES.sub(lambda match: "\\" + match[0], text) if "#" in text else text


def written_address(address: str) -> str:
    """Write an address so that nothing in it ends the link early or is read as markup."""
    return _IN_ADDRESS.sub(lambda match: _percent(match[0]), address)


@lru_cache(maxsize=256)
def _percent(character: str) -> str:
    return "&amp;" if character == "&" else "".join(f"%{byte:02X}" for byte in character.encode())


def code_span(text: str) -> str:
    """Write code in a line, between more backticks than it has itself."""
    text = text.replace("\n", " ")
    fence = "`" * (1 if "`" not in text else 1 + max(map(len, _BACKTICKS.findall(text))))
    padded = f" {text} " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else text
    return f"{fence}{padded}{fence}"


def fence_for(text: str) -> str:
    """Return a fence for a block of code, longer than any inside."""
    return "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
