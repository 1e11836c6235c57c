"""The kind of a page: is it an article, an overview of articles, a medium with little text, or nothing?"""

from webwinnow.kind.figures import page_figures
from webwinnow.kind.page_type import NetText, PageKind, PageType, PageTypeMethod, page_type

__all__ = ["NetText", "PageKind", "PageType", "PageTypeMethod", "page_figures", "page_type"]
