"""What a page declares about itself for programs: title, meta tags, links, JSON-LD, microdata, each read once per page.

declared(page).title, .meta, .said("og:title"), .links, .json_ld, .microdata, .rdfa
"""

from webwinnow.declared.declaration import Declared, Link, MetaTag, declared
from webwinnow.declared.json_ld import Item, texts

__all__ = ["Declared", "Item", "Link", "MetaTag", "declared", "texts"]
