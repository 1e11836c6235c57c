"""Corrections of a decision: from a page and what was found to what shall be kept."""
