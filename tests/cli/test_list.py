"""`webwinnow list`."""

import io
import json
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

from webwinnow import catalogue
from webwinnow.cli import list as list_command
from webwinnow.document import Document
from webwinnow.recipes import Recipes
from webwinnow.stages import Prefilter


@dataclass(frozen=True, slots=True)
class Sieve(Prefilter):
    """Shakes the page.

    More about it.
    """

    name: ClassVar[str] = "sieve"
    mesh: int
    """How fine
    it is."""
    turns: tuple[int, ...] = (1, 2)

    def __call__(self, page: Document) -> Document:
        return page


def test_one_line_each_stages_before_recipes(run):
    result = run("list")
    lines = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split()[0] for line in lines] == sorted(catalogue.STAGES) + sorted(catalogue.recipes())
    named = {line.split()[0]: line.split(maxsplit=2)[1:] for line in lines}
    assert named["bte"] == [
        "extractor",
        "Keeps one contiguous stretch: strong on single-column articles, weak on forums.",
    ]
    assert named["lqf-75"][1].endswith("[lqf(threshold=0.75)]")
    assert "\x1b" not in result.stdout


def test_json(run):
    listed = json.loads(run("list", "--json").stdout)
    assert [each["name"] for each in listed] == sorted(catalogue.STAGES) + sorted(catalogue.recipes())
    named = {each["name"]: each for each in listed}
    assert named["lqf"]["kind"] == "extractor"
    assert named["lqf"]["paper"].startswith("mohammadzadeh2013, section 3.2.4")
    assert named["lqf"]["parameters"] == [
        {
            "name": "threshold",
            "type": "float",
            "default": 0.5,
            "summary": "A block whose share of linked characters is greater is dropped.",
        }
    ]
    assert named["lqf"]["expression"] is None
    assert named["lqf-25"]["expression"] == "lqf(threshold=0.25)"
    assert named["lqf-25"]["summary"]
    assert all(each["summary"] for each in listed)


def test_kind_chooses_stages_and_recipes(run, monkeypatch):
    monkeypatch.setitem(catalogue.STAGES, "sieve", "unused:Sieve")
    original = catalogue.stage_class
    monkeypatch.setattr("webwinnow.descriptions.stage_class", lambda name: Sieve if name == "sieve" else original(name))
    chosen = json.loads(run("list", "--json", "--kind", "prefilter").stdout)
    assert {each["kind"] for each in chosen} == {"prefilter"}
    sieve = next(each for each in chosen if each["name"] == "sieve")
    assert (sieve["summary"], sieve["paper"]) == ("Shakes the page.", None)
    assert sieve["parameters"] == [
        {"name": "mesh", "type": "int", "summary": "How fine\nit is."},
        {"name": "turns", "type": "tuple[int, ...]", "default": [1, 2], "summary": None},
    ]
    assert "sieve" not in run("list", "--kind", "extractor").stdout


def test_a_kind_that_nothing_has(run, monkeypatch):
    monkeypatch.setattr("webwinnow.descriptions.described_stages", list)
    monkeypatch.setattr("webwinnow.cli.options.shipped", Recipes)
    assert (run("list").stdout, run("list", "--json").stdout) == ("", "[]\n")


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_colour_on_a_terminal_unless_refused(monkeypatch, no_colour, coloured):
    monkeypatch.setattr(sys, "stdout", Terminal(io.BytesIO(), encoding="ascii"))
    monkeypatch.setenv("NO_COLOR", no_colour)
    list_command.command.callback(form=None, as_json=False, output=None, kind=None, recipes=Recipes())
    assert (b"\x1b[" in sys.stdout.buffer.getvalue()) is coloured
