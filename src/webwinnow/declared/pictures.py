"""The pictures that a page declares for previews: compiled code finds the few meta tags that name any."""

from __future__ import annotations

from typing import Final

from webwinnow.declared.declaration import declared
from webwinnow.declared.meta_tags import MetaRules, MetaSearch, meta_rules
from webwinnow.document import Document
from webwinnow.document.word_search import WordSearch
from webwinnow.kernels import Library

DECLARED: Final = "og:image", "og:image:url", "twitter:image"
"""Keys of the picture that a page declares for previews, the first first."""
_PICTURING: Final = MetaSearch(DECLARED, WordSearch(("image", "&#"), ignore_case=True))
"""Letters of a key may be written as numbers."""


def declared_pictures(page: Document) -> list[str]:
    """List the pictures that a page declares for previews, each once, as their addresses are written.

    >>> declared_pictures(Document('<meta property="og:image" content="/grain.jpg">'))
    ['/grain.jpg']
    """
    found = declared(page).among(_PICTURING)
    return list(dict.fromkeys(each.content for key in DECLARED for each in found if each.key == key))


def picture_rules(library: Library) -> MetaRules:
    """Return what compiled code finds these tags by."""
    return meta_rules(library, _PICTURING)
