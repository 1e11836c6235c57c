"""The one table of names: every stage, where it lives, and the recipes that name combinations of them.

A new algorithm is one file, one test and one line here. Modules are imported when a name is first used. Installed
packages may add stages (see plugins.py); our names come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING, Final

from webwinnow.errors import ExpressionError
from webwinnow.stages import Stage

if TYPE_CHECKING:
    from webwinnow.plugins import Plugin

PEERS: Final = (
    "trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3", "newspaper4k", "goose3"
)  # fmt: skip
"""Other libraries that we are compared with: no stages, but names that people know."""
STAGES: Final = {
    # Learned
    "consensus": "webwinnow.extractors.consensus.consensus:Consensus",
    "content-seeker": "webwinnow.extractors.content_seeker:ContentSeeker",
    "crf": "webwinnow.extractors.crf:CRF",
    "mss": "webwinnow.extractors.mss:MSS",
    "numwords-linkdensity": "webwinnow.extractors.shallow:NumWordsLinkDensity",
    "shallow": "webwinnow.extractors.shallow:Shallow",
    # The baseline
    "plain": "webwinnow.extractors.plain:Plain",
    # Words, lines and characters of the source
    "bte": "webwinnow.extractors.bte:BTE",
    "r2l": "webwinnow.extractors.dana:R2L",
    "dana": "webwinnow.extractors.dana:DANA",
    "danag": "webwinnow.extractors.dana:DANAg",
    "dsc": "webwinnow.extractors.dsc:DSC",
    "ccb": "webwinnow.extractors.ccb:CCB",
    "accb": "webwinnow.extractors.ccb:ACCB",
    "tccb": "webwinnow.extractors.ccb:TCCB",
    "cetr": "webwinnow.extractors.cetr:CETR",
    "cetr-threshold": "webwinnow.extractors.cetr:CETRThreshold",
    "density": "webwinnow.extractors.density:Density",
    "gswce": "webwinnow.extractors.gswce:GSWCE",
    # The element tree
    "cetd": "webwinnow.extractors.cetd:CETD",
    "fe": "webwinnow.extractors.fe:FE",
    "kfe": "webwinnow.extractors.fe:KFE",
    "largest-block": "webwinnow.extractors.content_seeker.heuristics:LargestBlock",
    "lqf": "webwinnow.extractors.lqf:LQF",
    "mantratzis": "webwinnow.extractors.mantratzis:Mantratzis",
    "table-pattern": "webwinnow.extractors.content_seeker.heuristics:TablePattern",
    "vips": "webwinnow.extractors.vips:VIPS",
    "textsweeper": "webwinnow.extractors.textsweeper:TextSweeper",
    "similarity": "webwinnow.extractors.similarity:Similarity",
    "wlr": "webwinnow.extractors.wlr:WLR",
    "wlr-media": "webwinnow.extractors.wlr:WLRMedia",
    # Prefilters of links and tags
    "filter1": "webwinnow.prefilters.link_filters:Filter1",
    "filter2": "webwinnow.prefilters.link_filters:Filter2",
    "filter3": "webwinnow.prefilters.link_filters:Filter3",
    "bare-tags": "webwinnow.prefilters.link_filters:BareTags",
    # Prefilters that know the site
    "site-template": "webwinnow.prefilters.site_template:SiteTemplate",
    # Prefilters of Crunch
    "crunch-ads": "webwinnow.prefilters.crunch:CrunchAds",
    "crunch-empty-tables": "webwinnow.prefilters.crunch:CrunchEmptyTables",
    "crunch-filters": "webwinnow.prefilters.crunch:CrunchFilters",
    "crunch-images": "webwinnow.prefilters.crunch:CrunchImages",
    "crunch-link-cells": "webwinnow.prefilters.crunch:CrunchLinkCells",
    "crunch-link-lists": "webwinnow.prefilters.crunch:CrunchLinkLists",
    "crunch-styles": "webwinnow.prefilters.crunch:CrunchStyles",
    "crunch-text-links": "webwinnow.prefilters.crunch:CrunchTextLinks",
    # Refiners
    "bounded": "webwinnow.refiners.bounded:Bounded",
    "by-hand": "webwinnow.refiners.by_hand:ByHand",
    "comments": "webwinnow.refiners.comments:Comments",
    "whole-blocks": "webwinnow.refiners.whole_blocks:SnapToBlocks",
}
"""Names and places of the stages."""

DEFAULT: Final = "consensus"
"""What `extract` uses when nothing is asked for."""


@cache
def stage_class(name: str) -> type[Stage]:
    """Import the class behind a name; raises PluginError if another package adds it and it is no stage."""
    if name not in STAGES:
        return _added_class(added_stages()[name])
    module, _, class_name = STAGES[name].partition(":")
    found: type[Stage] = getattr(import_module(module), class_name)
    return found


def is_stage(name: str) -> bool:
    """Tell whether a name is that of a stage, ours or another package's."""
    return name in STAGES or name in added_stages()


def added_stages() -> dict[str, Plugin]:
    """Find the stages that installed packages add, by name."""
    from webwinnow.plugins import plugins  # reading what is installed costs more than all of our names

    return {name: plugin for name, plugin in plugins("webwinnow.stages").items() if name not in STAGES}


def _added_class(plugin: Plugin) -> type[Stage]:
    """Check what a plug-in is before it is used as a stage."""
    found = plugin.load()
    if not isinstance(found, type) or not issubclass(found, Stage) or not is_dataclass(found):
        raise plugin.error("it is no dataclass that is an Extractor, a Prefilter or a Refiner")
    if getattr(found, "name", None) != plugin.name or isabstract(found):
        raise plugin.error(f"its name is not {plugin.name!r}, or it has no __call__")
    return found


def recipes() -> dict[str, str]:
    """Return the recipes that ship with the package: name to expression."""
    from webwinnow.recipes import shipped  # a stage asked by its own name needs none

    return {name: shipped()[name].expression for name in shipped()}


def unknown(kind: str, name: str, known: Iterable[str]) -> ExpressionError:
    """Make the error for a name that does not exist; it offers the nearest ones that do."""
    if name.lower() in PEERS:
        how = f"'webwinnow diff PAGE --peer {name}' or 'webwinnow evaluate PACKAGE --peer {name}' compares with it"
        return ExpressionError(f"{name} is another library, a peer, not one of our stages: {how}")
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(known), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "'webwinnow list' shows what there is"
    return ExpressionError(f"unknown {kind} {name!r}: {hint}")
