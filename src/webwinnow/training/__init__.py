"""Training: how the models that come with the package were made, so that anyone can make them again."""
