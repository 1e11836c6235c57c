import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import PackageError
from webwinnow.evaluate.meta import KEYS, Meta, primary_language

texts = st.text(max_size=8)
maybe_text = st.none() | texts
lists = st.lists(texts, max_size=3).map(tuple)
values = st.none() | st.booleans() | st.integers() | texts | st.lists(st.integers(), max_size=2)
metas = st.builds(
    Meta,
    url=maybe_text,
    language=maybe_text,
    title=maybe_text,
    author=lists,
    date=maybe_text,
    page_type=maybe_text,
    fragmented=st.none() | st.booleans(),
    multiple_articles=st.none() | st.booleans(),
    with_snippets=lists,
    without_snippets=lists,
    extra=st.dictionaries(texts.filter(lambda key: key not in KEYS), values, max_size=3),
)


@given(metas)
def test_written_and_read_again_it_is_the_same(meta):
    assert Meta.from_json(json.loads(json.dumps(meta.to_json()))) == meta


def test_author_may_be_text_or_a_list():
    assert Meta.from_json({"author": "A"}).author == ("A",)
    assert Meta.from_json({"author": ["A", "B"]}).author == ("A", "B")
    assert Meta.from_json({"author": None}).author == ()


def test_unknown_keys_are_kept_and_known_ones_come_first():
    meta = Meta.from_json({"skin": "mobile", "with": ["x"], "url": "http://a.example/"})
    assert meta.extra == {"skin": "mobile"}
    assert list(meta.to_json()) == ["url", "with", "skin"]


def test_false_is_known_and_none_is_not():
    assert Meta(fragmented=False).to_json() == {"fragmented": False}
    assert Meta().to_json() == {}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ([], "a list"),
        ("text", "text"),
        ({"url": 3}, "'url' must be text or null, not a number"),
        ({"author": [1]}, "'author' must be a list of texts or a text"),
        ({"with": "bare"}, "'with' must be a list of texts, not text"),
        ({"fragmented": "yes"}, "'fragmented' must be true, false or null"),
    ],
)
def test_wrong_forms_name_the_key(content, told):
    with pytest.raises(PackageError, match=told):
        Meta.from_json(content)


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en-GB", "en"),
        ("zh_Hans", "zh"),
        (" DE ", "de"),
        ("", None),
        (None, None),
        ("english", None),
        ("日本", None),
    ],
)
def test_primary_language(tag, language):
    assert primary_language(tag) == language
