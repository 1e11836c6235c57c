"""The items of an overview page: cards and rows that each lead to another page, found by repeated structure."""

from webwinnow.items.finding import ListedItem, find_items

__all__ = ["ListedItem", "find_items"]
