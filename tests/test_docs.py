"""The docs say what the code says."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PROSE = sorted([ROOT / "README.md", *(page for page in DOCS.glob("*.md"))])


def generated_pages() -> dict[str, str]:
    specification = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    pages: dict[str, str] = module.pages()
    return pages


@pytest.mark.parametrize("name", ["extractors.md", "unspecified.md", "command-line.md", "api.md", "json.md"])
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == generated_pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_expressions_in_the_docs_can_be_read() -> None:
    from webwinnow import parse

    text = "\n".join(page.read_text(encoding="utf-8") for page in PROSE)
    expressions = re.findall(r'(?:-e |extractor=|parse\()"([^"]+)"', text)
    assert expressions
    for expression in expressions:
        parse(re.sub(r"model='[^']+'", "model=''", expression))  # models of the reader's own


def test_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


def test_the_readme_starts_with_the_package_and_names_every_extra() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    table = readme[readme.index("| extra |") : readme.index("| `all` |") + 60]
    assert readme.index("pip install webwinnow") < readme.index("make run")
    assert {name for name in extras if f"`{name}`" not in table} == {"bench"}
    everything = set(extras["all"][0].removeprefix("webwinnow[").removesuffix("]").split(","))
    assert everything == set(extras) - {"all", "bench", "ray"}


def test_every_public_module_is_in_the_reference() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    for name in ("extract", "Result", "find_metadata", "find_items", "discover", "evaluate"):
        assert f"### `{name}" in text
