"""Page types: is it an article, an overview of articles, a medium with little text, or nothing?"""

from webwinnow.pagetype.figures import page_figures
from webwinnow.pagetype.net_text import NetText
from webwinnow.pagetype.page_type import PageType, page_type

__all__ = ["NetText", "PageType", "page_figures", "page_type"]
