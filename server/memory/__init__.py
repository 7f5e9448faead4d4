"""Values that the server holds in memory for visitors, and their limits."""
