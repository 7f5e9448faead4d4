"""The database: where it is, opened, copied, checked for damage, and its rows told as records."""
