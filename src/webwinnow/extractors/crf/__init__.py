"""Sequence labelling of blocks: learned methods that judge a block in the light of the labels around it."""
