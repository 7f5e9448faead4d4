"""The page Overview: the ranking of systems, and scores over time."""
