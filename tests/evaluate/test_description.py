import tomllib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import PackageError
from webwinnow.evaluate.description import read_description, toml_text

# TOML has no lone surrogates, and 64-bit integers.
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
integers = st.integers(-(2**63), 2**63 - 1)
scalar = text | integers | st.booleans() | st.floats(allow_nan=False) | st.dates(min_value=date(1000, 1, 1))
value = st.recursive(
    scalar, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(text, value, max_size=4))
def test_what_is_written_reads_the_same(content):
    assert tomllib.loads(toml_text(content)) == content


def test_tables_come_after_plain_keys():
    assert toml_text({"table": {"x": 1}, "name": "n"}) == '"name" = "n"\n\n["table"]\n"x" = 1\n'


def test_what_toml_cannot_hold_is_an_error():
    with pytest.raises(PackageError, match="cannot hold None"):
        toml_text({"name": None})


def test_missing_folder_missing_file_broken_file(tmp_path):
    with pytest.raises(PackageError, match="no such folder"):
        read_description(tmp_path / "nowhere")
    with pytest.raises(PackageError, match="webwinnow package new"):
        read_description(tmp_path)
    (tmp_path / "package.toml").write_text("name = ")
    with pytest.raises(PackageError, match=r"package\.toml: broken description"):
        read_description(tmp_path)
    (tmp_path / "package.toml").write_bytes('name = "é"'.encode("latin-1"))
    with pytest.raises(PackageError, match="broken description"):
        read_description(tmp_path)
    (tmp_path / "package.toml").unlink()
    (tmp_path / "package.toml").mkdir()
    with pytest.raises(PackageError, match="cannot be read"):
        read_description(tmp_path)
