"""Realignment: outputs with other lines than the references are cut again, with borders that the visitor can move."""
