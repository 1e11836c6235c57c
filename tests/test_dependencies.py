"""An audit that needs no network: what webwinnow brings along is known by name, licence, range and known holes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
AUDIT = tomllib.loads((ROOT / "tests" / "dependencies.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = [
    Requirement(each) for each in [*PROJECT["dependencies"], *(line for some in EXTRAS.values() for line in some)]
]
FAMILIES = (
    "MIT",
    "BSD",
    "Apache",
    "MPL",
    "Mozilla",
    "LGPL",
    "GPL",
    "PSF",
    "Python Software",
    "ISC",
    "Unlicense",
    "HPND",
)
ALIKE = {"Mozilla": "MPL", "Python Software": "PSF"}


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def brought() -> Iterator[tuple[str, Distribution]]:
    """Walk through all that our own requirements bring along and that is installed here."""
    asked, seen = list(DECLARED), set[tuple[str, frozenset[str]]]()
    while asked:
        need = asked.pop()
        name, extras = canonicalize_name(need.name), frozenset(need.extras)
        found = installed(name)
        if (name, extras) in seen or found is None or name == "webwinnow":
            continue
        seen.add((name, extras))
        yield name, found
        for each in map(Requirement, found.requires or ()):
            marker = each.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                asked.append(each)


BROUGHT = dict(brought())


def licences(found: Distribution) -> set[str]:
    """Return the families of licences that a package declares."""
    said = {name: found.metadata.get_all(name) or [] for name in ("Classifier", "License-Expression", "License")}
    lines = [line for line in said["Classifier"] if line.startswith("License")]
    lines += [*said["License-Expression"], *(line[:200] for line in said["License"])]
    text = " ".join(lines).replace("Lesser General", "LGPL")
    return {ALIKE.get(each, each) for each in FAMILIES if re.search(rf"(?<![A-Za-z]){each}", text)}


@pytest.mark.parametrize("name", BROUGHT)
def test_each_package_is_known_with_its_licence(name: str) -> None:
    assert name in AUDIT["licences"], f"{name} is new: read its licence and add it to tests/dependencies.toml"
    declared = licences(BROUGHT[name])
    assert not declared or AUDIT["licences"][name] in declared, f"{name} says {declared}"


def test_nothing_is_under_a_licence_that_would_bind_our_users() -> None:
    bound = {name for name, licence in AUDIT["licences"].items() if licence in ("GPL", "LGPL")}
    assert bound == set(AUDIT["bound"]), "each has its reason there"


@pytest.mark.parametrize("need", DECLARED, ids=str)
def test_what_is_installed_is_in_the_range_that_we_ask_for(need: Requirement) -> None:
    found = BROUGHT.get(canonicalize_name(need.name))
    if found is None:
        pytest.skip("not installed here")
    assert need.specifier.contains(found.version, prereleases=True)


def test_every_range_has_an_end() -> None:
    without = {
        need.name
        for need in DECLARED
        if need.name != "webwinnow" and not re.search("[<=]", str(need.specifier).replace(">=", ""))
    }
    assert without == set(AUDIT["endless"])


@pytest.mark.parametrize("name", AUDIT["holes"])
def test_no_known_hole_is_open_without_a_reason(name: str) -> None:
    hole, found = AUDIT["holes"][name], BROUGHT.get(name)
    if found is None or Version(found.version) >= Version(hole["fixed"]):
        return
    assert hole.get("tolerated"), f"{name} {found.version} has {hole['known']}: ask for {hole['fixed']}"


def test_the_audit_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AUDIT, "licences", {**AUDIT["licences"], "click": "GPL"})
    with pytest.raises(AssertionError, match="click says"):
        test_each_package_is_known_with_its_licence("click")
    monkeypatch.setitem(AUDIT, "holes", {"click": {"known": "x", "fixed": "999"}})
    with pytest.raises(AssertionError, match="click"):
        test_no_known_hole_is_open_without_a_reason("click")
