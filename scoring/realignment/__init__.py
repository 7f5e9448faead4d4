"""Outputs that have other lines than the references: joined into a stream of words, and cut into segments again."""
