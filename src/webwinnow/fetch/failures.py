"""Why a fetch failed, in one line that says what to do about it."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from webwinnow.errors import FetchError, PageError

_LONGEST = 200  # characters of a place that a message shows
_LOGIN = "it wants a login or a browser: save the page from a browser and give the file"
_LATER = "try again later"
_ADVICE = {
    401: _LOGIN,
    403: _LOGIN,
    404: "check the address",
    407: "put user and password into the proxy variable",
    410: "the page is gone for good",
    429: _LATER,
}


class PlacelessError(Exception):
    """What went wrong and what to do, still without the place; never leaves this package."""


def _http_errors() -> tuple[type[Exception]]:
    """Name what HTTP raises, once something is raised: the import takes as long as a small page."""
    from http.client import HTTPException

    return (HTTPException,)


@contextmanager
def explained(place: str, kind: type[PageError] = FetchError) -> Iterator[None]:
    """Turn whatever network, TLS, HTTP and zlib raise inside into an error that names the place."""
    try:
        yield
    except (PlacelessError, OSError, *_http_errors(), ValueError, zlib.error) as error:
        raise kind(f"{printable(place)}: {reason(error)}") from error


@contextmanager
def blamed_on(proxy: str | None) -> Iterator[None]:
    """Name the proxy, if there is one, in what goes wrong before the server itself is reached."""
    try:
        yield
    except (OSError, *_http_errors()) as error:
        if proxy is None:
            raise
        raise PlacelessError(f"by way of the proxy {proxy}: {reason(error)}") from error


def printable(text: str) -> str:
    """Make text of strangers fit for one line of a message."""
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def status_error(status: int) -> PlacelessError:
    """Name an HTTP status that brings no page."""
    from http import HTTPStatus

    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    fallback = _LATER if status >= 500 else "open it in a browser to see why"
    return PlacelessError(f"the server answers {status} {phrase}".rstrip() + f": {_ADVICE.get(status, fallback)}")


def reason(error: Exception) -> str:
    """Say in our words what an exception of the standard library means for a fetch."""
    import socket
    import ssl
    from http.client import IncompleteRead

    match error:
        case PlacelessError():
            return str(error)
        case socket.gaierror():
            return "the host name cannot be resolved: check its spelling and the network"
        case TimeoutError():
            return "no complete answer in time: raise the timeout or try again later"
        case ConnectionRefusedError():
            return "the connection is refused: check the port, and that the server runs"
        case ssl.SSLCertVerificationError():
            return f"its TLS certificate is not trusted ({error.verify_message}): check the address"
        case ssl.SSLError():
            why = getattr(error, "reason", None) or "no reason given"  # only errors of OpenSSL itself have one
            return f"no TLS connection ({printable(why)}): check scheme and port"
        case ConnectionError() | IncompleteRead():
            return "the connection broke off: try again later"
        case OSError():
            return f"cannot connect ({printable(error.strerror or str(error))}): check address and network"
        case zlib.error():
            return "its compressed body is broken: try again later, or save the page and give the file"
        case _:
            return "the answer is not proper HTTP: check scheme and port"
