"""The page Choose: one of several candidates for each segment."""
