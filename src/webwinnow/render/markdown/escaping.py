"""Text that looks like Markdown, written so that it stays text."""

from __future__ import annotations

import re
from typing import Final

_ALWAYS: Final = r"[\\`*\[\]<~$]"
_UNDERSCORE: Final = r"(?<![^\W_])_|_(?![^\W_])"  # inside of a word it means nothing
_REFERENCE: Final = r"&(?=[#A-Za-z])"
_SPECIAL: Final = re.compile(f"{_ALWAYS}|{_UNDERSCORE}|{_REFERENCE}")
_LINE_START: Final = re.compile(r"(?:[-+=](?=[\s=+-]|$)|\#{1,6}(?=\s|$)|>|[:|](?=[\s:|-]|$))")
_NUMBERED: Final = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LAST_HASHES: Final = re.compile(r"(?<=\s)#+$|^#+$")
_IN_ADDRESS: Final = re.compile(r"[\s<>()\\|`\"]|&(?=[#\w]+;)")
_BACKTICKS: Final = re.compile("`+")


def escaped(text: str) -> str:
    """Escape what means something anywhere in a line."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def escaped_at_line_start(text: str) -> str:
    """Escape, in escaped text, what means something only where a line starts."""
    if _LINE_START.match(text):
        return "\\" + text
    return _NUMBERED.sub(r"\1\\\2", text, count=1) if _NUMBERED.match(text) else text


def escaped_heading(text: str) -> str:
    """Escape the hashes at the end of a heading, which would be taken for its end."""
    return _LAST_HASHES.sub(lambda match: "\\" + match[0], text)


def written_address(address: str) -> str:
    """Write an address so that nothing in it ends the link early or is read as markup."""
    return _IN_ADDRESS.sub(lambda match: _percent(match[0]), address)


def _percent(character: str) -> str:
    return "&amp;" if character == "&" else "".join(f"%{byte:02X}" for byte in character.encode())


def code_span(text: str) -> str:
    """Write code in a line, between more backticks than it has itself."""
    text = text.replace("\n", " ")
    fence = "`" * (1 if "`" not in text else 1 + max(map(len, _BACKTICKS.findall(text))))
    padded = f" {text} " if text[:1] in ("`", " ") or text[-1:] in ("`", " ") else text
    return f"{fence}{padded}{fence}"


def fence_for(text: str) -> str:
    """Give a fence for a block of code, longer than any inside."""
    return "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
