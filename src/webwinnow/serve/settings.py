"""What the service is started with, as one value."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from webwinnow.catalogue import DEFAULT
from webwinnow.errors import UsageError
from webwinnow.expression import parse_extractor
from webwinnow.fetch import Client
from webwinnow.limits import Limits
from webwinnow.recipes import Recipes, shipped

LIMITS: Final = Limits(bytes=8 * 2**20, seconds=20.0, memory=2 * 2**30)
"""The largest of 4,184 pages of published test packages has 5.3 million bytes. The seconds are those of a page once a
worker has it; fetching it may take as much again."""
TOKEN: Final = "WEBWINNOW_TOKEN"
"""The variable of the environment that may hold the token."""
RECIPES_FILE: Final = "recipes.toml"
"""Where recipes that are saved in the workbench stand, in the folder of packages."""
SHORTEST_TOKEN: Final = 16
"""Characters: a token that can be guessed protects nobody."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How pages are processed, and what one client may ask for."""

    expression: str = DEFAULT
    """The extractor of requests that name none."""
    recipes: Recipes = field(default_factory=shipped)
    limits: Limits = LIMITS
    jobs: int = os.cpu_count() or 1
    pages: int = 100
    """Pages of one request."""
    requests: int = 64
    """Requests at a time; further ones are asked to come back."""
    allow_private: bool = False
    """Whether private addresses are fetched."""
    token: str | None = None
    """What clients must know, if they must know something."""

    packages: Path | None = None
    """The folder whose packages the workbench offers."""
    load_outside: bool = False
    """Whether pages that the workbench shows may load pictures and styles from elsewhere."""

    def __post_init__(self) -> None:
        """Complain at once about what would fail for every page."""
        parse_extractor(self.expression, self.recipes)
        if min(self.jobs, self.pages, self.requests) < 1:
            raise UsageError("the limits of number must be above zero: leave them out for the usual ones")
        if self.token is not None and (len(self.token) < SHORTEST_TOKEN or not self.token.isascii()):
            raise UsageError(f"the token must have {SHORTEST_TOKEN} characters of ASCII or more: take a random one")

    @property
    def body(self) -> int:
        """Bytes of one request: a page, written as JSON writes it."""
        return 2 * self.limits.bytes

    @property
    def client(self) -> Client:
        """The client that fetches pages."""
        return Client(timeout=self.limits.seconds, limit=self.limits.bytes, allow_private=self.allow_private)
