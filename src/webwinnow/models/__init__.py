"""Learned models as files: plain arrays and settings, with a format version and a hash; never code."""

from webwinnow.models.model_file import Model, read_model, write_model

__all__ = ["Model", "read_model", "write_model"]
