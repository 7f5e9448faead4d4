"""Tables, charts, exports and the ranking of systems."""
