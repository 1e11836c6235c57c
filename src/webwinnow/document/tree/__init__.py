"""Tags to elements: the tree of a page, built as browsers build it."""
