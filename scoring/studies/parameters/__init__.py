"""Studies of parameters: how a score changes with an option, and which weights a tuner finds."""
