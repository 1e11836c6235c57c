"""The language of a block of code, from the conventions of those who colour it in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_NAME: Final = r"([a-zA-Z][\w+#.-]{0,30}|c)"
_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:^|\s)(?:code-?)?lang(?:uage)?-{_NAME}",  # HTML's own advice, and most libraries
        rf"(?:^|\s)highlight-(?:source|text)-{_NAME}",  # code hosting
        rf"(?:^|\s)highlight-{_NAME}",  # documentation generators
        rf"brush:\s*{_NAME}",
        rf"(?:^|\s)(?:sourceCode|hljs|highlight|prettyprint|code|src)\s+(?:src-)?{_NAME}",
    )
)
_ATTRIBUTES: Final = ("data-lang", "data-language", "data-code-language")
_NO_LANGUAGE: Final = frozenset(
    "default none notranslate plain plaintext text txt nohighlight no-highlight linenums wrap copyable block "
    "line-numbers numberlines sourcecode highlight hljs prettyprint code-block codehilite".split()
)


def code_language(attributes: Iterable[dict[str, str]]) -> str:
    """Name the language, given the attributes of the elements around the code, innermost first; nothing if untold."""
    for found in attributes:
        for name in _candidates(found):
            if name.lower() not in _NO_LANGUAGE:
                return name.lower()
    return ""


def _candidates(attributes: dict[str, str]) -> Iterable[str]:
    for name in _ATTRIBUTES:
        if re.fullmatch(_NAME, attributes.get(name, "")):
            yield attributes[name]
    written = attributes.get("class", "")[:500]
    for pattern in _PATTERNS:
        if match := pattern.search(written):
            yield match[1].rstrip(".-")
