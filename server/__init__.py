"""What a served application needs and no metric does. It imports nothing else of the project."""
