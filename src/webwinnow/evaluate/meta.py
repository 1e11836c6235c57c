"""What a test package knows about one page besides its text, and which site the page is of.

`PageMeta` is the `<id>.json` file as a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from webwinnow.errors import PackageError

KEYS: Final = (
    "url",
    "language",
    "title",
    "author",
    "date",
    "page_type",
    "fragmented",
    "multiple_articles",
    "with",
    "without",
)
"""The keys a package defines; every other key is kept in `Meta.extra`."""


@dataclass(frozen=True, slots=True)
class PageMeta:
    """What is known about a page; a value that is not known is None or empty."""

    url: str | None = None
    language: str | None = None
    title: str | None = None
    author: tuple[str, ...] = ()
    date: str | None = None
    page_type: str | None = None
    fragmented: bool | None = None
    multiple_articles: bool | None = None
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def from_json(cls, content: object) -> PageMeta:
        """Read the content of a json file; raises PackageError naming the key that has the wrong form."""
        if not isinstance(content, dict):
            raise PackageError(f"meta data must be an object of keys and values, not {_kind(content)}")
        return cls(
            url=_text(content, "url"),
            language=_text(content, "language"),
            title=_text(content, "title"),
            author=_texts(content, "author", single=True),
            date=_text(content, "date"),
            page_type=_text(content, "page_type"),
            fragmented=_flag(content, "fragmented"),
            multiple_articles=_flag(content, "multiple_articles"),
            with_snippets=_texts(content, "with"),
            without_snippets=_texts(content, "without"),
            extra={key: value for key, value in content.items() if key not in KEYS},
        )

    def to_json(self) -> dict[str, Any]:
        """Return what a json file holds: only what is known, our keys first; one author is written as text."""
        author: str | list[str] = self.author[0] if len(self.author) == 1 else list(self.author)
        known = (
            self.url,
            self.language,
            self.title,
            author,
            self.date,
            self.page_type,
            self.fragmented,
            self.multiple_articles,
            list(self.with_snippets),
            list(self.without_snippets),
        )
        ours = {key: value for key, value in zip(KEYS, known, strict=True) if value not in (None, [])}
        return {**ours, **{key: value for key, value in self.extra.items() if key not in KEYS}}


def primary_language(tag: str | None) -> str | None:
    """Return the language of a language tag, so that slices join what belongs together: `en` of `en-GB`."""
    primary = (tag or "").strip().replace("_", "-").split("-")[0].lower()
    return primary if 2 <= len(primary) <= 3 and primary.isascii() and primary.isalpha() else None


def _text(content: Mapping[str, Any], key: str) -> str | None:
    value = content.get(key)
    if value is None or isinstance(value, str):
        return value
    raise PackageError(f"key {key!r} must be text or null, not {_kind(value)}")


def _flag(content: Mapping[str, Any], key: str) -> bool | None:
    value = content.get(key)
    if value is None or isinstance(value, bool):
        return value
    raise PackageError(f"key {key!r} must be true, false or null, not {_kind(value)}")


def _texts(content: Mapping[str, Any], key: str, *, single: bool = False) -> tuple[str, ...]:
    value = content.get(key)
    if value is None:
        return ()
    if single and isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise PackageError(f"key {key!r} must be a list of texts{' or a text' if single else ''}, not {_kind(value)}")


def _kind(value: object) -> str:
    """Name a JSON type the way JSON does."""
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "ne", "net", "or", "org"})
"""Labels under which countries register names: `bbc.co.uk` is a domain, `co.uk` is not.

The list is short where the public suffix list is long: a name missing here joins sites that could have been
parted, which costs balance; it never parts pages of one site.
"""


def domain_of(url: str) -> str | None:
    """Return the domain a site is registered under, `bbc.co.uk` for `https://news.bbc.co.uk/1`."""
    host = _host(url)
    if host is None or _is_address(host):
        return host
    labels = host.split(".")
    short = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL
    return ".".join(labels[-3:] if short else labels[-2:])


def site_of(page_id: str, meta: PageMeta) -> str:
    """Name the site of a page: the domain of its URL, or its key `site`, or else the page is a site alone."""
    domain = domain_of(meta.url) if meta.url else None
    site = meta.extra.get("site")
    if domain is None and isinstance(site, str) and site.strip():
        domain = domain_of(site.strip()) if "." in site else site.strip().lower()
    return domain or f"page {page_id}"


def _host(url: str) -> str | None:
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host = (parts.hostname or "").rstrip(".")
    except ValueError:  # such as an unclosed bracket of an IPv6 address
        return None
    return host or None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
