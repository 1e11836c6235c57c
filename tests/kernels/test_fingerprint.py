"""A library that was made from other sources is not used: it might take other arguments than Python gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from webwinnow.errors import WebwinnowError
from webwinnow.kernels import LIBRARY, library
from webwinnow.kernels.fingerprint import fingerprint

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")


def test_names_and_contents_of_c_count_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text("int one;")
    first = fingerprint(tmp_path)
    (tmp_path / "build.py").write_text("anything")
    assert fingerprint(tmp_path) == first
    (tmp_path / "one.c").rename(tmp_path / "two.c")
    renamed = fingerprint(tmp_path)
    (tmp_path / "two.c").write_text("int two;")
    assert len({first, renamed, fingerprint(tmp_path)}) == 3


@needs_kernels
def test_a_stale_library_is_named_and_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "changed.c").write_text("int changed;")
    monkeypatch.setattr(library, "_SOURCES", tmp_path)
    monkeypatch.delenv("WEBWINNOW_NATIVE", raising=False)
    with pytest.warns(RuntimeWarning, match=r"other sources than these: run python native/build\.py"):
        assert library.load() is None
    monkeypatch.setenv("WEBWINNOW_NATIVE", "1")
    with pytest.raises(WebwinnowError, match=r"native/build\.py"):
        library.load()


@needs_kernels
def test_an_installed_package_has_no_sources_to_compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_SOURCES", tmp_path / "native")
    assert library.load() is not None
