"""Images count as nothing."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.prefilters.crunch.images import CrunchImages


def test_only_the_tags_of_images_count_as_nothing() -> None:
    page = Document("<p>text<img src=x><picture><source><img></picture></p>")
    found = CrunchImages()(page)
    assert found.visible == page.visible
    assert found.code.tolist() == [3, 0, 0, 0, 0, 0, 4]
