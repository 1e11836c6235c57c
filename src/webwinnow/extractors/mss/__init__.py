"""Maximum subsequence segmentation: a learned method that scores every token and keeps the best stretch."""
