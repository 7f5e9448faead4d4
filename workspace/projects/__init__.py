"""Projects: copied, shared, and last used."""
