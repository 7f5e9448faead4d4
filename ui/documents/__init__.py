"""The page Documents: scores of documents and domains."""
