"""File formats of other packages."""
