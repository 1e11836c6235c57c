"""VIPS: the vision-based page segmentation of the thesis, with a labelling of its blocks."""

from webwinnow.extractors.vips.vips import VIPS, tree_json, tree_picture

__all__ = ["VIPS", "tree_json", "tree_picture"]
