"""Models where stages look for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from webwinnow.errors import ModelError
from webwinnow.models import Model, load_model, require_columns, write_model


def test_a_file_is_read_and_its_arrays_are_found_by_group(tmp_path: Path) -> None:
    place = tmp_path / "model.npz"
    place.write_bytes(write_model(Model("mine", {}, {"tree value": np.ones(2), "trees": np.zeros(1)})))
    found = load_model("mine", "unused", str(place))
    assert list(found.group("tree")) == ["value"]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_model("mine", "unused", str(tmp_path / "none.npz"))


def test_other_columns_are_refused() -> None:
    model = Model("mine", {"columns": ["a"]}, {})
    require_columns(model, ("a",))
    with pytest.raises(ModelError, match="other columns"):
        require_columns(model, ("a", "b"))
