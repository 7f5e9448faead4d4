"""Read file formats of other packages."""
