"""The container of the docs: its two lines run as they are written, and the service answers (`make test-container`)."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from containers import MissingError, Podman, podman
from documented import ROOT, commands_of
from webwinnow import __version__
from webwinnow.serve.settings import SHORTEST_TOKEN

BUILD, RUN = commands_of(f"tests/{Path(__file__).name}::test_the_image_is_built_and_answers")
BASES = set(re.findall(r"^FROM (\S+)", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE))
WHERE = "http://127.0.0.1:8000"
TOKEN = re.search(r"WEBWINNOW_TOKEN=(\S+)", RUN)[1]  # type: ignore[index]
PAGE = "<h1>Rain</h1><p>Winnow the grain, drop the chaff, says the miller.</p>"
SECONDS = 60
"""How long a service may take to come up on a busy machine."""


def test_lines_are_those_that_are_tried() -> None:
    """In the quick suite: two lines, a build and a run, with the port and the image of the Containerfile."""
    file = (ROOT / "Containerfile").read_text(encoding="utf-8")
    assert shlex.split(BUILD) == ["podman", "build", "-t", "webwinnow", "."]
    assert shlex.split(RUN)[-1] == "webwinnow" and f"-p {WHERE[-4:]}:{WHERE[-4:]}" in RUN
    assert len(TOKEN) >= SHORTEST_TOKEN
    assert BASES and f"EXPOSE {WHERE[-4:]}" in file


@pytest.mark.skipif(not os.environ.get("WEBWINNOW_TEST_CONTAINER"), reason="`make test-container` builds it")
def test_the_image_is_built_and_answers(tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tmp_path / "clone")], check=True)
    try:
        with podman() as own:
            for base in BASES:
                print(f"{base}: {own.bring(base)}")
            own.run(*shlex.split(BUILD)[1:], folder=tmp_path / "clone")
            user = own.run("image", "inspect", "--format", "{{.Config.User}}", "webwinnow").strip()
            with running(own, tmp_path):
                found = [ask("health"), ask("v1/extract", TOKEN, html=PAGE, format="text"), ask("v1/stages")]
    except MissingError as error:
        pytest.fail(f"the container cannot be tried on this machine: {error}", pytrace=False)
    assert user == "webwinnow"
    (up, alive), (answered, content), (refused, _) = found
    assert (up, alive["version"]) == (HTTPStatus.OK, __version__)
    assert (answered, refused) == (HTTPStatus.OK, HTTPStatus.UNAUTHORIZED)
    assert "Winnow the grain" in content["content"]


@contextmanager
def running(own: Podman, folder: Path) -> Iterator[None]:
    """Type the line that runs it, wait until it answers, and end it as Ctrl+C does."""
    with socket.socket() as free:
        if free.connect_ex(("127.0.0.1", 8000)) == 0:
            raise MissingError("something else listens at port 8000")
    with (folder / "said").open("w+") as said:
        process = subprocess.Popen(shlex.split(RUN), env=own.environment, stdout=said, stderr=said)
        try:
            until = time.monotonic() + SECONDS
            while (process.poll() is None) and (time.monotonic() < until) and ask("health")[0] != HTTPStatus.OK:
                time.sleep(0.5)
            if process.poll() is not None:
                raise MissingError(f"{RUN}:\n{(folder / 'said').read_text()}")
            yield
            process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS) == 0, (folder / "said").read_text()
        finally:
            process.kill()
            process.wait()


def ask(where: str, token: str = "", **fields: str) -> tuple[int, dict[str, str]]:
    """Ask the service; its status, 0 where nobody answers, and what it says."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{WHERE}/{where}", json.dumps(fields).encode() if fields else None, headers)
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, {}
    except (URLError, OSError):
        return 0, {}
