"""What `webwinnow proxy` says when it cannot start; a running one is tested in tests/proxy."""

import errno
import socket
from pathlib import Path

import pytest

from webwinnow.cli import proxy
from webwinnow.errors import UsageError, WebwinnowError
from webwinnow.expression import parse
from webwinnow.listening import ListenAddress, check_listen_address, read_listen_address
from webwinnow.recipes import Recipe, Recipes, shipped


def test_a_port_in_use_is_named_with_what_helps(program):
    pytest.importorskip("brotli", reason="mitmproxy is not installed")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = program("proxy", "--listen", f"127.0.0.1:{port}")
    assert ended.returncode == 1
    message = ended.stderr.decode()
    assert f"127.0.0.1:{port}: another program listens" in message and message.count("\n") == 1
    assert "--listen 127.0.0.1:" in message and "ss -ltnp" in message


def test_no_permission_is_named_with_what_helps(monkeypatch):
    def refuse(*_) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(WebwinnowError, match=r"127.0.0.1:80: no permission.*--listen 127.0.0.1:8080"):
        check_listen_address(ListenAddress("127.0.0.1", 80))


@pytest.mark.parametrize("host", ["192.0.2.1", "nosuch.invalid"])
def test_an_address_that_is_not_ours(host):
    with pytest.raises(UsageError, match="cannot listen there"):
        check_listen_address(ListenAddress(host, 0))


def test_mitmproxy_missing_is_named_with_the_command(run, monkeypatch):
    monkeypatch.setattr(proxy, "find_spec", lambda _: None)
    result = run("proxy")
    assert result.exit_code == 2
    assert result.stderr == "webwinnow: mitmproxy is needed for this: pip install 'webwinnow[proxy]'\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-e", "nosuch"], "unknown"),
        (["-e", "filter1"], "does not decide"),
        (["--listen", "127.0.0.1:99999"], "not a port"),
        (["--listen", "127.0.0.1:http"], "not a port"),
        (["--outline", "gone"], "gone"),
        (["--limit", "0"], "above 0"),
        (["--jobs", "0"], "range"),
        (["--trust", "nosuch.pem"], "nosuch.pem"),
    ],
)
def test_wrong_usage_is_one_line(run, arguments, said):
    result = run("proxy", *arguments)
    assert result.exit_code == 2 and said in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("written", "host", "port"),
    [
        ("127.0.0.1:9000", "127.0.0.1", 9000),
        ("9000", "127.0.0.1", 9000),
        (":9000", "127.0.0.1", 9000),
        ("0.0.0.0", "0.0.0.0", 8080),
        ("[::1]:9000", "::1", 9000),
        ("[::1]", "::1", 8080),
        ("localhost:0", "localhost", 0),
    ],
)
def test_where_to_listen(written, host, port):
    assert read_listen_address(written) == ListenAddress(host, port)


def test_only_loopback_is_loopback():
    assert ListenAddress().is_loopback and ListenAddress("::1").is_loopback and ListenAddress("localhost").is_loopback
    assert not ListenAddress("0.0.0.0").is_loopback and not ListenAddress("192.168.1.2").is_loopback
    assert str(ListenAddress("::1", 1)) == "[::1]:1"


def test_recipes_of_the_user_are_spelt_out_for_the_workers():
    recipes = shipped() | Recipes((Recipe("mine", "lqf >> dsc"),))
    assert proxy._expression("mine", recipes) == str(parse("lqf >> dsc"))
    assert proxy._expression(" addanag ", recipes) == "addanag"


def test_the_add_on_file_is_there(run):
    result = run("proxy", "--addon-file")
    assert result.exit_code == 0 and "addons = [" in Path(result.stdout.strip()).read_text()
