"""Talk of a model: the patterns that find it, and outputs without it."""
