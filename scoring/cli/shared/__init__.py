"""Parts that several commands share: arguments, files of documents, judgments or candidates, and statistics."""
