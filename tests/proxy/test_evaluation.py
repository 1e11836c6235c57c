"""An extractor scores the same behind the proxy as in this process."""

from pathlib import Path

from webwinnow.evaluate.adapters import ExpressionAdapter, ProxyAdapter
from webwinnow.evaluate.run import evaluate

PACKAGE = Path(__file__).parents[2] / "examples" / "package"


def test_danag_through_the_proxy(start_proxy, tmp_path):
    proxy = start_proxy("-e", "danag", "--no-bar", "--jobs", "2")
    adapters = [ExpressionAdapter.of("danag"), ProxyAdapter(proxy.url, visible=True)]
    run = evaluate([PACKAGE], adapters, tmp_path)
    inside, through = (
        {cell.page: (cell.scores, cell.failure) for cell in run.cells["example", name]} for name in ("danag", proxy.url)
    )
    assert len(inside) == 43
    # Its headline stands in the title only: text has it on top, the page that goes on keeps it where it is.
    assert {page for page in inside if inside[page] != through[page]} == {"de-verein-windows1252"}
    assert proxy.status()["pages_filtered"] == 43 and not proxy.status()["passed_on"]
