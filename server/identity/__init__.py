"""Rules of who may use the server, and counters that stop guesses at secrets."""
