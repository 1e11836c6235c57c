"""Prefilters: from a page to the same page as later stages shall see it."""
