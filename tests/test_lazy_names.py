"""Packages whose names wait until they are used."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from webwinnow.lazy_names import lazy_names

PACKAGES = ("webwinnow", "webwinnow.evaluate", "webwinnow.metadata", "webwinnow.posts")


@pytest.mark.parametrize("package", PACKAGES)
def test_all_public_names_of_a_package_can_be_had(package: str) -> None:
    module = import_module(package)
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_imports_none_of_its_names(package: str) -> None:
    asked = f"import sys, {package}; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True).stdout == b"False\n"


def test_a_name_is_imported_once() -> None:
    package: dict[str, object] = {"__name__": "collections"}
    find, listed = lazy_names(package, {"abc": ("Mapping", "Sized")})
    assert listed() == ["Mapping", "Sized", "__name__"]
    assert package["__name__"] == "collections"
    assert find("Sized") is package["Sized"]
    assert "Mapping" not in package


def test_a_name_that_is_not_there() -> None:
    find, _ = lazy_names({"__name__": "collections"}, {"abc": ("Sized",)})
    with pytest.raises(AttributeError, match="module 'collections' has no attribute 'Chaff'"):
        find("Chaff")
