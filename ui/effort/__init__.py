"""The page Effort: what post-editing each system's output costs, and which system saves more."""
