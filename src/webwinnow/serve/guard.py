"""Who may ask: programs on this machine, or whoever knows the token; never a page of another site.

A browser on this machine can be led to send requests by any page that it shows. It says so (`Origin`,
`Sec-Fetch-Site`), and a name that was made to lead here says so, too (`Host`). Bodies must be JSON, which a page of
another site cannot send without asking first.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from webwinnow.fetch.routes import literal
from webwinnow.serve.requests import RequestError
from webwinnow.serve.workbench_files import public_addresses

_OWN: Final = (None, "same-origin", "none")
"""Where a browser says that a request comes from: this very page, or the user; other programs say nothing."""
_EXTENSIONS: Final = ("chrome-extension://", "moz-extension://", "safari-web-extension://")
"""Where requests of browser extensions come from: the user installed them, and gave them the token."""
ANYBODY: Final = public_addresses() | {"/health"}
"""What needs no token: the page that asks, which is the same for everybody, and the sign of life."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Judges requests by their heads; names of headers are in lower case."""

    token: str | None = None
    public: frozenset[str] = ANYBODY
    """Addresses that need no token: they hold nothing that is secret, and fetch nothing."""

    def judge(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Return if a request may be answered, or raise why not."""
        self._refuse_other_sites(method, path, headers)
        if self.token is None:
            _refuse_other_names(headers.get("host", ""))
        elif path not in self.public and not self._knows_token(headers.get("authorization", "")):
            raise RequestError("the token is missing or wrong: send 'Authorization: Bearer TOKEN'", "no_token", 401)

    def _refuse_other_sites(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        link = method == "GET" and path in self.public and headers.get("sec-fetch-mode") == "navigate"
        origin, host = headers.get("origin"), headers.get("host", "")
        if (
            origin is not None
            and origin.startswith(_EXTENSIONS)
            and self._knows_token(headers.get("authorization", ""))
        ):
            return
        foreign = origin is not None and origin not in (f"http://{host}", f"https://{host}")
        if foreign or (headers.get("sec-fetch-site") not in _OWN and not link):
            raise RequestError("requests from pages of other sites are refused", "cross_site", 403)

    def _knows_token(self, authorization: str) -> bool:
        kind, _, given = authorization.partition(" ")
        if self.token is None:
            return False
        expected = self.token.encode()
        return kind.lower() == "bearer" and hmac.compare_digest(given.strip().encode("utf-8", "replace"), expected)


def _refuse_other_names(host: str) -> None:
    """Refuse names that lead here, but are not ours: anybody may let a name of theirs lead to 127.0.0.1."""
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    ip = literal(name)
    if ip is None or not ip.is_loopback:
        raise RequestError(
            "this server answers at localhost and 127.0.0.1 only, and with a token elsewhere", "bad_host", 403
        )
