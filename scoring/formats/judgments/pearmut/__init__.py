"""Read annotations of Pearmut."""
