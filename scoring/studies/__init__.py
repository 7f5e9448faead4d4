"""Studies: each file answers one question, with a request for the settings and a result for the numbers."""
