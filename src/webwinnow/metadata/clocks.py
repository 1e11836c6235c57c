"""Times of day as they stand behind a date."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(
    r"""(?:T|[\s,|·•@–—-]*+(?:[^\W\d]{1,6}\.?\s{1,2})?(?:-\s)?)
    (?P<hour>\d{1,2})(?:[:.h]|\sh\s)?(?P<minute>\d{2})(?![\d/.-])(?::(?P<second>\d{2}))?(?:[.,]\d{1,9})?
    (?:\s?(?P<half>[ap])\.?m\b\.?)?(?:\s?(?P<zone>Z\b|UTC\b|GMT\b)?(?P<offset>[+-]\d{2}:?\d{2})?)""",
    re.VERBOSE | re.IGNORECASE,
)
_SEPARATED: Final = re.compile(r"\d\s?[:.h]|T\d")


def clock_behind(text: str, at: int) -> tuple[str, int]:
    """Read the time of day that follows a date: as ISO 8601, and where it ends; empty if there is none.

    >>> clock_behind("2024-05-03, 2:05 pm UTC", 10)
    ('14:05Z', 23)
    """
    match = _CLOCK.match(text, at)
    if not match or not _SEPARATED.search(match[0]):
        return "", at
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "pP" else 0)
    if hour > 23 or int(match["minute"]) > 59 or int(match["second"] or 0) > 59:
        return "", at
    second = f":{match['second']}" if match["second"] else ""
    return f"{hour:02}:{match['minute']}{second}{_zone(match['zone'], match['offset'])}", match.end()


def _zone(zone: str | None, offset: str | None) -> str:
    if offset:
        return offset if ":" in offset else f"{offset[:3]}:{offset[3:]}"
    return "Z" if zone else ""
