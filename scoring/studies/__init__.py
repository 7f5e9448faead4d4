"""Studies: each file answers one question, with a request that holds the settings and a result that holds the numbers."""
