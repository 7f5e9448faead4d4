"""What several commands have in common: arguments, files with documents, judgments or candidates, and statistics."""
