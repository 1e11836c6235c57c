"""Stand-ins for other readers of the web, so that their clients work by changing an address.

`GET /r/URL` answers Markdown as Jina's reader does; `POST /scrape` takes and answers what Firecrawl's clients know.
What they can ask for and we cannot do (screenshots, clicks, questions to a language model) is refused by name.
"""

import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from webwinnow.serve.answers import as_json
from webwinnow.serve.desk import Desk
from webwinnow.serve.requests import RequestError, read_json, web_address

_SCRAPED: Final = ("markdown", "html", "rawHtml", "links")
_WITHOUT_EFFECT: Final = frozenset(
    "timeout maxAge minAge storeInCache origin integration blockAds proxy location mobile removeBase64Images "
    "skipTlsVerification fastMode zeroDataRetention parsers parsePDF waitFor".split()
)
"""What clients send by themselves about browsers, caches and accounts: a page is read once here, and no script runs."""
_KNOWN: Final = frozenset({"url", "formats", "onlyMainContent", "includeTags", "excludeTags"})
_READ: Final = {"markdown": "markdown", "text": "text", "html": "clean-html"}
"""The values of X-Return-Format that are answered, and our formats."""


class StandIns:
    """The endpoints, around the same desk as our own."""

    def __init__(self, desk: Desk) -> None:
        """Take the desk that answers."""
        self.desk = desk

    async def read(self, request: Request) -> Response:
        """Answer with the main content of the page whose address stands in ours, with its query."""
        url = _address(request)
        wanted = request.headers.get("x-return-format", "markdown").lower()
        if wanted not in _READ:
            raise RequestError(f"X-Return-Format must be one of {', '.join(_READ)}", "wrong_value")
        answer = await self.desk.fetch("extract", url, {"format": _READ[wanted]})
        if not answer.went_well:
            return Response(answer.body, answer.status, media_type="application/json")
        found = json.loads(answer.body)
        if "application/json" in request.headers.get("accept", ""):
            data = {"title": found["title"] or "", "url": found["url"], "content": found["content"]}
            return Response(as_json({"code": 200, "status": 20000, "data": data}), media_type="application/json")
        kind = "text/markdown" if wanted == "markdown" else "text/plain"
        return Response(_with_source(found, wanted).encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8")

    async def scrape(self, body: bytes) -> Response:
        """Answer with the formats that are asked for, in Firecrawl's words."""
        try:
            url, options = _scrape_options(read_json(body))
        except RequestError as error:
            return _unscraped(error.status, str(error))
        answer = await self.desk.fetch("scrape", url, options)
        if not answer.went_well:
            return _unscraped(answer.status, json.loads(answer.body)["error"]["message"])
        return Response(b'{"success":true,"data":' + answer.body + b"}", media_type="application/json")


def _address(request: Request) -> str:
    """Return what stands behind /r/; servers between may have made one slash of two."""
    raw = request.scope.get("raw_path", b"").decode("latin-1")
    path = raw.partition("/r/")[2] or request.path_params["url"]
    scheme, slash, rest = path.partition(":/")
    url = f"{scheme}://{rest.lstrip('/')}" if slash else path
    query = request.url.query
    return web_address(f"{url}?{query}" if query else url)


def _with_source(found: dict[str, Any], wanted: str) -> str:
    """Put the three lines above Markdown that clients of Jina's reader know."""
    if wanted != "markdown":
        return str(found["content"])
    title = " ".join((found["title"] or "").split())
    return f"Title: {title}\n\nURL Source: {found['url']}\n\nMarkdown Content:\n{found['content']}"


def _scrape_options(found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Understand what a client of Firecrawl asks for."""
    for name, value in found.items():
        if name not in _KNOWN | _WITHOUT_EFFECT and value not in (None, [], {}):
            raise RequestError(
                f"{name[:80]!r} is not answered here: known are {', '.join(sorted(_KNOWN))}", "unknown_field"
            )
    url = found.get("url")
    if not isinstance(url, str):
        raise RequestError("'url' must be the address of a page", "no_page")
    formats = [_named(each) for each in _list(found, "formats")] or ["markdown"]
    for name in formats:
        if name not in _SCRAPED:
            raise RequestError(
                f"the format {name!r} is not answered here: known are {', '.join(_SCRAPED)}", "wrong_value"
            )
    include, drop = _tags(found, "includeTags"), _tags(found, "excludeTags")
    whole = found.get("onlyMainContent") is False
    return web_address(url), {"formats": formats, "include": include, "drop": drop, "whole": whole}


def _list(found: dict[str, Any], name: str) -> list[Any]:
    value = found.get(name)
    if value is not None and not isinstance(value, list):
        raise RequestError(f"{name!r} must be a list", "wrong_type")
    return value or []


def _named(form: object) -> str:
    """Return the name of a format, which newer clients send inside of an object."""
    name = form.get("type") if isinstance(form, dict) else form
    if not isinstance(name, str):
        raise RequestError("'formats' must be a list of names", "wrong_type")
    return name[:80]


def _tags(found: dict[str, Any], name: str) -> list[str]:
    tags = _list(found, name)
    if not all(isinstance(tag, str) for tag in tags):
        raise RequestError(f"{name!r} must be a list of CSS selectors", "wrong_type")
    return tags


def _unscraped(status: int, message: str) -> Response:
    return Response(as_json({"success": False, "error": message}), status, media_type="application/json")
