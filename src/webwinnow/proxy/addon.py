"""The rewriting of pages as a mitmproxy add-on: `mitmdump -s "$(webwinnow proxy --addon-file)"`.

Its settings are mitmproxy's options: `--set webwinnow_extractor=dsc --set webwinnow_outline=mark`.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import fields
from time import perf_counter
from typing import Final

from mitmproxy import ctx, exceptions
from mitmproxy.addonmanager import Loader
from mitmproxy.http import Headers, HTTPFlow, Response

from webwinnow.catalogue import DEFAULT
from webwinnow.errors import WebwinnowError, WorkerError
from webwinnow.fetch.fetched import from_header
from webwinnow.limits import Limits
from webwinnow.proxy.bar import READER, STYLE_SOURCE, allowing
from webwinnow.proxy.filtering import LIMITS, Arrived, Filtered, PagePool, ProxySettings, filtered_elsewhere, page_pool
from webwinnow.proxy.messages import ORIGINAL, filtered_tag, is_page, is_page_load, readable_codings, server_tags, taken
from webwinnow.proxy.status import Tally

HELD: Final = "webwinnow-held"
"""In a flow's notes: its answer is a page, and is waited for as a whole."""
WISH: Final = "webwinnow-wish"
"""In a flow's notes: a page is asked for, and this is what shall be done to it."""
JOBS: Final = max(1, min(4, os.cpu_count() or 1))
"""Worker processes: more than four pages at a time is more than a household reads."""
_POLICIES: Final = ("content-security-policy", "content-security-policy-report-only")
_OF_THE_BYTES: Final = (
    "content-encoding transfer-encoding trailer content-md5 digest content-digest repr-digest accept-ranges "
    "content-range etag"
).split()
"""Headers that speak of the very bytes that the server sent."""


class PageFilter:
    """Filters pages; all else it leaves alone."""

    def __init__(self, tally: Tally | None = None) -> None:
        """Count into the given tally."""
        self.tally = tally or Tally()
        self.settings = ProxySettings()
        self._pool: PagePool | None = None

    def load(self, loader: Loader) -> None:
        """Add our options to mitmproxy's."""
        loader.add_option("webwinnow_extractor", str, DEFAULT, "Stages and how they work together.")
        loader.add_option("webwinnow_outline", str, "remove", "What happens to the rest: remove, comment, blank, mark.")
        loader.add_option("webwinnow_reader", bool, False, "Show the main content as a clean page of its own.")
        loader.add_option("webwinnow_bar", bool, True, "Put the bar on filtered pages.")
        for each in fields(LIMITS):
            usual = int(getattr(LIMITS, each.name))
            loader.add_option(f"webwinnow_{each.name}", int, usual, f"The limit of {each.name} for a page.")
        loader.add_option("webwinnow_jobs", int, JOBS, "Pages that are filtered at the same time.")

    def configure(self, updated: set[str]) -> None:
        """Take the options over; workers are made anew, since they know the old ones."""
        if not any(name.startswith("webwinnow_") for name in updated):
            return
        options = ctx.options
        try:
            self.settings = ProxySettings(
                options.webwinnow_extractor,
                options.webwinnow_outline,
                options.webwinnow_reader,
                options.webwinnow_bar,
                Limits(**{each.name: getattr(options, f"webwinnow_{each.name}") for each in fields(Limits)}),
            )
        except WebwinnowError as error:
            raise exceptions.OptionsError(str(error)) from None
        self.done()

    async def running(self) -> None:
        """Start the workers, so that the first page is not slower than the others."""
        for started in self._ready_pool().start():
            with suppress(WorkerError):  # counted with the first page
                await asyncio.wrap_future(started)

    def done(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.end(grace=0)
        self._pool = None

    def requestheaders(self, flow: HTTPFlow) -> None:
        """Note who asks for a page and how, and ask the server in a way whose answer can be read here."""
        request = flow.request
        if not is_page_load(request.method, request.headers):
            return
        request.path, wish = taken(request.path, self.settings.choices)
        flow.metadata[WISH] = wish or self.settings.expression
        if wish == ORIGINAL:
            return
        _ask_anew(request.headers, self._fingerprint(flow))
        if "accept-encoding" in request.headers:
            request.headers["accept-encoding"] = readable_codings(request.headers["accept-encoding"])

    def request(self, flow: HTTPFlow) -> None:
        """Leave pages alone that another add-on has written, such as mitmproxy's own."""
        if flow.response is not None:
            flow.metadata.pop(WISH, None)

    def responseheaders(self, flow: HTTPFlow) -> None:
        """Decide whether the answer is a page to wait for."""
        response, wish = flow.response, flow.metadata.get(WISH)
        if response is None or wish in (None, ORIGINAL):
            return
        if response.status_code == 304:
            _name_filtered(response.headers, self._fingerprint(flow))
        if not is_page(response.status_code, response.headers):
            return
        if _length(response.headers) > self.settings.limits.bytes:
            self.tally.passed_on["too large"] += 1
            return
        flow.metadata[HELD] = True

    async def response(self, flow: HTTPFlow) -> None:
        """Filter a page that has arrived."""
        response = flow.response
        if response is None or HELD not in flow.metadata:
            return
        if response.stream or len(response.raw_content or b"") > self.settings.limits.bytes:
            self.tally.passed_on["too large"] += 1
            return
        start = perf_counter()
        found = await filtered_elsewhere(_arrived(flow, response), self._ready_pool())
        if isinstance(found, Filtered):
            self._replace(response, found, self._fingerprint(flow))
            self.tally.count(found, perf_counter() - start)
        elif found.unreadable:
            self.tally.passed_on["too large" if found.too_large else "unreadable"] += 1
        else:
            self.tally.fail(found.reason)

    def _ready_pool(self) -> PagePool:
        if self._pool is None:
            self._pool = page_pool(self.settings, max(1, ctx.options.webwinnow_jobs))
        return self._pool

    def _fingerprint(self, flow: HTTPFlow) -> str:
        """Tell apart pages that are filtered differently, also by a wish in the address."""
        return self.settings.fingerprint(str(flow.metadata[WISH]))

    def _replace(self, response: Response, page: Filtered, fingerprint: str) -> None:
        headers = response.headers
        _name_filtered(headers, fingerprint)
        tag = headers.get("etag")
        for name in _OF_THE_BYTES:
            headers.pop(name, None)
        if tag is not None:
            headers["etag"] = tag
        response.trailers = None
        response.raw_content = page.body
        headers["content-length"] = str(len(page.body))
        headers["content-type"] = f"text/html; charset={page.charset}"
        _allow_bar(headers, self.settings)


def _ask_anew(headers: Headers, fingerprint: str) -> None:
    """Ask "still the same?" only about pages that were filtered as they would be now; dates cannot tell that."""
    headers.pop("if-modified-since", None)
    tags = server_tags(headers.pop("if-none-match", None) or "", fingerprint)
    if tags is not None:
        headers["if-none-match"] = tags


def _name_filtered(headers: Headers, fingerprint: str) -> None:
    tag = headers.pop("etag", None)
    named = filtered_tag(tag, fingerprint) if tag is not None else None
    if named is not None:
        headers["etag"] = named


def _allow_bar(headers: Headers, settings: ProxySettings) -> None:
    if settings.reader:
        for name in _POLICIES:
            headers.pop(name, None)
        headers["content-security-policy"] = READER
    elif settings.bar:
        for name in _POLICIES:
            if name in headers:
                headers.set_all(name, [allowing(policy, STYLE_SOURCE) for policy in headers.get_all(name)])


def _arrived(flow: HTTPFlow, response: Response) -> Arrived:
    url = flow.request.pretty_url
    said = from_header(url, b"", response.headers.get("content-type"))
    codings = response.headers.get("content-encoding", "")
    return Arrived(response.raw_content or b"", codings, said.charset, url, str(flow.metadata[WISH]))


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


addons = [PageFilter()]
