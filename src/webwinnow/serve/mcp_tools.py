"""Tools for language models, by the Model Context Protocol: read a page piece by piece, and ask why text is missing.

The same desk as that of the service answers, so a page that hangs costs its worker and not the conversation.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Literal

from starlette.types import ASGIApp, Receive, Scope, Send

from webwinnow.errors import MissingExtraError
from webwinnow.listening import ListenAddress
from webwinnow.serve.answers import PageAnswer, refusal
from webwinnow.serve.application import run_application, sent
from webwinnow.serve.desk import Desk
from webwinnow.serve.guard import Guard
from webwinnow.serve.requests import RequestError, read_request
from webwinnow.serve.settings import ServiceSettings
from webwinnow.version import __version__

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ModuleNotFoundError:
    try:  # version 1, which is the newest that can be installed beside mitmproxy on Python 3.11
        from mcp.server.fastmcp import FastMCP as MCPServer
        from mcp.server.fastmcp.exceptions import ToolError
    except ModuleNotFoundError:
        raise MissingExtraError("mcp", "mcp") from None

LENGTH: Final = 20_000
"""Characters of one piece, unless asked otherwise: some 5,000 tokens of English."""
LONGEST: Final = 1_000_000
_PLACES: Final = 5
"""Places of a sentence that are shown."""
_SIGNALS: Final = 6
"""Numbers behind a decision that are shown, the largest first."""
_INSTRUCTIONS: Final = (
    "read_page returns the main content of a web page, without menus, banners, teasers and footers. If something seems "
    "to be missing, ask why with a sentence of the page."
)


def run(settings: ServiceSettings, address: ListenAddress | None, announce: Callable[[ListenAddress], None]) -> None:
    """Speak until the other side has enough: over standard input and output, or over HTTP if there is an address."""
    desk = Desk(settings)
    try:
        if address is None:
            tools(desk).run()
        else:
            server = tools(desk, address.host)
            run_application(over_http(server, Guard(settings.token), address.host), address, announce)
    finally:
        desk.end()


def tools(desk: Desk, host: str = "127.0.0.1") -> Any:
    """Make the server of the tools; `host` is where it will listen, if it listens at all."""
    named = {"instructions": _INSTRUCTIONS, "log_level": "ERROR"}
    server: Any
    if MCPServer.__name__ == "FastMCP":
        server = MCPServer("webwinnow", host=host, **named)
    else:
        server = MCPServer("webwinnow", version=__version__, **named)

    async def read_page(
        url: str | None = None,
        html: str | None = None,
        format: Literal["markdown", "text", "clean-html"] = "markdown",
        max_length: int = LENGTH,
        start_index: int = 0,
    ) -> str:
        """Read the main content of a web page: give its url, or its html.

        At most max_length characters are returned. If there are more, the last line says "continue at N": call again
        with start_index=N.
        """
        if not 0 < max_length <= LONGEST or start_index < 0:
            raise ToolError(f"max_length must be 1 to {LONGEST:,}, and start_index 0 or more")
        found = await _asked(desk, "extract", url=url, html=html, format=format)
        return piece(_headed(found), start_index, max_length)

    async def why(sentence: str, url: str | None = None, html: str | None = None, extractor: str | None = None) -> str:
        """Say whether a sentence of a web page is part of its main content, and by which decision.

        Give the page by its url or its html, and some words as they stand in it.
        """
        found = await _asked(desk, "explain", url=url, html=html, sentence=sentence, extractor=extractor)
        return reasons(found)

    for tool in (read_page, why):
        server.tool(structured_output=False)(tool)
    return server


def piece(text: str, start: int, length: int) -> str:
    """Cut a piece out of a text, with a visible line that says how to go on."""
    if start and start >= len(text):
        raise ToolError(f"start_index {start} is behind the end: the text has {len(text)} characters")
    end = start + length
    return text if not start and end >= len(text) else text[start:end] + _how_on(end, len(text))


def _how_on(end: int, whole: int) -> str:
    return f"\n\n[continue at {end}: {whole - end} of {whole} characters are left]" if end < whole else ""


def reasons(found: Mapping[str, Any]) -> str:
    """Say in words what became of a sentence."""
    if not found["places"]:
        near = found["nearest"]
        hint = f" The nearest text is: {near['text']}" if near else ""
        where = " It stands in the markup only, where readers do not see it." if found["in_markup"] is not None else ""
        return f"The sentence is not in the text of the page.{where}{hint}"
    reasons = [_reason(place) for place in found["places"][:_PLACES]]
    more = len(found["places"]) - len(reasons)
    return "\n\n".join([*reasons, *([f"It stands at {more} more places."] if more else [])])


def _reason(place: Mapping[str, Any]) -> str:
    lines = [
        f"{place['verdict']}: {place['text']}",
        f"where: {place['css_path']}",
        f"decided by: {place['decided_by']}",
    ]
    lines += [f"hidden from readers: {place['hidden']}"] if place["hidden"] else []
    lines += [f"kind: {place['kind']}"] if place["kind"] else []
    signals = [signal for decision in place["decisions"] for signal in decision["signals"]]
    adding = sorted((each for each in signals if each["adds"]), key=lambda each: -abs(each["value"]))
    lines += [f"signal: {_signal(each)}" for each in (adding or signals)[:_SIGNALS]]
    return "\n".join(lines)


def _signal(signal: Mapping[str, Any]) -> str:
    limits = f" ({', '.join(signal['limits'])})" if signal["limits"] else ""
    return f"{signal['meaning'] or signal['name']} {signal['value']:g}{limits}"


def _headed(found: Mapping[str, Any]) -> str:
    """Put what to know before trusting the text above it."""
    return "".join(f"[warning: {warning}]\n" for warning in found["warnings"]) + str(found["content"])


async def _asked(desk: Desk, operation: str, **fields: object) -> Any:
    given = {name: value for name, value in fields.items() if value is not None}
    try:
        request = read_request(operation, given, desk.settings.limits.bytes, 1)
    except RequestError as error:
        raise ToolError(str(error)) from None
    answer = (await desk.asked(operation, request))[0]
    found = json.loads(answer.body)
    if not answer.went_well:
        raise ToolError(found["error"]["message"])
    return found


def over_http(server: Any, guard: Guard, host: str) -> ASGIApp:
    """Return the tools as an application at /mcp, with our guard in front."""
    version_1 = MCPServer.__name__ == "FastMCP"
    inner: ASGIApp = server.streamable_http_app() if version_1 else server.streamable_http_app(host=host)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        call: Callable[[Scope, Receive, Send], Awaitable[None]] = inner
        if scope["type"] == "http":
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            try:
                guard.judge(scope["method"], scope["path"], headers)
            except RequestError as error:
                refused: PageAnswer = refusal(error)
                call = sent(refused)
        await call(scope, receive, send)

    return guarded
