"""What a collection is made of: dated texts, and what was wrong with those that are left out."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Fields:
    """What a file says about one text, as written; whatever is not said is empty."""

    line: int
    journal: str = ""
    title: str = ""
    date: str = ""
    abstract: str = ""
    url: str = ""
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One dated text: the abstract of a paper, or the main content of a page."""

    journal: str
    """The journal, or the name of the site; empty if neither is known."""
    title: str
    date: str
    """As exact as is known: `2006`, `2006-05` or `2006-05-03`."""
    abstract: str
    url: str = ""
    """An address that leads to it; empty if none is known."""
    file: str = ""
    line: int = 0
    """Where it was read."""

    @property
    def site(self) -> str:
        """The host of the address, without `www.`; empty if there is no address."""
        try:
            host = urlsplit(self.url).hostname or ""
        except ValueError:  # an address such as http://[
            return ""
        return host.removeprefix("www.")


def counted(number: int, noun: str) -> str:
    """Write how many there are.

    >>> counted(1, "record"), counted(2400, "record")
    ('1 record', '2,400 records')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something that was left out or read in another way than it was meant; `str()` is one line."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """Say where and what."""
        return f"{self.file}:{self.line}: {self.message}"
