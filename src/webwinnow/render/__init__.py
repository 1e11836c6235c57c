"""Renderers: from a page and spans to something to read. Text is a rendering; spans are the result."""
