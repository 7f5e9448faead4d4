"""What the server holds in memory, for whom, and its limits."""
