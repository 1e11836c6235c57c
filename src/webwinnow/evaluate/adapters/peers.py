"""Other libraries, as their users call them: a table of tiny functions from a page to its text and headline.

All get the page as text, decoded as ours are, so that extraction is compared and not guessing of charsets; the
time for decoding counts for all. Settings are those that the library's own documentation shows first, with what
fetches over the network turned off. Where a library answers with HTML, the text is what readers see of it. Markdown is
compared only of those that write it themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from time import perf_counter
from typing import Any, ClassVar, Final

from webwinnow.document import Document
from webwinnow.document.charset.decode import decode
from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters.adapter import Answer, Asked, visible_text
from webwinnow.plugins import plugins

Found = tuple[str | None, str | None]
"""Text and headline."""

_TINY: Final = "<!doctype html><title>A page</title><p>Some words to begin with, and a <a href=/>link</a>."
_LANGUAGE: Final = re.compile(r"<html[^>]*?\blang\s*=\s*[\"']?([a-z]{2})", re.IGNORECASE)
_STOPLISTS: Final = dict(
    pair.split("=")
    for pair in (
        "ar=Arabic cs=Czech da=Danish de=German el=Greek es=Spanish fa=Persian fi=Finnish fr=French he=Hebrew hi=Hindi "
        "hu=Hungarian id=Indonesian it=Italian ko=Korean nl=Dutch pl=Polish pt=Portuguese ro=Romanian ru=Russian "
        "sv=Swedish tr=Turkish uk=Ukrainian ur=Urdu vi=Vietnamese"
    ).split()
)
"""The stop lists of jusText that are used if a page says it is in that language; all others are read as English."""


def _trafilatura(page: str, url: str | None) -> Found:
    return _module("trafilatura").extract(page, url=url, include_comments=False), None


def _trafilatura_markdown(page: str, url: str | None) -> str | None:
    wanted = {"include_tables": True, "include_images": True, "include_links": True, "include_formatting": True}
    written: str | None = _module("trafilatura").extract(
        page, url=url, include_comments=False, output_format="markdown", **wanted
    )
    return written


def _resiliparse(page: str, _url: str | None) -> Found:
    extract = _module("resiliparse.extract.html2text").extract_plain_text
    return extract(page, main_content=True, links=False, list_bullets=False), None


def _readability(page: str, url: str | None) -> Found:
    document = _module("readability").Document(page, url=url)
    return visible_text(Document(document.summary(html_partial=True))), document.short_title()


def _justext(page: str, _url: str | None) -> Found:
    justext = _module("justext")
    declared = _LANGUAGE.search(page)
    stoplist = justext.get_stoplist(_STOPLISTS.get(declared[1].lower() if declared else "en", "English"))
    return "\n\n".join(each.text for each in justext.justext(page, stoplist) if not each.is_boilerplate), None


def _boilerpy3(page: str, _url: str | None) -> Found:
    return _module("boilerpy3.extractors").ArticleExtractor().get_content(page), None


def _newspaper4k(page: str, url: str | None) -> Found:
    article = _module("newspaper").Article(url or "http://localhost/", fetch_images=False)
    article.download(input_html=page)
    article.parse()
    return article.text, article.title


def _goose3(page: str, _url: str | None) -> Found:
    with _module("goose3").Goose({"enable_image_fetching": False}) as goose:
        article = goose.extract(raw_html=page)
        return article.cleaned_text, article.title


@dataclass(frozen=True, slots=True)
class Peer:
    """How a library is called; `headlines` says whether it answers with one, `markdown` how it is asked for that."""

    call: Callable[[str, str | None], Found]
    headlines: bool = False
    markdown: Callable[[str, str | None], str | None] | None = None


PEERS: Final = {
    "trafilatura": Peer(_trafilatura, markdown=_trafilatura_markdown),
    "resiliparse": Peer(_resiliparse),
    "readability-lxml": Peer(_readability, headlines=True),
    "justext": Peer(_justext),
    "boilerpy3": Peer(_boilerpy3),
    "newspaper4k": Peer(_newspaper4k, headlines=True),
    "goose3": Peer(_goose3, headlines=True),
}
"""The peers by the name that they are installed by."""


def peer(name: str) -> Peer:
    """Find a peer, ours or one that an installed package adds; raises PluginError if that cannot be used."""
    if name in PEERS:
        return PEERS[name]
    plugin = plugins("webwinnow.peers")[name]
    found = plugin.load()
    if isinstance(found, Peer):
        return found
    if not callable(found):
        raise plugin.error("it is no Peer and no function from a page and its address to a text")
    return Peer(lambda page, url: (found(page, url), None))


@dataclass(frozen=True, slots=True)
class PeerAdapter:
    """One of the peers; used only where it is installed."""

    kind: ClassVar[str] = "peer"

    name: str

    @classmethod
    def of(cls, name: str) -> PeerAdapter:
        """Find a peer, however its name is capitalised; raises UsageError naming those there are."""
        known = name.strip().lower()
        if known not in PEERS and known not in plugins("webwinnow.peers"):
            every = ", ".join([*PEERS, *plugins("webwinnow.peers")])
            raise UsageError(f"there is no adapter for the peer {name!r}: choose of {every}")
        return cls(known)

    @property
    def specification(self) -> str:
        """The same as the name."""
        return self.name

    @property
    def headlines(self) -> bool:
        """Whether it answers with a headline."""
        return peer(self.name).headlines

    @property
    def writes_markdown(self) -> bool:
        """Whether it writes Markdown of its own."""
        return peer(self.name).markdown is not None

    def version(self) -> str:
        """Return the version that is installed; raises UsageError if none is."""
        if self.name not in PEERS:
            return plugins("webwinnow.peers")[self.name].origin
        try:
            return installed_version(self.name)
        except PackageNotFoundError:
            raise UsageError(f"{self.name} is not installed here: pip install {self.name}") from None

    def prepare(self) -> None:
        """Import the library and fill what it computes once."""
        peer(self.name).call(_TINY, None)

    def __call__(self, page: Asked) -> Answer:
        """Ask the library for a page."""
        start, asked = perf_counter(), peer(self.name)
        decoded = decode(page.html, url=page.url).text
        text, headline = asked.call(decoded, page.url)
        seconds = perf_counter() - start
        markdown = (asked.markdown(decoded, page.url) or "") if page.markdown and asked.markdown else None
        return Answer(text or "", seconds, headline, markdown)


def _module(name: str) -> Any:
    """Import a library where it is used: none of them is needed for anything else."""
    return import_module(name)
