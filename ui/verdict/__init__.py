"""The card of the verdict, and what other measures say."""
