"""Words without their endings."""

from __future__ import annotations

import sys

import pytest

from webwinnow.errors import MissingExtraError
from webwinnow.language.stems import stems


def test_endings_go_where_the_language_is_known() -> None:
    pytest.importorskip("Stemmer")
    assert len(set(stems(["grain", "grains"], "en"))) == 1
    assert len(set(stems(["körner", "körnern"], "de"))) == 1


@pytest.mark.parametrize("language", [None, "zh", "xx", "ur"])
def test_words_of_other_languages_stay(language: str | None) -> None:
    pytest.importorskip("Stemmer")
    assert stems(["grains", "谷"], language) == ["grains", "谷"]


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(MissingExtraError, match=r"PyStemmer.*pip install 'webwinnow\[similarity\]'"):
        stems(["grains"], "en")
