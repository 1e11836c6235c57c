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


def test_all_of_the_time_is_used_and_pages_get_half_of_it() -> None:
    assert fuzz.shares(["pages"]) == {"pages": 1.0} and fuzz.shares(["tree"]) == {"tree": 1.0}
    every = fuzz.shares(list(targets.TARGETS))
    assert every["pages"] == 0.5 and abs(sum(every.values()) - 1) < 1e-9


def test_mutations_are_the_same_for_the_same_seed() -> None:
    one, other = (list(islice(fuzz.mutated([b"<p>x</p>" * 900], 3), 40)) for _ in range(2))
    assert one == other and len(set(one)) > 30 and max(map(len, one)) <= 8_000


THAI = "<p>" + "ข่าวเช้านี้ที่เมืองใหญ่ " * 20
LONG_LINK = "<ul><li><a href='/" + "v" * 1500 + "'>" + "some words " * 150 + "</a></ul>"
LINKED = "<p><a href='/" + "\u3000x" * 45 + "'>" + "word " * 1_500 + "</a>"
FOUND = {
    "a time zone that no place has": "<meta property=article:published_time content='2020-01-01T00:00:00+99:99'><p>x",
    "a caption that holds its picture": "<figure><figcaption>Rain <img src=a width=900 height=900></figure><p>x",
    "a colon behind what is no scheme": '<link rel=canonical href="\'http://a.example/b"><p>x<a href="\'a:b">y</a>',
    "a script whose marks are no letters": THAI,
    "a long link that chunks must cut": LONG_LINK,
    "lists in lists in lists": "<ul><li>word " * 300,
    "two media that share a caption": "<figure><img src=a width=900 height=900><figcaption>><video src=b>",
    "a caption in a caption": "<figure><img src=a width=900 height=900><figcaption>one<figure><img src=b width=900 "
    "height=900><figcaption>two</figcaption></figure>three</figcaption></figure><p>words",
    "a formula in a script": "<p><script type=math/tex>\\alpha + 1 </script> is <script type='math/tex; mode=display'>"
    "% <![CDATA[\n{\\displaystyle x^2}%]]></script>",
    "a linked sentence that chunks must cut": LINKED,
}
"""What the loop has found so far."""


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_stays_mended(name: str) -> None:
    assert broken(FOUND[name]) == []
