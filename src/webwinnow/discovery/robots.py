"""What a site allows programs: robots.txt, by RFC 9309: the longest rule decides, `*` and `$` are understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

_LARGEST: Final = 500_000
"""Bytes that are read, as the standard asks for at least."""
_MOST_DELAY: Final = 60.0


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules for one program, and what the file says to all."""

    rules: tuple[tuple[str, bool], ...] = ()
    """Patterns of paths, and whether they are allowed."""
    delay: float | None = None
    """Seconds between two requests that the site asks for."""
    sitemaps: tuple[str, ...] = ()

    def allows(self, url: str) -> bool:
        """Tell whether an address may be fetched.

        >>> read_robots(b"User-agent: *\\nDisallow: /private/\\nAllow: /private/open$", "x").allows("https://a.org/private/x")
        False
        """
        parts = urlsplit(url)
        path = _folded((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        fitting = [(len(pattern), allowed) for pattern, allowed in self.rules if _fits(pattern, path)]
        return max(fitting, default=(0, True))[1]


def read_robots(data: bytes, agent: str) -> Robots:
    """Read the rules for a program, else those for all programs; what is no rule is passed over."""
    groups: dict[str, list[tuple[str, str]]] = {}
    named: list[str] = []
    sitemaps: list[str] = []
    ruled = True
    for line in data[:_LARGEST].decode("utf-8-sig", "replace").splitlines():
        key, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        match key.lower():
            case "user-agent":
                named = [value.lower()] if ruled else [*named, value.lower()]
                ruled = False
                groups.setdefault(value.lower(), [])
            case "allow" | "disallow" | "crawl-delay" as rule:
                ruled = True
                for name in named:
                    groups[name].append((rule, value))
            case "sitemap" if value:
                sitemaps.append(value)
    chosen = groups.get(agent.lower(), groups.get("*", []))
    rules = tuple((_folded(value), rule == "allow") for rule, value in chosen if rule != "crawl-delay" and value)
    delays = [value for rule, value in chosen if rule == "crawl-delay" and value.replace(".", "", 1).isdigit()]
    return Robots(rules, min(float(delays[0]), _MOST_DELAY) if delays else None, tuple(sitemaps))


def _folded(path: str) -> str:
    """Write a path in one way, however its letters are escaped."""
    return quote(unquote(path), safe="/?&=*$%:@!+,;~()'")


def _fits(pattern: str, path: str) -> bool:
    """Match a pattern from the start of a path: piece by piece, in linear time."""
    ends = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    for number, piece in enumerate(pieces):
        if ends and number == len(pieces) - 1:
            return path.endswith(piece) and len(path) - len(piece) >= at
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return not ends or at == len(path)
