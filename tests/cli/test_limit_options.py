"""The options of limits."""

from __future__ import annotations

import signal
import time

import click
import pytest
from click.testing import CliRunner

from webwinnow import Limits
from webwinnow.cli.limit_options import in_time, limit_options
from webwinnow.errors import PageError


@click.command()
@limit_options(Limits(bytes=7), without=("memory",), also={"seconds": "--timeout"})
def shown(limits: Limits) -> None:
    click.echo(repr(limits))


def test_a_command_gets_one_value() -> None:
    run = CliRunner().invoke
    assert run(shown, []).output.strip() == repr(Limits(bytes=7))
    assert run(shown, ["--limit", "9", "--timeout", "3"]).output.strip() == repr(Limits(bytes=9, seconds=3.0))
    assert run(shown, ["--max-memory", "3"]).exit_code == 2


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system cannot interrupt a program")
def test_a_page_that_takes_too_long_is_given_up_and_the_alarm_is_off_afterwards() -> None:
    with pytest.raises(PageError, match=r"a\.html: no answer within 0\.05 s"), in_time("a.html", 0.05):
        time.sleep(5)
    with in_time("b.html", 0.05):
        pass
    time.sleep(0.1)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
