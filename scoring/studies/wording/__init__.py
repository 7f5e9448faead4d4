"""Sentences that several studies share."""
