"""The card of the verdict, the other metrics' verdicts, and the doubts about a comparison."""
