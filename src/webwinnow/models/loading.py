"""Models where stages look for them: the one that comes with the package, or a file of the user's, each read once."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from webwinnow.errors import ModelError
from webwinnow.models.model_file import Model, read_model


@lru_cache(maxsize=32)
def load_model(name: str, package: str, path: str = "") -> Model:
    """Read the model of a stage: the file at `path`, or without one the file that lies in the stage's package."""
    if not path:
        place = resources.files(package).joinpath(f"{name}.npz")
        return read_model(place.read_bytes(), name, place.name)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror}): give a model's file") from None
    return read_model(data, name, path)


def require_columns(model: Model, columns: tuple[str, ...]) -> None:
    """Refuse a model that was trained for other columns than this version computes."""
    if tuple(model.settings.get("columns", ())) != columns:
        raise ModelError(
            f"the model of {model.name!r} was trained for other columns than this version has: train again"
        )
