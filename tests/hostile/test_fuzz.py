"""The fuzz loop itself, and some of what it tries, in every run of the tests."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from hostile import fuzz, targets
from hostile.families import ODD
from hostile.promises import broken

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # fastwarc has some of its own
SOME = {"pages": 12, "package": 60}


@pytest.mark.parametrize("name", targets.TARGETS)
def test_mutated_bytes_have_an_answer(name: str) -> None:
    seeds = targets.TARGETS[name][1]
    for data in [*seeds[:4], *islice(fuzz.mutated(seeds, 7), SOME.get(name, 150))]:
        targets.tried(name, data)


@pytest.mark.parametrize("name", ODD)
def test_odd_pages_keep_every_promise(name: str) -> None:
    assert broken(ODD[name]) == []


@pytest.mark.parametrize("depth", [255, 257, 600])
def test_depth_keeps_every_promise(depth: int) -> None:
    for name in ("div", "ul", "blockquote", "b", "table"):
        assert broken(f"<{name}>word " * depth) == [], name


def test_what_goes_wrong_is_found_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(data: bytes) -> None:
        raise ValueError(f"{len(data)} bytes")

    monkeypatch.setitem(targets.TARGETS, "decode", (fails, [b"abc"]))
    assert fuzz.run("decode", 1, until=0.0, most=3, keep=tmp_path) == (1, 1)
    (told,) = tmp_path.glob("*.txt")
    assert "ValueError" in told.read_text() and told.with_suffix("").exists()


def test_mutations_are_the_same_for_the_same_seed() -> None:
    one, other = (list(islice(fuzz.mutated([b"<p>x</p>" * 900], 3), 40)) for _ in range(2))
    assert one == other and len(set(one)) > 30 and max(map(len, one)) <= 8_000
