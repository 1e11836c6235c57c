"""Pages to explain, and stages that are not all in the catalogue's order."""

from importlib import resources
from pathlib import Path

import pytest

from webwinnow.document import Document

PAGES = Path(__file__).parents[1] / "pages"


@pytest.fixture(scope="session")
def example() -> Document:
    """The page that comes with webwinnow."""
    return Document(resources.files("webwinnow").joinpath("example.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="session", params=["", "plain words", "<p>", "<a href=/>link</a>", "<script>x</script>"])
def bare(request) -> Document:
    """Pages with little or nothing on them."""
    return Document(request.param)


@pytest.fixture(
    scope="session", params=["news-english", "arabic-news", "wiki-links", "forum-noscript", "minified-line"]
)
def real(request) -> Document:
    """Whole pages in several languages and forms."""
    return Document.from_bytes((PAGES / request.param / "source.html").read_bytes())


@pytest.fixture(scope="session")
def long_page() -> Document:
    """More lines, tokens and blocks than a picture has columns."""
    story = "<p>Winnow the grain and drop the chaff, said the miller to the wind.</p>" * 3
    return Document(("<ul><li><a href=/>Home</a><li><a href=/more>More</a></ul>" + story) * 1500)
