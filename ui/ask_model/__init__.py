"""The page Ask a model: requests to a language model as a file, and its answers as a judge of the test set."""
