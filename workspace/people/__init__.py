"""Persons, and rights that reach them."""
