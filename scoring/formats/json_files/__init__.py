"""Read JSON and JSON Lines."""
