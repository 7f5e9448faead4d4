"""The page Compare: two systems side by side."""
