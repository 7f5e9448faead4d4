"""Questions about a parameter: how a score changes with an option, and which weights a tuner finds."""
