"""The tools as a language model's program meets them: by the package's own client, over both transports."""

import asyncio
import re
import sys

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from serve.conftest import NEWS
from servers import ENVIRONMENT, ask, running
from webwinnow import extract
from webwinnow.serve import mcp_tools

try:
    from mcp.client.streamable_http import streamable_http_client
except ImportError:
    from mcp.client.streamable_http import streamablehttp_client as streamable_http_client

PAGE = NEWS.read_text(encoding="utf-8")


async def conversation(session: ClientSession, site: str) -> dict:
    """Call the tools in all ways; one conversation, because each starts processes."""
    await session.initialize()
    said: dict = {"tools": sorted(tool.name for tool in (await session.list_tools()).tools)}
    calls = {
        "whole": ("read_page", {"html": PAGE}),
        "fetched": ("read_page", {"url": f"{site}/news", "format": "text"}),
        "first": ("read_page", {"html": PAGE, "max_length": 100}),
        "second": ("read_page", {"html": PAGE, "max_length": 10**6, "start_index": 100}),
        "behind": ("read_page", {"html": PAGE, "start_index": 10**6}),
        "nothing": ("read_page", {}),
        "file": ("read_page", {"url": "/etc/passwd"}),
        "length": ("read_page", {"html": PAGE, "max_length": 0}),
        "kept": ("why", {"html": PAGE, "sentence": extract(PAGE).text.split("\n\n")[1][:40]}),
        "missing": ("why", {"html": "<p>Winnow the grain.", "sentence": "no such words grain"}),
    }
    for name, (tool, arguments) in calls.items():
        result = await session.call_tool(tool, arguments)
        failed = result.isError if hasattr(result, "isError") else result.is_error
        said[name] = (failed, "".join(content.text for content in result.content))
    return said


async def over_stdio(site: str) -> dict:
    arguments = ["-m", "webwinnow", "mcp", "--allow-private"]
    parameters = StdioServerParameters(command=sys.executable, args=arguments, env=ENVIRONMENT)
    async with stdio_client(parameters) as (reading, writing), ClientSession(reading, writing) as session:
        return await conversation(session, site)


def test_over_standard_input_and_output(site):
    said = asyncio.run(over_stdio(site))
    markdown = extract(PAGE).markdown
    assert said["tools"] == ["read_page", "why"]
    assert said["whole"] == (False, markdown)
    assert said["fetched"] == (False, extract(PAGE).text)
    failed, first = said["first"]
    assert not failed and first.startswith(markdown[:100])
    assert first.endswith(f"\n\n[continue at 100: {len(markdown) - 100} of {len(markdown)} characters are left]")
    assert said["second"] == (False, markdown[100:])
    for name, reason in {
        "behind": "behind the end",
        "nothing": "give 'html' or 'url'",
        "file": "no web address",
    }.items():
        assert said[name][0] and reason in said[name][1]
    assert said["length"][0] and "max_length must be" in said["length"][1]
    assert re.match(r"kept: .+\nwhere: .+\ndecided by: consensus\nsignal: ", said["kept"][1])
    assert "not in the text of the page" in said["missing"][1] and "Winnow the grain" in said["missing"][1]


async def over_http(port: int, **headers: str) -> list[str]:
    async with (
        streamable_http_client(f"http://127.0.0.1:{port}/mcp") as (reading, writing, *_),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        result = await session.call_tool("read_page", {"html": "<p>Winnow the grain, drop the chaff."})
        return [content.text for content in result.content]


def test_over_http():
    with running("mcp", at=r"http://127\.0\.0\.1:(\d+)/mcp") as (_, port):
        assert asyncio.run(over_http(port)) == ["Winnow the grain, drop the chaff.\n"]
        assert ask(port, "POST", "/mcp", b"{}", {"Origin": "https://evil.example"}).status == 403


def test_a_piece_is_cut_and_says_how_to_go_on():
    assert mcp_tools.piece("abc", 0, 3) == "abc"
    assert mcp_tools.piece("abcdef", 2, 2) == "cd\n\n[continue at 4: 2 of 6 characters are left]"
    assert mcp_tools.piece("abcdef", 4, 2) == "ef"
    assert mcp_tools.piece("", 0, 5) == ""
    with pytest.raises(Exception, match="behind the end"):
        mcp_tools.piece("abc", 3, 1)
