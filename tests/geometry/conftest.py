"""One browser for all tests of a module: starting it costs more than most pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from webwinnow.geometry import Browser, RenderSettings
from webwinnow.geometry.chromium import NAMES


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without network and scripts; tests may change its settings, and put them back."""
    pytest.importorskip("playwright")
    if not any(map(shutil.which, NAMES)):
        pytest.skip("no chromium here to open pages with")
    with Browser(RenderSettings(timeout=60)) as started:
        yield started
