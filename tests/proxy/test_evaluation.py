"""An extractor scores the same behind the proxy as in this process."""

from pathlib import Path

import pytest

from webwinnow.evaluate.adapters import ExpressionAdapter, ProxyAdapter
from webwinnow.evaluate.run import evaluate

PACKAGE = Path(__file__).parents[2] / "examples" / "package"


@pytest.mark.usefixtures("in_this_process")
def test_danag_through_the_proxy(start_proxy, tmp_path):
    proxy = start_proxy("-e", "danag", "--no-bar", "--jobs", "1")
    adapters = [ExpressionAdapter.of("danag"), ProxyAdapter(proxy.url, visible=True)]
    run = evaluate([PACKAGE], adapters, tmp_path)
    inside, through = (
        {cell.page: (cell.scores, cell.failure) for cell in run.cells["example", name]} for name in ("danag", proxy.url)
    )
    assert len(inside) == 43
    # The headline of the first stands in its title only: text has it on top, the page that goes on keeps its place.
    # In the second, nothing is found: an answer without text is a failure of the proxy, a page without is none of ours.
    differ = {page for page in inside if inside[page] != through[page]}
    assert differ == {"de-verein-windows1252", "fa-home-shahrema"}
    assert proxy.status()["pages_filtered"] == 43 and not proxy.status()["passed_on"]
