"""URLs taken apart: the host as the network spells it, the path quoted, credentials kept out of sight."""

import re
from base64 import b64encode
from dataclasses import dataclass, field, replace
from ipaddress import IPv6Address
from unicodedata import normalize
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from webwinnow.errors import FetchError
from webwinnow.fetch.fetched import PlacelessError, printable

_PORTS = {"http": 80, "https": 443}
_KEPT = "%/:@!$&'()*+,;=~[]?"  # "%" too: what is quoted already stays as it is
_DOTS = re.compile("[.\u3002\uff0e\uff61]")  # the full stops of RFC 3490, section 3.1
_HOST = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")
_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes, in ASCII, ready for the wire."""

    scheme: str
    host: str  # a name, or an address without brackets
    port: int
    path: str  # with the query
    credentials: str | None = field(default=None, repr=False)  # value of an Authorization header

    @property
    def authority(self) -> str:
        """Host and port, always both."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def netloc(self) -> str:
        """Host and port, the port only where it is not the usual one."""
        return self.authority.removesuffix(f":{_PORTS[self.scheme]}")

    @property
    def origin(self) -> str:
        """Scheme, host and port: what credentials are bound to."""
        return f"{self.scheme}://{self.netloc}"

    @property
    def url(self) -> str:
        """The URL without user, password and fragment."""
        return self.origin + self.path

    def redirected(self, location: str) -> "Target":
        """Follow a Location header; credentials stay with their origin."""
        try:
            target = parse(urljoin(self.url, _as_utf8(location)))
        except (FetchError, ValueError) as error:
            what = error if isinstance(error, FetchError) else "what is no URL: tell the site"
            raise PlacelessError(f"it redirects to {what}") from None
        if target.credentials is None and target.origin == self.origin:
            return replace(target, credentials=self.credentials)
        return target


def parse(url: str) -> Target:
    """Read a URL, or an IRI in any script."""
    try:
        return _target(urlsplit(url.strip()))
    except PlacelessError as error:
        problem = str(error)
    except ValueError:  # its own message may quote the password
        problem = "this is not a valid URL: check host and port"
    raise FetchError(f"{printable(without_credentials(url))}: {problem}")


def without_credentials(url: str) -> str:
    """Make a URL fit for messages, even one too broken to be taken apart: all before its last "@" is hidden."""
    _, found, rest = url.rpartition("@")
    scheme = _SCHEME.match(url)
    return f"{scheme.group() if scheme else ''}…@{rest}" if found else url


def _target(parts: SplitResult) -> Target:
    if not parts.scheme:
        raise PlacelessError("this is not a web address: put https:// in front")
    if parts.scheme not in _PORTS:
        raise PlacelessError(f"only http and https are fetched, not {parts.scheme}: save the page and give the file")
    if not parts.hostname:
        raise PlacelessError(f"the URL names no host: write {parts.scheme}://host/path")
    path = quote(parts.path or "/", _KEPT, errors="replace")
    query = "?" + quote(parts.query, _KEPT, errors="replace") if parts.query else ""
    port = _PORTS[parts.scheme] if parts.port is None else parts.port
    return Target(parts.scheme, _ascii_host(parts.hostname), port, path + query, _credentials(parts))


def _ascii_host(host: str) -> str:
    if ":" in host:
        return str(IPv6Address(host))
    name = ".".join(map(_ascii_label, _DOTS.split(host))).lower()
    if len(name) > 254 or not _HOST.fullmatch(name):
        raise ValueError(name)
    return name


def _ascii_label(label: str) -> str:
    if label.isascii():
        return label
    if "ß" in label or "ς" in label:  # the library's IDNA 2003 would make another name of these: strasse
        return "xn--" + normalize("NFKC", label.lower()).encode("punycode").decode()
    return label.encode("idna").decode()


def _credentials(parts: SplitResult) -> str | None:
    if parts.username is None:
        return None
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return "Basic " + b64encode(pair.encode(errors="replace")).decode()


def _as_utf8(header: str) -> str:
    """Read a header again as UTF-8, which servers that do not quote write; http.client takes it for Latin-1."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header
