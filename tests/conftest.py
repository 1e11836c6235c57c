"""How hypothesis looks for examples: the same ones each time, few enough for a quick run; one browser; no workers.

`pytest --hypothesis-profile=deep` looks further, and elsewhere each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from webwinnow.geometry import Browser

settings.register_profile("quick", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without network and scripts, for all tests: starting it costs more than most pages.

    Tests may change its settings, and put them back.
    """
    from browser import CHROMIUM
    from webwinnow.geometry import Browser, RenderSettings

    pytest.importorskip("playwright")
    if CHROMIUM is None:
        pytest.skip("no chromium here to open pages with")
    with Browser(RenderSettings(timeout=60)) as started:
        yield started


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pools of workers do their jobs here."""
    from here import USERS, Here

    for name in USERS:
        monkeypatch.setattr(import_module(f"webwinnow.{name}"), "Pool", Here)
