"""The card of the verdict, what other metrics say, and what makes a comparison doubtful."""
