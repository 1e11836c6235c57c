"""Learned models as files: plain arrays and settings, with a format version and a hash; never code."""

from webwinnow.models.model import (
    Model,
    load_model,
    read_model,
    require_arrays,
    require_columns,
    unpacking,
    write_model,
)

__all__ = ["Model", "load_model", "read_model", "require_arrays", "require_columns", "unpacking", "write_model"]
