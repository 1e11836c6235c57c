"""The one place that holds the version."""

__version__ = "0.1.0"
"""What `webwinnow --version` prints, and records and models name as their maker."""
