"""The page Rate."""
