"""Content-Seeker: a learned method that parts the tree into segments, judges them, and cleans what is left."""
