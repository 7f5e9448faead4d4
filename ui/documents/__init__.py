"""The page Documents, with scores of documents and domains."""
