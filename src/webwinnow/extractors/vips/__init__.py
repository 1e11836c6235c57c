"""VIPS: the vision-based page segmentation of the thesis, with a labelling of its blocks."""

from webwinnow.extractors.vips.export import tree_json, tree_picture
from webwinnow.extractors.vips.vips import VIPS

__all__ = ["VIPS", "tree_json", "tree_picture"]
