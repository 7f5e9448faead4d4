"""Projects: copies, rights, glossaries and last use."""
