"""The card of the verdict, and what other metrics say."""
