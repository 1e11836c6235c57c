import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.proxy.validators import filtered_tag, server_tags


@given(st.text(st.characters(codec="ascii", exclude_characters='"'), max_size=20), st.booleans())
def test_the_server_gets_its_own_tag_back(name, weak):
    tag = f'{"W/" * weak}"{name}"'
    named = filtered_tag(tag, "abc")
    assert named is not None and named.startswith('W/"') and named != tag
    assert server_tags(named, "abc") == tag
    assert server_tags(named, "abd") is None


def test_tags_of_unfiltered_pages_are_not_asked_for():
    assert server_tags('"plain", W/"weak"', "abc") is None
    assert server_tags("*", "abc") is None
    assert server_tags(f'"plain", {filtered_tag(chr(34) + "x" + chr(34), "abc")}', "abc") == '"x"'


@pytest.mark.parametrize("tag", ["", "x", '"', "W/x"])
def test_what_is_no_tag_gets_none(tag):
    assert filtered_tag(tag, "abc") is None
