"""Outputs with other lines than the references: cut again where the visitor asks for it, with borders they can move."""
