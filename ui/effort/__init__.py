"""The page Effort: the cost of post-editing each system's output, and which system saves more."""
