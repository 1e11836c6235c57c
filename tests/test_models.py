"""Files of models: what is written is read again, what is damaged or wrong is refused, and where stages find them."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from webwinnow.errors import ModelError
from webwinnow.extraction import extract
from webwinnow.models import Model, load_model, read_model, require_columns, write_model

PLACES = ("columns", "roots", "left", "right", "feature")
"""Arrays that point to columns and nodes."""
MODEL = Model("shape", {"width": 3}, {"weights": np.arange(6, dtype=np.float32).reshape(2, 3)})


def test_what_is_written_is_read_again() -> None:
    found = read_model(write_model(MODEL), "shape", "m.npz")
    assert found.settings == {"width": 3}
    np.testing.assert_array_equal(found.arrays["weights"], MODEL.arrays["weights"])
    assert found.digest == MODEL.digest


def test_the_same_model_gives_the_same_bytes() -> None:
    assert write_model(MODEL) == write_model(Model("shape", {"width": 3}, dict(MODEL.arrays)))


@pytest.mark.parametrize("change", [b"", b"not an archive", write_model(MODEL)[:200], b"PK\x03\x04" + b"\0" * 90])
def test_files_that_are_no_models_are_refused(change: bytes) -> None:
    with pytest.raises(ModelError, match=r"m\.npz: not a model of webwinnow, or damaged"):
        read_model(change, "shape", "m.npz")


def test_a_model_for_another_stage_is_refused() -> None:
    with pytest.raises(ModelError, match="is a model for 'shape', not for 'colour'"):
        read_model(write_model(MODEL), "colour", "m.npz")


def _with_header(**changes: object) -> bytes:
    header = {"format": 1, "name": "shape", "settings": {"width": 3}, "sha256": MODEL.digest} | changes
    stream = io.BytesIO()
    np.savez(stream, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **MODEL.arrays)
    return stream.getvalue()


def test_altered_contents_are_noticed() -> None:
    assert read_model(_with_header(), "shape", "m.npz").settings == {"width": 3}
    with pytest.raises(ModelError, match="do not match its hash"):
        read_model(_with_header(settings={"width": 4}), "shape", "m.npz")


def test_another_format_is_named() -> None:
    with pytest.raises(ModelError, match="has format 99, this version reads 1"):
        read_model(_with_header(format=99), "shape", "m.npz")


def test_pickled_objects_are_never_loaded() -> None:
    stream = io.BytesIO()
    np.savez(stream, header=np.array([{"format": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(ModelError):
        read_model(stream.getvalue(), "shape", "m.npz")


def test_a_file_is_read_and_its_arrays_are_found_by_group(tmp_path: Path) -> None:
    place = tmp_path / "model.npz"
    place.write_bytes(write_model(Model("mine", {}, {"tree value": np.ones(2), "trees": np.zeros(1)})))
    found = load_model("mine", "unused", str(place))
    assert list(found.group("tree")) == ["value"]


def test_wherever_a_bit_is_flipped_the_file_is_refused_or_the_same() -> None:
    data = bytearray(write_model(MODEL))
    for place in range(len(data)):
        for bit in (0, 3, 7):
            data[place] ^= 1 << bit
            try:
                found = read_model(bytes(data), "shape", "m.npz")
                assert found.digest == MODEL.digest  # a time stamp
            except ModelError as error:
                assert str(error).startswith("m.npz: ")
            data[place] ^= 1 << bit


def test_what_never_ends_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (str(tmp_path / "pipe"), "/dev/zero"):
        with pytest.raises(ModelError, match="no file"):
            load_model("mine", "unused", place)


@pytest.mark.parametrize("name", ["consensus", "content-seeker", "crf", "mss", "shallow"])
def test_right_hashes_over_wrong_arrays_are_refused(name: str, tmp_path: Path) -> None:
    package = "webwinnow.extractors." + name.replace("-", "_")
    shipped = load_model(name, package)
    changes: list[tuple[str, npt.NDArray[Any] | None]] = [(each, None) for each in shipped.arrays]
    changes += [(each, array[:-1]) for each, array in shipped.arrays.items()]
    changes += [(each, array.astype(str)[:2]) for each, array in shipped.arrays.items()]
    changes += [(each, array + 10_000) for each, array in shipped.arrays.items() if each.split()[-1] in PLACES]
    for number, (each, array) in enumerate(changes):
        arrays = {key: value for key, value in shipped.arrays.items() if key != each}
        arrays |= {} if array is None else {each: array}
        place = tmp_path / f"{number}.npz"
        place.write_bytes(write_model(Model(name, shipped.settings, arrays)))
        outcome = _outcome(name, place)
        assert outcome == "spans" or outcome.startswith(f"the model of '{name}'"), (each, outcome)
        if array is None or (each.split()[-1] in PLACES[1:] and len(array) == len(shipped.arrays[each])):
            assert outcome != "spans", each


def _outcome(name: str, place: Path) -> str:
    """Use a model; fewer trees are trees, and text may be a number, but nothing else than ModelError is raised."""
    try:
        extract("<p>One two three.</p><ul><li>four</ul>" * 3, f"{name}(model={str(place)!r})")
        return "spans"
    except ModelError as error:
        return str(error)


@pytest.mark.parametrize("settings", [{}, {"columns": 5}, {"signals": None}, {"columns": [[]]}])
def test_settings_of_another_form_are_refused(settings: dict[str, Any], tmp_path: Path) -> None:
    for name in ("consensus", "crf"):
        place = tmp_path / f"{name}.npz"
        place.write_bytes(write_model(Model(name, settings, {})))
        assert "train" in _outcome(name, place)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_model("mine", "unused", str(tmp_path / "none.npz"))


def test_other_columns_are_refused() -> None:
    model = Model("mine", {"columns": ["a"]}, {})
    require_columns(model, ("a",))
    with pytest.raises(ModelError, match="other columns"):
        require_columns(model, ("a", "b"))
