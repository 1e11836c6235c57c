"""Measuring extractors against gold: test packages, measures, runs and reports."""
