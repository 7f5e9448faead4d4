"""Persons, and rights that are given to them."""
