"""Metrics, checks and file formats of other packages: found by their entry points when somebody asks for them."""
