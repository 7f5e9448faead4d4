"""JSON and JSON Lines."""
