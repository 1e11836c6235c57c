"""Extractors: one paper, one file, named by its acronym. They share columns and signals, never each other."""
