"""Servers of the docs start as they are written there, answer, and end with Ctrl-C; their clients are answered."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from documented import ANSWERED, ROOT, blocks, commands_of
from installed import ASKED
from readers import Reader, as_typed, copy_package, reader
from servers import ENVIRONMENT, Forked, ask, forked, run_mitmdump, run_webwinnow
from shell import Asked

pytestmark = pytest.mark.usefixtures("in_this_process")
_WRITTEN = commands_of(f"tests/{Path(__file__).name}::test_a_server_answers_and_ends_with_ctrl_c")
SERVERS = list(dict.fromkeys(re.sub(r" {2,}# .*", "", line) for line in _WRITTEN))
CLIENTS = commands_of(ANSWERED)
TOKEN = "0123456789abcdef0123456789abcdef"
LISTENING = r"(?:http://|proxy at |listening at \*:)(?:([\d.]+|\*):)?(\d+)"
"""Where the line that a server prints says where it listens."""


@pytest.fixture(scope="module")
def someone() -> Iterator[Reader]:
    with reader("mitmdump") as found:
        yield found


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for package in ("examples/package", "my-packages/mine"):
        copy_package(tmp_path / package)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return tried.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def started(asked: Asked, folder: Path) -> Iterator[tuple[Forked, int]]:
    """Start a server where it is written to listen, or on a free port where somebody is there already."""
    program, command = (run_mitmdump, "") if asked.program == "mitmdump" else (run_webwinnow, asked.arguments[0])
    written = re.search(r"--listen [\d.]+:(\d+)", " ".join(asked.arguments))
    port = int(written[1]) if written else {"serve": 8000, "mcp": 8001}.get(command, 8080)
    elsewhere = ["--listen-port", "0"] if program is run_mitmdump else ["--listen", "127.0.0.1:0"]
    words = asked.arguments if is_free(port) else [*asked.arguments, *elsewhere]
    home = {name: asked.environment[name] for name in ("HOME", "WEBWINNOW_TOKEN") if name in asked.environment}
    with forked(program, words, folder, **home) as running:
        yield running, int(running.wait_for(LISTENING)[2])
        assert running.press_ctrl_c() == 0, running.printed.read_text(encoding="utf-8")
        assert "Traceback" not in running.printed.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [line for line in SERVERS if line != "webwinnow mcp"])
def test_a_server_answers_and_ends_with_ctrl_c(line: str, someone: Reader, scratch: Path) -> None:
    (asked,) = someone.calls(line)
    with started(asked, scratch) as (_, port):
        if asked.arguments[0] == "proxy":
            answer = ask(port, "GET", "/status.json", headers={"Host": f"127.0.0.1:{port}"})
            assert answer.status == 200 and answer.json
        elif asked.arguments[0] == "mcp":
            kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
            answer = ask(port, "POST", "/mcp", json.dumps(ASKED).encode(), kinds)
            assert answer.status == 200 and "serverInfo" in answer.text
        else:
            found = re.search(r"--token (\S+)", as_typed(line))
            token = asked.environment.get("WEBWINNOW_TOKEN") or (found[1] if found else "")
            answer = ask(port, "GET", "/v1/stages", headers={"Authorization": f"Bearer {token}"})
            assert answer.status == 200 and "consensus" in answer.text, answer


def test_tools_are_offered_over_standard_input_and_output() -> None:
    """`webwinnow mcp`: a program that speaks the protocol starts it, asks, and closes its input."""
    assert "webwinnow mcp" in SERVERS
    command = [sys.executable, "-m", "webwinnow", "mcp"]
    asked = json.dumps(ASKED) + "\n"
    done = subprocess.run(
        command, input=asked, capture_output=True, text=True, timeout=60, env=ENVIRONMENT, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "webwinnow"


def test_clients_are_answered(someone: Reader, scratch: Path) -> None:
    """Those of the service, of the proxy, and of mitmproxy with our add-on: each beside the server that it asks."""
    left = list(CLIENTS)

    def typed(port: int, at: str, *signs: str) -> Iterator[str]:
        for line in [line for line in left if at in line and any(sign in line for sign in signs)]:
            left.remove(line)
            done = someone.type(re.sub(at + r"\d+", f"{at}{port}", line), WEBWINNOW_TOKEN=TOKEN)
            assert done.code == 0, f"{line}\n{done.printed.decode()}"
            yield done.printed.decode()

    service = "webwinnow serve --packages my-packages --allow-private"
    [plain], [secret] = someone.calls(service), someone.calls(service, WEBWINNOW_TOKEN=TOKEN)
    with started(secret, scratch) as (_, port):
        saved = list(typed(port, "localhost:", "/v1/packages/"))
        assert saved and all('"package":"mine"' in each for each in saved), saved
    with started(plain, scratch) as (_, port):
        answers = list(typed(port, "localhost:", "/v1/extract", "/r/"))
        assert len(answers) >= 2 and all("It rained all night" in answer for answer in answers), answers
        run_example_of_the_service(port)
    for line in [line for line in left if line.startswith("mitmdump")]:
        left.remove(line)
        (asked,) = someone.calls(line)
        with started(asked, scratch) as (_, port):
            assert (
                "It rained all night"
                in ask(port, "GET", someone.site.url("/story"), headers={"Accept": "text/html"}).text
            )
    for line in ("webwinnow proxy", "webwinnow proxy -e danag --no-bar --listen 127.0.0.1:8081 &"):
        (asked,) = someone.calls(line)
        with started(asked, scratch) as (_, port):
            shown = list(typed(port, "127.0.0.1:", "curl -x" if "danag" not in line else "8081", "proxy http"))
            assert all("It rained all night" in each or "Report: results" in each for each in shown), shown
    assert left == []


def run_example_of_the_service(port: int) -> None:
    (example,) = [block.text for block in blocks(ROOT / "docs" / "service.md") if block.language == "python"]
    written = example.replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    exec(compile(written, "service.md", "exec"), {"__name__": "__main__"})
