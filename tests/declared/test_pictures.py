"""The pictures that a page declares for previews."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.declared import meta_tags
from webwinnow.declared.pictures import declared_pictures
from webwinnow.document import Document
from webwinnow.kernels import LIBRARY

KEYS = (
    "og:image",
    "OG:Image:URL",
    "twitter:image",
    "og:image:alt",
    "og:im&#97;ge",
    "image",
    " twitter:image ",
    "x og:image",
)
TAGS = (
    '<meta property="{}" content="{}">', "<meta content='{1}' name={0}>", '<META NAME="{}" value="{}"/>',
    '<meta itemprop="x {} y" content=" {} b ">', '<meta http-equiv="{}" content="">', '<meta name="{}" name="{}">',
    '<meta name="{}" content="&#47;{}">', '<meta property="{}" value="a" content="{}">',
    "<p property='{}' content='{}'>",
)  # fmt: skip


def test_the_first_key_comes_first_and_each_picture_once() -> None:
    said = [("twitter:image", "a"), ("og:image:url", "b"), ("og:image", "c"), ("og:image", "b"), ("og:image", "c")]
    page = "".join(f'<meta property="{key}" content="/{name}.jpg">' for key, name in said)
    assert declared_pictures(Document(page)) == ["/c.jpg", "/b.jpg", "/a.jpg"]


@pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")
@given(st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(KEYS), st.sampled_from(["a", "é", "b.jpg", ""]))))
def test_compiled_code_finds_the_same(written: list[tuple[str, str, str]]) -> None:
    source = "".join(tag.format(key, said) for tag, key, said in written)
    ours = declared_pictures(Document(source))
    with patch.object(meta_tags, "LIBRARY", None):
        assert declared_pictures(Document(source)) == ours


def test_a_page_may_declare_many() -> None:
    source = "".join(f'<meta property="og:image" content="{at}">' for at in range(90))
    assert declared_pictures(Document(source)) == [str(at) for at in range(90)]
