"""Comments are a choice."""

from __future__ import annotations

import pytest

from post_software import ARTICLE, PAGES, SAID
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.errors import ParameterError
from webwinnow.refiners.comments import Comments


def found(name: str, policy: str, extractor: str) -> str:
    expected = PAGES[name]
    return " ".join(extract(expected.source, extractor, url=expected.url, comments=policy).text.split())


def test_comments_are_kept_or_dropped() -> None:
    kept = found("wordpress", "keep", "lqf >> bte")
    assert all(said in kept for said in SAID) and ARTICLE[0].strip() in kept and "Reply" not in kept
    dropped = found("wordpress", "drop", "plain")
    assert not any(said in dropped for said in SAID) and ARTICLE[0].strip() in dropped and "Ada" not in dropped


def test_threads_are_no_comments() -> None:
    assert all(said in found("phpbb", "drop", "plain") for said in SAID)


def test_automatic_is_what_was_decided() -> None:
    document = Document(PAGES["wordpress"].source)
    assert Comments()(document, document.visible) == document.visible


def test_other_policies_are_refused() -> None:
    with pytest.raises(ParameterError, match="auto, keep or drop"):
        Comments(policy="no")  # type: ignore[arg-type]
