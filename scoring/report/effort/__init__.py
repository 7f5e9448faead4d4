"""The report on the cost of post-editing."""
