"""What a page declares about itself for programs: title, meta tags, links, JSON-LD, microdata, each read once per page.

declared(page).title, .meta, .said("og:title"), .links, .json_ld, .microdata, .rdfa
"""

from webwinnow.declared.declaration import Declared, Link, declared
from webwinnow.declared.json_ld import Item, texts
from webwinnow.declared.meta_tags import MetaSearch, MetaTag

__all__ = ["Declared", "Item", "Link", "MetaSearch", "MetaTag", "declared", "texts"]
