"""Bytes to text and back to bytes: which encoding a page is in, and how it is read."""
