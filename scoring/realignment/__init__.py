"""Realignment of outputs with other lines than the references: joined into a stream of words, and cut again."""
