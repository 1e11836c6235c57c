"""What a page declares about itself for programs: title, meta tags, links, JSON-LD, microdata, each read once per page.

declared(page).title, .meta, .said("og:title"), .links, .json_ld, .microdata, .rdfa
"""

from webwinnow.declared.declaration import Declared, Link, declared
from webwinnow.declared.json_ld import Item, texts
from webwinnow.declared.meta_tags import NAMING_WORDS, MetaSearch, MetaTag, by_key

__all__ = ["NAMING_WORDS", "Declared", "Item", "Link", "MetaSearch", "MetaTag", "by_key", "declared", "texts"]
