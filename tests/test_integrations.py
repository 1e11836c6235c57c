"""Adapters to other libraries, each with the real one; what is not installed is skipped (`make test-integrations`)."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from webwinnow import extract

ROOT = Path(__file__).parents[1]
STORY = "The miller of Orlby pulled a wooden lever, and the wheel of the old tide mill began to turn again. "
PAGE = (
    "<title>Tide mill</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><h1>Tide mill turns</h1>"
    f"<p>{STORY * 3}<p>R&eacute;sum&eacute;: {STORY * 2}<footer><a href=/imprint>Imprint</a></footer>"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    place = tmp_path / "mill.html"
    place.write_text(PAGE, encoding="utf-8")
    return str(place)


def test_scrapy_response_and_pipeline() -> None:
    http = pytest.importorskip("scrapy.http")
    from scrapy.utils.test import get_crawler

    from webwinnow.integrations.scrapy import WinnowPipeline, winnow

    latin = PAGE.replace("&eacute;", "é").encode("latin-1")
    headers = {"Content-Type": "text/html; charset=iso-8859-1"}
    response = http.HtmlResponse("https://mill.example/story", body=latin, headers=headers)
    assert winnow(response).text == extract(PAGE).text
    assert winnow(response).page.url == "https://mill.example/story"
    pipeline = WinnowPipeline.from_crawler(get_crawler(settings_dict={"WINNOW_FORMAT": "text"}))
    item = pipeline.process_item({"url": "https://mill.example/story", "html": PAGE})
    assert item["text"] == extract(PAGE).text and item["headline"] == "Tide mill turns" and "html" not in item
    assert pipeline.process_item({"other": 1}) == {"other": 1}


def test_langchain_pages_and_chunks(file: str) -> None:
    pytest.importorskip("langchain_core")
    from webwinnow.integrations.langchain import WinnowLoader

    (whole,) = WinnowLoader(file).load()
    assert whole.page_content == extract(PAGE).markdown and whole.metadata["source"] == file
    assert asyncio.run(WinnowLoader([file]).aload()) == [whole]
    chunks = WinnowLoader(file, chunk_size=250).load()
    assert len(chunks) > 1 and all(len(chunk.page_content) <= 250 for chunk in chunks)
    start, end = chunks[-1].metadata["spans"][0]
    assert "mill" in PAGE[start:end]


def test_llama_index_reads_pages(file: str) -> None:
    pytest.importorskip("llama_index.core")
    from webwinnow.integrations.llama_index import WinnowReader

    (document,) = WinnowReader(favour="recall").load_data([file])
    assert (
        document.text == extract(PAGE, favour="recall").markdown and document.metadata["headline"] == "Tide mill turns"
    )


def test_pandas_columns() -> None:
    pandas = pytest.importorskip("pandas")
    import webwinnow.integrations.pandas  # noqa: F401  (registers itself)

    pages = pandas.Series([PAGE, None], index=["mill", "missing"])
    assert pages.winnow.text()["mill"] == extract(PAGE).text and pandas.isna(pages.winnow.markdown()["missing"])
    assert pages.winnow.facts().loc["mill", "headline"] == "Tide mill turns"


def test_polars_expressions() -> None:
    polars = pytest.importorskip("polars")
    import webwinnow.integrations.polars  # noqa: F401  (registers itself)

    frame = polars.DataFrame({"html": [PAGE, None]}).select(polars.col("html").winnow.markdown())
    assert frame["html"].to_list() == [extract(PAGE).markdown, None]


def test_duckdb_functions() -> None:
    duckdb = pytest.importorskip("duckdb")
    from webwinnow.integrations.duckdb import register

    with duckdb.connect() as connection:
        register(connection)
        query = "SELECT winnow_text(encode(?)), winnow_headline(encode(?)), winnow_text(NULL)"
        assert connection.execute(query, [PAGE, PAGE]).fetchone() == (extract(PAGE).text, "Tide mill turns", None)


def test_spacy_keeps_offsets() -> None:
    spacy = pytest.importorskip("spacy")
    from webwinnow.integrations.spacy import read

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    doc = read(pipeline, PAGE)
    places = {token.text: PAGE[slice(*token._.source)] for token in doc if not token.is_space}
    assert places["Résumé"] == "R&eacute;sum&eacute;" and places["miller"] == "miller"
    sentence = next(each for each in doc.sents if "Résumé" in each.text)
    assert "R&eacute;sum&eacute;" in PAGE[slice(*sentence._.source)] and "Imprint" not in doc.text


BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8"), re.DOTALL)
LISTING = "".join(
    f"<article><h2><a href=/{name}>The {name} wells of the village</a></h2><p>{STORY}</p></article>" for name in "abcd"
)


def library(block: str) -> str:
    return re.search(r"webwinnow\.integrations\.(\w+)", block)[1]


@pytest.mark.parametrize("block", BLOCKS, ids=library)
def test_blocks_of_the_guide(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are written, but with a saved page where theirs is fetched, and an empty model where spaCy loads one."""
    needed = {"langchain": "langchain_core", "llama_index": "llama_index.core"}.get(library(block), library(block))
    found = pytest.importorskip(needed)
    monkeypatch.chdir(tmp_path)
    for name in ("saved.html", "story"):
        (tmp_path / name).write_text(PAGE, encoding="utf-8")
    if library(block) in ("pandas", "polars", "duckdb"):
        write_crawl(tmp_path / "crawl.parquet")
    if library(block) == "spacy":
        monkeypatch.setattr(found, "load", lambda _: found.blank("en"))
    names: dict[str, Any] = {"html": PAGE, "__name__": "guide"}
    exec(block.replace("https://example.org/story", "story"), names)
    if library(block) == "spacy":
        assert "Tide mill" in names["doc"].text
    elif "documents" in names:
        assert len(names["documents"]) >= 1
    elif "Stories" in names:
        response = pytest.importorskip("scrapy.http").HtmlResponse("https://example.org/", body=LISTING.encode())
        first, *followed = names["Stories"]().parse(response)
        assert first["url"] == "https://example.org/"
        assert [each.url for each in followed] == [f"https://example.org/{name}" for name in "abcd"]
    elif "frame" in names:
        assert STORY.strip() in names["frame"]["text"][0] and names["facts"]["headline"][0] == "Tide mill turns"
    elif "WINNOW_FORMAT" not in names:
        assert (tmp_path / "texts.parquet").stat().st_size > 200


def write_crawl(path: Path) -> None:
    """Write the table that the examples read, with whichever library is here."""
    polars = pytest.importorskip("polars")
    polars.DataFrame({"url": ["https://example.org/story"], "html": [PAGE]}).write_parquet(path)
