"""The learned systems of the papers, trained as users do it: the same hash twice, and models that work."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from webwinnow.cli.program import main
from webwinnow.document import Document
from webwinnow.errors import ModelError
from webwinnow.expression import parse
from webwinnow.models import Model, read_model, write_model
from webwinnow.stages import Extractor

EXAMPLES = Path(__file__).parents[2] / "examples" / "package"
NAMES = ("shallow", "mss", "crf", "content-seeker")
NEEDED = {"shallow": ["sklearn"], "mss": ["Stemmer"], "crf": ["pycrfsuite", "sklearn"], "content-seeker": ["sklearn"]}
VARIANTS = {
    "shallow": "classifier='svm'",
    "crf": "method='memm'",
    "content-seeker": "classifier='perceptron'",
    "mss": "",
}


def train(name: str, output: Path, *options: str) -> str:
    for library in NEEDED[name]:
        pytest.importorskip(library)
    command = ["train", name, str(EXAMPLES), "-o", str(output), "--workers", "1", *options]
    found = CliRunner().invoke(main, command)
    assert found.exit_code == 0, found.output
    return found.output


def extractor(text: str) -> Extractor:
    found = parse(text)
    assert isinstance(found, Extractor)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_same_command_gives_the_same_model_and_it_works(name: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    train(name, first, "--folds", "0", "--pages", "20")
    train(name, second, "--folds", "0", "--pages", "20")
    assert first.read_bytes() == second.read_bytes()
    assert f"webwinnow train {name} package" in first.with_suffix(".md").read_text(encoding="utf-8")
    page = Document((EXAMPLES / "en-harbour-news.html").read_text(encoding="utf-8"))
    more = f", {VARIANTS[name]}" if VARIANTS[name] else ""
    for expression in (f"{name}(model={str(first)!r})", f"{name}(model={str(first)!r}{more})"):
        found = extractor(expression)(page)
        assert found
        assert len(found & page.visible) == len(found)


def test_cross_validation_scores_pieces_that_are_no_blocks(tmp_path: Path) -> None:
    assert "all" in train("shallow", tmp_path / "model.npz", "--folds", "2", "--pages", "12")


@pytest.mark.parametrize("name", NAMES)
def test_damaged_foreign_and_missing_files_are_refused(name: str, tmp_path: Path) -> None:
    place = tmp_path / "model.npz"
    other = write_model(Model("other", {"columns": []}, {}))
    wrong_columns = write_model(Model(name, {"columns": ["something"]}, {}))
    for data, told in [
        (b"no model", "not a model"),
        (other[: len(other) // 2], "not a model"),
        (other, "is a model for 'other'"),
        (wrong_columns, "other columns"),
    ]:
        place = tmp_path / f"{len(told)}{len(data)}.npz"
        place.write_bytes(data)
        with pytest.raises(ModelError, match=told):
            extractor(f"{name}(model={str(place)!r})")
    with pytest.raises(ModelError, match="cannot be read"):
        extractor(f"{name}(model={str(tmp_path / 'missing.npz')!r})")


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_model_is_small_and_has_its_card(name: str) -> None:
    import webwinnow

    place = Path(webwinnow.__file__).parent / "extractors" / name.replace("-", "_") / f"{name}.npz"
    model = read_model(place.read_bytes(), name, place.name)
    assert place.stat().st_size < 1_000_000
    assert model.digest in place.with_suffix(".md").read_text(encoding="utf-8")
