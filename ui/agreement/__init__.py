"""The page Agreement: metrics and judges compared."""
