"""The peers are not installed where tests run, so small modules stand in for them; `make peers` brings them."""

import re
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters import PEERS, Asked, PeerAdapter
from webwinnow.evaluate.adapters import peers as peers_module

PAGE = Asked("a", b'<html lang="de"><p>Mehl und Wasser', "https://brot.example/")


class Article:
    def __init__(self, url: str, fetch_images: bool) -> None:
        assert not fetch_images

    def download(self, input_html: str) -> None:
        self.html = input_html

    def parse(self) -> None:
        self.text, self.title = f"newspaper {self.html[-6:]}", "Brot"


class Goose:
    def __init__(self, config: dict) -> None:
        assert config == {"enable_image_fetching": False}

    def __enter__(self) -> "Goose":
        return self

    def __exit__(self, *_: object) -> None: ...

    def extract(self, raw_html: str) -> SimpleNamespace:
        return SimpleNamespace(cleaned_text=f"goose {raw_html[-6:]}", title="Brot")


class Readability:
    def __init__(self, page: str, url: str | None) -> None:
        self.page = page

    def summary(self, html_partial: bool) -> str:
        return f"<div><p>readability <b>{self.page[-6:]}</b></p></div>"

    def short_title(self) -> str:
        return "Brot"


def justext(page: str, stoplist: str) -> list[SimpleNamespace]:
    return [SimpleNamespace(text=f"justext {stoplist}", is_boilerplate=False), SimpleNamespace(is_boilerplate=True)]


def trafilatura(page: str, url: str, include_comments: bool, output_format: str = "", **included: bool) -> str:
    assert not include_comments
    assert all(included.values())
    return f"{output_format} {', '.join(included)}" if output_format else f"trafilatura {url}"


STAND_INS: dict[str, dict[str, object]] = {
    "trafilatura": {"extract": trafilatura},
    "resiliparse.extract.html2text": {
        "extract_plain_text": lambda page, main_content, links, list_bullets: f"resiliparse {main_content}"
    },
    "readability": {"Document": Readability},
    "justext": {"justext": justext, "get_stoplist": str.upper},
    "boilerpy3.extractors": {"ArticleExtractor": lambda: SimpleNamespace(get_content=lambda page: None)},
    "newspaper": {"Article": Article},
    "goose3": {"Goose": Goose},
}
ANSWERS = {
    "trafilatura": ("trafilatura https://brot.example/", None),
    "resiliparse": ("resiliparse True", None),
    "readability-lxml": ("readability Wasser\n", "Brot"),
    "justext": ("justext GERMAN", None),
    "boilerpy3": ("", None),
    "newspaper4k": ("newspaper Wasser", "Brot"),
    "goose3": ("goose Wasser", "Brot"),
}


@pytest.fixture
def stand_ins(monkeypatch) -> None:
    for name, content in STAND_INS.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.parametrize("name", PEERS)
def test_each_peer_is_called_as_its_users_do(stand_ins, name):
    adapter = PeerAdapter.of(name)
    adapter.prepare()
    answer = adapter(PAGE)
    assert (answer.text, answer.headline) == ANSWERS[name]
    assert adapter.headlines is (answer.headline is not None)


def test_markdown_is_asked_of_those_who_write_it(stand_ins):
    wanted = replace(PAGE, markdown=True)
    written = {name: PeerAdapter.of(name)(wanted).markdown for name in PEERS}
    included = "include_tables, include_images, include_links, include_formatting"
    assert written == {**dict.fromkeys(PEERS), "trafilatura": f"markdown {included}"}
    assert PeerAdapter.of("trafilatura")(PAGE).markdown is None
    assert [name for name in PEERS if PeerAdapter.of(name).writes_markdown] == ["trafilatura"]


def test_names_are_found_however_they_are_written():
    assert PeerAdapter.of(" jusText ") == PeerAdapter("justext")
    with pytest.raises(UsageError, match="choose of trafilatura, resiliparse"):
        PeerAdapter.of("boilerpipe")


def test_a_peer_that_is_not_installed_names_the_way(monkeypatch):
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(peers_module, "installed_version", missing)
    with pytest.raises(UsageError, match="pip install trafilatura"):
        PeerAdapter("trafilatura").version()


def test_the_makefile_installs_every_peer():
    makefile = (Path(__file__).parents[3] / "Makefile").read_text()
    installed = re.search(r"^PEERS := (.*)$", makefile, re.MULTILINE)
    assert installed is not None
    assert [re.sub(r'"|\[.*', "", name).lower() for name in installed[1].split()] == list(PEERS)
