"""Whether a test set is sound: one kind of finding a file."""
