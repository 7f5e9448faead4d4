"""Links to pages, and texts in them."""
