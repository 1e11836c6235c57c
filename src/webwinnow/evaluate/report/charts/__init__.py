"""The pictures of a report: small pure functions from numbers to SVG."""
