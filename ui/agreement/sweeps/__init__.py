"""Agreement over the values of one option."""
