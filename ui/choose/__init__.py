"""The page Choose: one of several candidates is taken for each segment."""
