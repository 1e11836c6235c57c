"""The options of the service and of the tools, which make the same settings."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from webwinnow.cli.mcp import command as mcp
from webwinnow.cli.serve import command as serve
from webwinnow.cli.serve import require_libraries, require_token, service_options
from webwinnow.errors import MissingExtraError, UsageError
from webwinnow.listening import read_listen_address
from webwinnow.serve.settings import ServiceSettings


def test_both_commands_say_the_same() -> None:
    one, other = ({each.name: each.to_info_dict() for each in command.params} for command in (serve, mcp))
    for name in ("token", "extractor", "recipes", "max_bytes", "max_seconds", "allow_private"):
        assert one[name] == other[name]


def test_they_make_settings() -> None:
    made: list[ServiceSettings] = []

    @click.command()
    @service_options(jobs=3)
    def command(settings: ServiceSettings) -> None:
        made.append(settings)

    done = CliRunner().invoke(command, ["-e", "bte", "--limit", "1000", "--timeout", "2", "--allow-private"])
    assert done.exit_code == 0, done.output
    assert (made[0].expression, made[0].limits.bytes, made[0].limits.seconds, made[0].jobs) == ("bte", 1000, 2.0, 3)
    assert made[0].allow_private


def test_other_machines_need_a_token() -> None:
    address = read_listen_address("0.0.0.0:9000", 1)
    with pytest.raises(UsageError, match="give a --token"):
        require_token("0.0.0.0:9000", address, None)
    require_token("0.0.0.0:9000", address, "secret")
    require_token(None, None, None)


def test_a_library_that_is_missing_is_named() -> None:
    with pytest.raises(MissingExtraError, match="no_such_library"):
        require_libraries("serve", "no_such_library")
