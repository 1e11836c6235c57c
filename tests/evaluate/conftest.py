"""A small package, runs of it, and modules of functions to evaluate."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from webwinnow.evaluate.adapters import ExpressionAdapter
from webwinnow.evaluate.measures import WordBag, WordSet
from webwinnow.evaluate.results import Run
from webwinnow.evaluate.run import EvaluationSettings, evaluate

EXAMPLES = Path(__file__).parents[2] / "examples" / "package"

PAGES = {
    "bread": ("Flour, water and salt make a loaf.", "en", "article"),
    "rain": ("It rained all night, and in the morning the road was gone.", "en", "forum"),
    "wind": ("Der Wind drehte gegen Abend und brachte Schnee.", "de", "article"),
}


def write_package(folder: Path, name: str = "small") -> Path:
    """Three pages with a menu around their gold."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.toml").write_text(f'name = "{name}"\n')
    for page, (gold, language, page_type) in PAGES.items():
        menu = "".join(f"<li><a href=/{number}>Link number {number}</a>" for number in range(9))
        (folder / f"{page}.html").write_text(f"<title>{page}</title><ul>{menu}</ul><p>{gold}</p>")
        (folder / f"{page}.txt").write_text(gold)
        meta = {"language": language, "page_type": page_type, "url": f"https://{page}.example/x"}
        (folder / f"{page}.json").write_text(json.dumps(meta))
    return folder


@pytest.fixture
def small(tmp_path) -> Path:
    """The folder of a small package."""
    return write_package(tmp_path / "small")


@pytest.fixture(scope="session")
def examples() -> Path:
    return EXAMPLES


@pytest.fixture(scope="session")
def finished(tmp_path_factory) -> Run:
    """A finished run of two expressions on the small package; nobody changes it."""
    folder = tmp_path_factory.mktemp("finished")
    adapters = [ExpressionAdapter.of("plain"), ExpressionAdapter.of("lqf")]
    settings = EvaluationSettings(measures=(WordBag(), WordSet()), slicings=("language", "page_type"))
    return evaluate([write_package(folder / "package")], adapters, folder / "run", settings)


@pytest.fixture
def module(tmp_path, monkeypatch) -> Callable[[str], str]:
    """Write a module that can be imported here and in workers; gives its name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(source: str) -> str:
        name = f"functions_{abs(hash((source, str(tmp_path))))}"
        (tmp_path / f"{name}.py").write_text(source)
        return name

    return write
