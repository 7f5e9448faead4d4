"""Who may use the server, and what is counted so that nobody guesses secrets."""
