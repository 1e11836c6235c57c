"""The tree of all that a rendering shows: the headline on top, the content, its main images, and who speaks."""

from __future__ import annotations

from webwinnow.media.main_images import main_images
from webwinnow.render.formats import Facts, RenderOptions
from webwinnow.render.opening import below_headline, with_headline
from webwinnow.render.speakers import find_speakers
from webwinnow.render.speeches import with_names, with_speakers
from webwinnow.render.structure.block import Tree, plain_links
from webwinnow.render.structure.building import tidy_tree
from webwinnow.spans import Spans


def shown_images(facts: Facts) -> frozenset[int]:
    """Find the images that are shown wherever they stand: those among the main media."""
    return main_images(facts.page, facts.spans, facts.extractor)


def content_tree(facts: Facts, spans: Spans, options: RenderOptions, *, told: bool = True) -> Tree:
    """Build the tree of blocks of what the spans cover, as the options ask for it.

    Who says each block, and where lines of speakers stand in the page, is not `told` to formats that do not show it.
    """
    page = facts.page
    headline = facts.headline if options.headline else None
    below = below_headline(page, spans, headline)
    images = shown_images(facts)
    if options.speakers:
        speakers, below = find_speakers(page, below, images)
        tree = with_speakers(page, tidy_tree(page, below, options.clean, images), speakers, told=told)
    else:
        tree = tidy_tree(page, below, options.clean, images)
    return plain_links(with_headline(page, spans, tree, headline), links=options.links)


def spoken_tree(facts: Facts, spans: Spans, options: RenderOptions) -> Tree:
    """Build the same tree for formats that tell of each block who says it, in interviews, too."""
    tree = content_tree(facts, spans, options)
    return with_names(facts.page, tree) if options.speakers else tree
