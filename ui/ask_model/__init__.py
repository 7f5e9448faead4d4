"""The page Ask a model: writes requests to a language model, and reads its answers as a judge of the test set."""
