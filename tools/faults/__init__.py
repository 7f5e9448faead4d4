"""A disk that fails where a test wants it to, and the files that a power cut leaves of what was written."""
