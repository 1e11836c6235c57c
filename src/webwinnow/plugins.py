"""Stages and peers that installed packages add: entry points "webwinnow.stages" and "webwinnow.peers".

Paper: mohammadzadeh2013, sections 3.2.1 ("a plug-in mechanism to enable adding heuristic filtering techniques") and
3.4.2 ("an extensible collection of content extraction filter modules with a standardized interface").
Nothing is looked for before a name is asked for that is not ours, so that programs without plug-ins pay nothing. Our
own names cannot be taken. A plug-in that cannot be loaded is an error that names the package it comes from, and only
for those who ask for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from webwinnow.errors import PluginError


@dataclass(frozen=True, slots=True)
class Plugin:
    """What an installed package adds under a name."""

    name: str
    origin: str
    """The package and its version."""
    entry: EntryPoint

    def load(self) -> Any:
        """Import what the entry point names; raises PluginError telling where it comes from."""
        try:
            return self.entry.load()
        except Exception as error:  # a fence: whatever another's code does while it is imported
            raise self.error(f"{type(error).__name__}: {error}") from error

    def error(self, reason: str) -> PluginError:
        """Make the error for a plug-in that cannot be used."""
        return PluginError(
            f"plug-in {self.name} of {self.origin} cannot be used ({reason}): mend or remove the package"
        )


@cache
def plugins(group: str) -> dict[str, Plugin]:
    """Find what installed packages add to a group, by name; of two with one name the first package counts."""
    found: dict[str, Plugin] = {}
    for entry in sorted(entry_points(group=group), key=_origin):
        found.setdefault(entry.name, Plugin(entry.name, _origin(entry), entry))
    return found


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "a package without a name"
