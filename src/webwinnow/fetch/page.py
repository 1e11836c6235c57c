"""Reads a page from wherever the command line points: a URL, a file, or standard input."""

import re
import sys
from pathlib import Path
from typing import BinaryIO

from webwinnow.errors import PageError
from webwinnow.fetch.client import Client
from webwinnow.fetch.failures import printable
from webwinnow.fetch.fetched import Fetched
from webwinnow.fetch.urls import parse

_WEB = re.compile(r"\s*https?:", re.IGNORECASE)
_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # two letters at least: C: is a drive
_BARE_HOST = re.compile(r"(www\.[^/\s]+|[^/\s]+\.[a-z]{2,}/.*)", re.IGNORECASE)
_DEFAULT = Client()


def read_page(place: str, client: Client = _DEFAULT, stdin: BinaryIO | None = None) -> Fetched:
    """Read an http(s) URL, `-` for standard input, or a file, which has no size limit."""
    if not place.strip():
        raise PageError("no page is named: give a file, a URL, or - for standard input")
    if place == "-":
        return Fetched(None, _read_stdin(stdin))
    return client(place) if _WEB.match(place) else Fetched(None, _read_file(place))


def _read_stdin(stdin: BinaryIO | None) -> bytes:
    try:
        return (stdin or sys.stdin.buffer).read()
    except (OSError, ValueError, AttributeError) as error:  # a directory, closed, or none at all
        raise PageError("-: standard input cannot be read: pipe a page into it, or name a file") from error


def _read_file(place: str) -> bytes:
    try:
        return Path(place).read_bytes()
    except IsADirectoryError as error:
        raise PageError(f"{printable(place)}: is a directory: name a file in it") from error
    except PermissionError as error:
        raise PageError(f"{printable(place)}: no permission to read this file: change its mode") from error
    except (OSError, ValueError) as error:
        raise _missing(place, error) from error


def _missing(place: str, error: Exception) -> PageError:
    """A name that leads to no file may be an address that was meant for the web."""
    if _SCHEME.match(place):
        parse(place)  # names the scheme that is not fetched
    if _BARE_HOST.fullmatch(place):
        return PageError(f"{printable(place)}: there is no such file: put https:// in front of a web address")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return PageError(f"{printable(place)}: there is no such file: check the path")
    why = error.strerror if isinstance(error, OSError) else "not a file name"
    return PageError(f"{printable(place)}: cannot be read ({why}): check the path")
