"""Talk of a model: the words by which it is found, and outputs without it."""
