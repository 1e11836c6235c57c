"""A running proxy, and a site behind it."""

import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import pytest

from proxy.running import RunningProxy, Site, running_proxy


@pytest.fixture(scope="session")
def start_proxy(tmp_path_factory) -> Iterator[Callable]:
    """Start proxies that end with the tests; the same options give the same proxy."""
    if find_spec("mitmproxy") is None:
        pytest.skip("mitmproxy is not installed: pip install 'webwinnow[proxy]'")
    running: dict[tuple[str, ...], tuple] = {}

    def start(*options: str) -> RunningProxy:
        if options not in running:
            manager = running_proxy(tmp_path_factory.mktemp("proxy"), *options)
            running[options] = (manager, manager.__enter__())
        return running[options][1]

    yield start
    for manager, _ in running.values():
        manager.__exit__(None, None, None)


@pytest.fixture(scope="session")
def proxy(start_proxy) -> RunningProxy:
    """A proxy that filters by BTE, which keeps the story of `PAGE` and nothing else."""
    return start_proxy("-e", "bte", "--jobs", "2", "--limit", "200000")


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
