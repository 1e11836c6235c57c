"""Boilerplate detection with shallow text features: a learned method that looks at single blocks of text."""
