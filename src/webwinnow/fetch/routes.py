"""The way to a target, found in time: which addresses a host name stands for, which of them are public, or a proxy.

URLs are taken apart here: the host as the network spells it, the path quoted, credentials kept out of sight.
"""

import re
import socket
from base64 import b64encode
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from unicodedata import normalize
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from webwinnow.errors import FetchError
from webwinnow.fetch.fetched import PlacelessError, blamed_on, printable

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


IP = IPv4Address | IPv6Address

_GLOBAL_UNICAST = ip_network("2000::/3")  # all of IPv6 that IANA has given out for hosts on the internet
_TRANSLATED = ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are the IPv4 address that is reached
# Special in the registries of IANA, but not in those of every Python: protocol assignments, relays of 6to4,
# Teredo and its like, 6to4, documentation.
_NOT_HOSTS = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")),
)
_PROXY_SHARE = 4  # of the time left, the part spent to judge a name that the proxy will resolve again


@dataclass(frozen=True, slots=True)
class Address:
    """One result of a lookup: what to connect to, and the address in it that was judged."""

    family: int
    place: tuple[str | int | bytes, ...]  # as `socket.connect` takes it

    @property
    def ip(self) -> IP:
        """The address itself."""
        return ip_address(str(self.place[0]))


def is_public(ip: IP) -> bool:
    """Tell whether an address is a host on the open internet; one that wraps an IPv4 address is what that one is."""
    if isinstance(ip, IPv4Address):
        return _is_open(ip)
    if ip.ipv4_mapped is not None:
        return _is_open(ip.ipv4_mapped)
    if ip in _TRANSLATED:
        return _is_open(IPv4Address(int(ip) & 0xFFFFFFFF))
    return ip in _GLOBAL_UNICAST and _is_open(ip)


def literal(host: str) -> IP | None:
    """Return the address that a host spells out in digits (octal and hexadecimal too), or that localhost is."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return IPv4Address("127.0.0.1")
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(name))
    except OSError:
        return None


def lookup(host: str, port: int, seconds: float) -> tuple[Address, ...]:
    """Resolve a host name; in a thread of its own, since the system's resolver takes no time limit."""
    answers: SimpleQueue[tuple[Address, ...] | Exception] = SimpleQueue()
    Thread(target=lambda: answers.put(_answer(host, port)), daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer about {host}") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answer(host: str, port: int) -> tuple[Address, ...] | Exception:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, ValueError) as error:
        return error
    return tuple(Address(family, place) for family, _, _, _, place in found)


def _is_open(ip: IP) -> bool:
    special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    return ip.is_global and not special and not any(ip in network for network in _NOT_HOSTS)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which a fetch must have ended."""

    moment: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """Set a deadline so many seconds from now."""
        return cls(monotonic() + seconds)

    def left(self) -> float:
        """Return the seconds left; TimeoutError when there are none."""
        seconds = self.moment - monotonic()
        if seconds <= 0:
            raise TimeoutError("the deadline has passed")
        return seconds


@dataclass(frozen=True, slots=True)
class Route:
    """Addresses to connect to, the proxy behind them if any, and a private address of the target if any."""

    addresses: tuple[Address, ...]
    proxy: Target | None
    private: IP | None


def find_route(target: Target, deadline: Deadline) -> Route:
    """Resolve and judge a target once; whoever connects must use these addresses and no others."""
    proxy = proxy_for(target)
    if proxy is not None:
        with blamed_on(proxy.netloc):
            addresses = lookup(proxy.host, proxy.port, deadline.left())
        return Route(addresses, proxy, _first_private(_known(target, deadline)))
    addresses = lookup(target.host, target.port, deadline.left())
    return Route(addresses, None, _first_private([address.ip for address in addresses]))


def proxy_for(target: Target) -> Target | None:
    """Return the proxy that the environment names for a target, read anew each time."""
    value = getproxies_environment().get(target.scheme)
    if not value or proxy_bypass(target.authority) or proxy_bypass(target.host):
        return None
    try:
        proxy = parse(value if "://" in value else f"http://{value}")
    except FetchError:
        proxy = None
    if proxy is None or proxy.scheme != "http":  # the value may hold a password: it is not shown
        raise PlacelessError(f"the variable {target.scheme}_proxy is no http:// proxy: correct or unset it")
    return proxy


def _known(target: Target, deadline: Deadline) -> list[IP]:
    spelled_out = literal(target.host)
    if spelled_out is not None:
        return [spelled_out]
    try:
        return [found.ip for found in lookup(target.host, target.port, deadline.left() / _PROXY_SHARE)]
    except (socket.gaierror, TimeoutError):
        return []  # behind many a proxy only the proxy resolves names


def _first_private(ips: list[IP]) -> IP | None:
    return next((ip for ip in ips if not is_public(ip)), None)
