"""Campaigns of rating in the database."""
