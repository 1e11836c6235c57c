"""CSS selectors, parsed by cssselect and matched on the columns of a page: no second parser, no second tree."""

from webwinnow.selectors.selector import Selector, select_text

__all__ = ["Selector", "select_text"]
