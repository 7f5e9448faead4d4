"""The test set in use, the systems and segments that are selected, and its language."""
