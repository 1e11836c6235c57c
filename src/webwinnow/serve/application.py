"""The service as an ASGI application: addresses, bodies, statuses; every failure is JSON with a code and a message.

`serve` runs it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import lru_cache, partial
from time import perf_counter
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from webwinnow.descriptions import describe_all
from webwinnow.errors import WebwinnowError
from webwinnow.lazy_values import cached_property
from webwinnow.listening import ListenAddress, listening_socket
from webwinnow.recipes import Recipes
from webwinnow.serve.answers import OPERATIONS, PageAnswer, as_json, failure, refusal
from webwinnow.serve.desk import Desk
from webwinnow.serve.guard import Guard
from webwinnow.serve.openapi import describe
from webwinnow.serve.requests import RequestError, read_json, read_request
from webwinnow.serve.settings import ServiceSettings
from webwinnow.serve.shelf import Shelf
from webwinnow.serve.stand_ins import StandIns
from webwinnow.serve.workbench_files import INDEX, workbench_files
from webwinnow.version import __version__

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What every answer has: nothing of it is to be run, embedded or kept."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""What the workbench may do: run its own script, and nothing of the pages that it shows."""
_LOADING: Final = (
    POLICY.replace("style-src 'self'", "style-src 'self' http: https:").replace(
        "img-src 'self'", "img-src 'self' http: https:"
    )
    + "; font-src data: http: https:; media-src http: https:"
).replace("base-uri 'none'; ", "")
"""The same where these pages may load pictures and styles: a frame may do no more than the page around it."""
_LAST_WORDS: Final = 5
"""Seconds for requests that are being answered when the server is asked to end."""
Endpoint = Callable[[Request], Awaitable[Response]]


class HttpService:
    """The endpoints, around one desk."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Prepare, and start nothing yet."""
        self.settings = settings
        self.desk = Desk(settings)
        self.guard = Guard(settings.token)
        self.stand_ins = StandIns(self.desk)
        self.shelf = Shelf(self.desk)

    @cached_property
    def application(self) -> Starlette:
        """The application that a server runs."""
        posts = [(f"/v1/{name}", partial(self.operation, name)) for name in OPERATIONS]
        scrapes = [(path, self.stand_ins.scrape) for path in ("/scrape", "/v1/scrape", "/v2/scrape")]
        gets: list[tuple[str, Endpoint]] = [
            ("/health", self.health),
            ("/metrics", self.metrics),
            ("/openapi.json", self.openapi),
        ]
        gets += [("/v1/stages", self.stages), ("/r/{url:path}", self.stand_ins.read)]
        gets += [(path, self._read(call)) for path, call in self.shelf.reads.items()]
        gets += [("/", self.workbench), ("/workbench/{file}", self.workbench)]
        routes = [Route(path, self._guarded(path, self._with_body(call)), methods=["POST"]) for path, call in posts]
        routes += [Route(path, self._guarded(path, self._with_body(call)), methods=["POST"]) for path, call in scrapes]
        routes += [Route(path, self._guarded(path, call), methods=["GET"]) for path, call in gets]
        routes += [
            Route(path, self._guarded(path, self._written(path)), methods=["POST"]) for path in self.shelf.writes
        ]
        cancelled = "/v1/evaluations/{number:int}"
        routes.append(Route(cancelled, self._guarded(cancelled, self._read(self.shelf.progress)), methods=["DELETE"]))
        failures: dict[Any, Any] = {HTTPException: self.not_here, Exception: self.our_mistake}
        made = Starlette(routes=routes, exception_handlers=failures, lifespan=self._running)
        made.router.redirect_slashes = False  # an address that is nearly right is wrong, and leads nowhere else
        return made

    async def operation(self, name: str, body: bytes) -> Response:
        """Answer a question about one page or several."""
        limits = self.settings.limits.bytes, self.settings.pages
        asked = read_request(name, read_json(body), *limits)
        answers = await self.desk.asked(name, asked)
        return _several(answers) if asked.several else sent(answers[0])

    async def stages(self, _: Request) -> Response:
        """List what expressions are made of."""
        return sent(PageAnswer(200, await asyncio.to_thread(_described, self.shelf.recipes)))

    async def health(self, _: Request) -> Response:
        """Say that the server is there."""
        return sent(PageAnswer(200, as_json({"status": "ok", "version": __version__})))

    async def metrics(self, _: Request) -> Response:
        """Say how it goes."""
        return Response(self.desk.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def openapi(self, _: Request) -> Response:
        """Describe the service."""
        return sent(PageAnswer(200, as_json(describe(self.settings))))

    async def workbench(self, request: Request) -> Response:
        """Answer the page that people look at, and its parts."""
        name = request.path_params.get("file", INDEX)
        if name not in workbench_files():
            raise RequestError("there is no such file", "no_such_address", 404)
        text, kind = workbench_files()[name]
        policy = _LOADING if self.settings.load_outside else POLICY
        return Response(text, headers={"Content-Security-Policy": policy}, media_type=kind)

    async def not_here(self, request: Request, error: Exception) -> Response:
        """Say that there is no such address, or that it is asked for in another way."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        known = "GET /openapi.json lists what there is"
        return sent(failure(status, "no_such_address", f"{request.method} is not answered here: {known}"))

    async def our_mistake(self, _: Request, error: Exception) -> Response:
        """Answer that a mistake is ours: the fence. starlette raises it again, so that it is logged."""
        return sent(failure(500, "our_mistake", f"{type(error).__name__}: please report this request"))

    @asynccontextmanager
    async def _running(self, _: Starlette) -> AsyncIterator[None]:
        async with self.desk:
            yield
            self.shelf.evaluations.end()

    def _read(self, call: Callable[[Request], Awaitable[PageAnswer]]) -> Endpoint:
        async def read(request: Request) -> Response:
            return sent(await call(request))

        return read

    def _written(self, path: str) -> Endpoint:
        """Answer what writes to the folder of packages."""
        call = self.shelf.writes[path]

        async def written(request: Request) -> Response:
            async with asyncio.timeout(self.settings.limits.seconds):
                body = await read_body(request, self.settings.body)
            return sent(await call(request, self.shelf.read_body(path, body)))

        return written

    def _with_body(self, call: Callable[[bytes], Awaitable[Response]]) -> Endpoint:
        async def with_body(request: Request) -> Response:
            async with asyncio.timeout(self.settings.limits.seconds):
                body = await read_body(request, self.settings.body)
            return await call(body)

        return with_body

    def _guarded(self, path: str, call: Endpoint) -> Endpoint:
        """Judge requests before anything of them is read, and count them."""

        async def guarded(request: Request) -> Response:
            started, metrics = perf_counter(), self.desk.metrics
            metrics.busy += 1
            try:
                response = await self._answered(request, call)
            finally:
                metrics.busy -= 1
            metrics.count(path, response.status_code, perf_counter() - started)
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return guarded

    async def _answered(self, request: Request, call: Endpoint) -> Response:
        try:
            self.guard.judge(request.method, request.url.path, request.headers)
            if self.desk.metrics.busy > self.settings.requests:
                raise RequestError("too many requests at a time: try again in a second", "busy", 429)
            return await call(request)
        except WebwinnowError as error:
            return sent(refusal(error))
        except TimeoutError:
            return sent(failure(408, "timeout", "the body did not come in time: send it at once"))
        except ClientDisconnect:
            return sent(failure(400, "gone", "the client went away before its request was whole"))


async def read_body(request: Request, limit: int) -> bytes:
    """Read the body of a request, which is JSON of at most so many bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError("the body must be JSON: send 'Content-Type: application/json'", "not_json", 415)
    pieces, total = [], 0
    async for piece in request.stream():
        total += len(piece)
        if total > limit:
            raise RequestError(f"the request is larger than {limit:,} bytes", "too_large", 413)
        pieces.append(piece)
    return b"".join(pieces)


def sent(answer: PageAnswer) -> Response:
    """Make the response of an answer."""
    waits = {"Retry-After": "1"} if answer.status in (429, 503) else {}
    who = {"WWW-Authenticate": "Bearer"} if answer.status == 401 else {}
    return Response(answer.body, answer.status, HEADERS | waits | who, "application/json")


@lru_cache(maxsize=8)
def _described(recipes: Recipes) -> bytes:
    listed = [asdict(each) for each in describe_all(recipes, [])]
    return as_json([{name: value for name, value in each.items() if name != "file"} for each in listed])


def _several(answers: list[PageAnswer]) -> Response:
    """Join the answers about several pages: each with its status, and its result or its error."""
    parts = [
        b'{"status":%d,%s}' % (each.status, b'"result":' + each.body if each.went_well else each.body[1:-1])
        for each in answers
    ]
    return sent(PageAnswer(200, b'{"results":[' + b",".join(parts) + b"]}"))


def serve(settings: ServiceSettings, address: ListenAddress, announce: Callable[[ListenAddress], None]) -> None:
    """Listen and answer; `announce` is called once clients can connect."""
    run_application(HttpService(settings).application, address, announce)


def run_application(application: ASGIApp, address: ListenAddress, announce: Callable[[ListenAddress], None]) -> None:
    """Run any application until somebody ends it, by Ctrl-C or a signal: that is no failure."""
    opened = listening_socket(address)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # whoever connects is the client: nobody else says who that is
        lifespan="on",
        ws="none",
        timeout_graceful_shutdown=_LAST_WORDS,
    )
    with opened, suppress(KeyboardInterrupt):
        announce(ListenAddress(address.host, opened.getsockname()[1]))
        uvicorn.Server(config).run(sockets=[opened])
