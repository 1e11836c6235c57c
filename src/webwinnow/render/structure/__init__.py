"""The structure of what is kept: one tree of blocks, from which every structured format is written."""
