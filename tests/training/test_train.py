"""Training as users do it: a model and its card, the same hash twice, and a model that works."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from processes.jobs import lack
from webwinnow import extract
from webwinnow.cli.program import main
from webwinnow.document import Document
from webwinnow.errors import MissingExtraError
from webwinnow.training import consensus, model_card
from webwinnow.training.examples import gold_shares, read_examples
from webwinnow.training.model_card import FOUND, NOTHING, UNWANTED, means, other_means, package_groups

EXAMPLES = Path(__file__).parents[2] / "examples" / "package"


def train(output: Path, *options: str, name: str = "consensus") -> str:
    found = CliRunner().invoke(main, ["train", name, str(EXAMPLES), "-o", str(output), "--workers", "1", *options])
    assert found.exit_code == 0, found.output
    return found.output


@pytest.fixture(scope="module", autouse=True)
def few_trees() -> Iterator[None]:
    """A tenth of the trees: whether the same is learned twice does not depend on how much it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consensus, "fit", partial(consensus.fit, how=replace(consensus._OF_BLOCKS, trees=50)))
        yield


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    train(folder / "first.npz", "--folds", "0", "--pages", "12")
    return folder / "first.npz"


def test_the_same_command_gives_the_same_model(model: Path) -> None:
    train(model.with_name("second.npz"), "--folds", "0", "--pages", "12")
    assert model.read_bytes() == model.with_name("second.npz").read_bytes()


def test_the_card_tells_where_it_comes_from(model: Path) -> None:
    card = model.with_suffix(".md").read_text(encoding="utf-8")
    assert "webwinnow train consensus package" in card
    assert str(EXAMPLES.parent) not in card
    assert "| examples |" in card or "| package |" in card


def test_a_trained_model_extracts(model: Path) -> None:
    page = next(path for path in sorted(EXAMPLES.iterdir()) if ".html" in path.suffixes)
    data = gzip.decompress(page.read_bytes()) if page.suffix == ".gz" else page.read_bytes()
    assert extract(data, f"consensus(model={str(model)!r})").text


def test_the_card_tells_how_it_does_on_packages_that_it_did_not_see(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "package.toml").write_text('name = "other"\n', encoding="utf-8")
    for name in ("a", "b", "c"):
        story = f"The {name} gates were closed at noon, because the tide had risen above the marks on the wall. " * 3
        (other / f"{name}.html").write_text(f"<ul><li><a href=/>Home</a></ul><p>{story}</p>", encoding="utf-8")
        (other / f"{name}.txt").write_text(story, encoding="utf-8")
    told = train(
        tmp_path / "model.npz", str(other), "--folds", "0", "--pages", "9", "--leave-out", "2", "--test", str(other),
        "--trust", "other=0.5", name="mss",
    )  # fmt: skip
    card = (tmp_path / "model.md").read_text(encoding="utf-8")
    assert "other, unseen" in told
    assert "| package | pages | F1 | interval |" in card
    assert "--trust other=0.5 --leave-out 2 --test other" in card
    assert str(tmp_path) not in card


def test_groups_of_packages_leave_the_largest_alone() -> None:
    pages = [SimpleNamespace(package=name) for name in "aaaaabbbbcccdde"]
    assert package_groups(pages, 3) == [("a",), ("b", "d"), ("c", "e")]  # type: ignore[arg-type]
    assert package_groups(pages, 9) == [("a",), ("b",), ("c",), ("d",), ("e",)]  # type: ignore[arg-type]
    assert package_groups(pages[:5], 2) == [("a",)]  # type: ignore[arg-type]


@pytest.mark.parametrize("held_out", [model_card.cross_validate, model_card.leave_packages_out])
def test_parts_at_once_are_those_in_turn(held_out: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [SimpleNamespace(package=name, site=f"{name}{place}.example") for place, name in enumerate("aaaabbbccd")]
    monkeypatch.setattr(model_card, "tested", lambda held, found, _: [(each.site, found) for each in held])
    learn = lambda rest: [each.site for each in rest]  # noqa: E731  (as short as its use)
    one, three = (held_out(pages, 4, learn, keep=None, at_once=at_once) for at_once in (1, 3))
    assert one == three
    assert sorted(site for site, _ in one) == [each.site for each in pages]
    assert all(site not in learned for site, learned in one)


def test_the_card_tells_of_pages_without_gold_text(tmp_path: Path) -> None:
    story = "The gates were closed at noon, because the tide had risen above the marks on the wall. "
    pages = {"a": {"with": [story.strip()], "without": ["Home"]}, "b": {"page_type": "login"}}
    (tmp_path / "package.toml").write_text('name = "other"\n', encoding="utf-8")
    for name, about in pages.items():
        (tmp_path / f"{name}.html").write_text(f"<ul><li><a href=/>Home</a></ul><p>{story}</p>", encoding="utf-8")
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": name, **about}), encoding="utf-8")
    found = read_examples([tmp_path], consensus.prepare, without_gold=True)
    held = model_card.tested(found, None, lambda _, prepared: np.arange(len(prepared.table.words)) > 0)
    figures = {name: (figure["pages"], figure["f1"]) for name, figure in other_means(held).items()}
    assert figures == {f"other, {FOUND}": (1, 1.0), f"other, {UNWANTED}": (1, 0.0), f"other, {NOTHING}": (1, 0.0)}
    assert not means(held)


def test_a_file_that_cannot_be_written_is_told_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for output in (tmp_path / "file" / "m.npz", tmp_path):
        found = CliRunner().invoke(main, ["train", "consensus", str(tmp_path / "no-package"), "-o", str(output)])
        assert found.exit_code == 1
        assert f"{output}: cannot be written" in found.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_shares_of_gold_are_found_also_out_of_order() -> None:
    page = Document("<p>menu one</p><p>second part of it</p><p>first part here</p><p>other end</p>")
    shares = gold_shares(page, "first part here second part of it")
    np.testing.assert_allclose(shares, [0, 1, 1, 0])


def test_a_library_that_workers_miss_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'webwinnow\[train\]'"):
        read_examples([EXAMPLES], lack, workers=2, most=3)
